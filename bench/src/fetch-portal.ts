/**
 * The other side of the fetch benchmark: a process that serves ready-made bytes, so that its work is not
 * measured. `node fetch-portal.js ROWS` prints its address. It implements as much of Socrata as a full fetch
 * needs, and serves a CSV file.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pageRows } from './fetch-pages.js';

const rows = Number(process.argv[2] ?? 100_000);
const filler =
  'Remove and replace the roof covering, dry-rot repair as needed, new gutters at the rear. '.repeat(4);
const names = [
  'permit_number',
  'permit_type',
  'status',
  'description',
  'filed_date',
  'cost',
  'address',
  'zip',
];

function valuesOf(index: number): string[] {
  const number = String(index).padStart(9, '0');
  const day = String((index % 27) + 1).padStart(2, '0');
  const address = `${index % 9999} N Elm St`;
  const text = `${filler}${index}, phase ${index % 7}`;
  return [
    `B-${number}`,
    'Building',
    'issued',
    text,
    `2026-05-${day}T00:00:00.000`,
    `${index % 90_000}`,
    address,
    '67202',
  ];
}

const idOf = (index: number) => `row-${String(index).padStart(9, '0')}`;
const pages: Buffer[] = [];
const lines: Buffer[] = [Buffer.from(`${names.join(',')}\n`)];
for (let at = 0; at < rows; at += pageRows) {
  const page = Array.from({ length: Math.min(pageRows, rows - at) }, (_, i) => valuesOf(at + i));
  const records = page.map((values, i) => ({
    ':id': idOf(at + i),
    ':updated_at': '2026-05-01T00:00:00.000Z',
    ...Object.fromEntries(names.map((name, column) => [name, values[column]])),
  }));
  pages.push(Buffer.from(JSON.stringify(records)));
  lines.push(
    Buffer.from(page.map((values) => `${values.map((value) => `"${value}"`).join(',')}\n`).join('')),
  );
}

const columns = names.map((fieldName) => ({ fieldName, name: fieldName, dataTypeName: 'text' }));
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname.endsWith('.csv')) {
    response.writeHead(200, { 'content-length': lines.reduce((sum, line) => sum + line.length, 0) });
    for (const line of lines) response.write(line);
    response.end();
    return;
  }
  if (url.pathname.startsWith('/api/views/')) return void response.end(JSON.stringify({ columns }));
  if (url.searchParams.get('$select')?.startsWith('count')) {
    return void response.end(JSON.stringify([{ rows: String(rows) }]));
  }
  const last = /row-(\d+)/.exec(url.searchParams.get('$where') ?? '')?.[1];
  const page = last === undefined ? 0 : (Number(last) + 1) / pageRows;
  response.end(pages[page] ?? '[]');
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
