/** Tables for people: what a person reads in them, as CSV and in a workbook. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { openZip } from '../sources/read/zip-entries.js';
import { exportKinds } from './kinds.js';
import { peopleColumns } from './people-columns.js';
import { PeopleTable } from './people-table.js';
import { Workbook } from './workbook.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-people-'));
after(() => rmSync(root, { recursive: true, force: true }));

const permit = {
  id: '0123456789abcdef',
  number: '007',
  description: '=HYPERLINK("http://x")\u0007 & <b>',
  job_value: 123_456,
  status: 'in_review',
  start_date: '2026-03-01',
  file_date: '1850-05-06',
  approval_duration: 5,
  contractor_id: 'abcdefghij',
  tags: ['heat_pump', 'hvac'],
  address: {
    street_no: '1',
    street: 'ELM ST',
    city: 'AUSTIN',
    county: 'TRAVIS COUNTY',
    state: 'TX',
    zip_code: '07030',
  },
};
const contractor = { id: 'abcdefghij', name: 'JO OWNER', business_name: "O'BRIEN & SONS" };
const contractors = {
  asked: 0,
  records(_: 'contractors', ids: readonly string[]) {
    this.asked += ids.length;
    return ids.flatMap((id) => (id === contractor.id ? [Buffer.from(JSON.stringify(contractor))] : []));
  },
};
const records = [permit, { ...permit, contractor_id: undefined, job_value: null }].map((record) =>
  Buffer.from(JSON.stringify(record)),
);
const fields = [
  'start_date',
  'description',
  'contractor_id',
  'address',
  'job_value',
  'status',
  'tags',
  'approval_duration',
  'file_date',
];

async function written(form: 'table' | 'xlsx', asked: readonly string[] | null = fields): Promise<Buffer> {
  const table = new PeopleTable('permits', form, asked);
  const parts = [table.head()];
  for (const record of records) {
    await table.prepare([record], contractors);
    parts.push(table.rows([record]));
  }
  return Buffer.concat([...parts, table.foot()]);
}

/** The text of each part of a workbook, whose sizes and checksums are right. */
async function partsOf(workbook: Buffer): Promise<Record<string, string>> {
  const path = join(root, 'book.xlsx');
  writeFileSync(path, workbook);
  const zip = await openZip(path, 'book.xlsx');
  try {
    const parts: Record<string, string> = {};
    for (const entry of zip.entries) {
      const chunks: Buffer[] = [];
      for await (const chunk of zip.bytes(entry)) chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      assert.equal(crc32(bytes), entry.crc32, entry.fileName);
      parts[entry.fileName] = bytes.toString();
    }
    return parts;
  } finally {
    zip.close();
  }
}

test('CSV for people has names, dollars, dates and headings in words, in the order asked for', async () => {
  const text = (await written('table')).toString();
  assert.equal(text.charCodeAt(0), 0xfeff, 'Excel reads it as UTF-8');
  const [head, first, second] = parse(text, { bom: true }) as string[][];
  assert.deepEqual(head, [
    'Start date',
    'Description',
    'Contractor',
    'Address',
    'City',
    'County',
    'State',
    'ZIP code',
    'Job value ($)',
    'Status',
    'Tags',
    'Approval duration (days)',
    'File date',
  ]);
  assert.deepEqual(first, [
    '03/01/2026',
    `'${permit.description}`,
    "O'Brien & Sons",
    '1 Elm St',
    'Austin',
    'Travis County',
    'TX',
    '07030',
    '1234.56',
    'In review',
    'heat pump, hvac',
    '5',
    '05/06/1850',
  ]);
  assert.deepEqual([second?.[2], second?.[8]], ['', '']);
});

test('a contractor is looked up once, and not at all where nobody asks for it', async () => {
  contractors.asked = 0;
  await written('table');
  assert.equal(contractors.asked, 1);
  await written('table', ['number']);
  assert.equal(contractors.asked, 1);
});

test('a workbook is whole, and its cells are dates, dollars and texts that nothing runs', async () => {
  const parts = await partsOf(await written('xlsx'));
  assert.deepEqual(Object.keys(parts).sort(), [
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ]);
  assert.match(parts['xl/workbook.xml'] ?? '', /<sheet name="Permits" /);
  const [head = '', first = ''] = (parts['xl/worksheets/sheet1.xml'] ?? '').match(/<row>.*?<\/row>/gs) ?? [];
  const cells = [...first.matchAll(/<c(?: s="(\d)")?[^>]*>(?:<v>|<is><t[^>]*>)(.*?)</g)];
  assert.match(head, />Start date<.*>Contractor<.*>Job value \(\$\)</);
  // 1 March 2026 and 1850: before 1900 a workbook has no dates.
  assert.deepEqual([cells[0]?.[1], cells[0]?.[2]], ['1', '46082']);
  assert.equal(cells[12]?.[2], '1850-05-06');
  assert.equal(cells[1]?.[2], '=HYPERLINK("http://x") &amp; &lt;b&gt;');
  assert.deepEqual([cells[8]?.[1], cells[8]?.[2]], ['2', '1234.56']);
  assert.ok(!/<f>/.test(first));
});

test('behind a full sheet another one follows', async () => {
  const column = peopleColumns('permits', ['approval_duration']);
  const book = new Workbook('Permits', column);
  const rows = Array.from({ length: 1_048_577 }, (_, i) => [i]);
  const parts = await partsOf(Buffer.concat([book.head(), book.rows(rows), book.foot()]));
  assert.equal(parts['xl/worksheets/sheet1.xml']?.match(/<row>/g)?.length, 1_048_576);
  const second = parts['xl/worksheets/sheet2.xml'] ?? '';
  assert.deepEqual(
    [...second.matchAll(/<v>(\d+)/g)].map(([, value]) => value),
    ['1048575', '1048576'],
  );
  assert.match(second, /Approval duration/);
  assert.match(parts['xl/workbook.xml'] ?? '', /name="Permits 2"/);
});

test('no column for people is of ids, points or cents, and no two of a kind have one heading', () => {
  for (const kind of exportKinds) {
    const headings = peopleColumns(kind, null).map(({ heading }) => heading);
    assert.equal(new Set(headings).size, headings.length, `${kind}: ${headings.join(', ')}`);
    assert.ok(headings.length > 5);
    assert.deepEqual(
      headings.filter((heading) => /cents|latitude|lat$|_/i.test(heading)),
      [],
    );
    assert.match(headings.at(-1) ?? '', /ID$/);
  }
});
