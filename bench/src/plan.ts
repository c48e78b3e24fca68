/**
 * What a country takes in PostgreSQL, from what each row of a release takes: prints the tables of docs/scaling.md.
 *
 *   node bench/dist/plan.js [postgres://…] [--permits 200000000] [--addresses 150000000] [--node-gb 1000]
 *     [--node-price 600] [--gb-price 0.10]
 *
 * With the address of a database that a release is published in, its rows are measured; without, those in the page are
 * taken. A node has room for `--node-gb` GB; prices are a month's, of a node without disk and of a GB, in any currency.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { parsePostgresAddress } from 'lintel/dist/base/postgres.js';
import postgres from 'postgres';
import { print } from './figures.js';

/** The page whose figures are taken and checked. */
export const page = fileURLToPath(new URL('../../docs/scaling.md', import.meta.url));

/** What is stored for each record of a kind, by the beginning of the names of its tables. */
const kinds = {
  permit: ['permits', 'api_permits', 'api_origins', 'api_other_places'],
  property: ['properties', 'api_properties'],
  address: ['addresses', 'api_addresses', 'api_files'],
  contractor: ['contractors', 'api_contractors', 'api_spellings'],
} as const;

type Kind = keyof typeof kinds;

/** Of one kind: how many a release has, and bytes of each in tables and in indexes. */
export interface RowFigures {
  readonly kind: string;
  readonly rows: number;
  readonly tableBytes: number;
  readonly indexBytes: number;
}

export interface Wanted {
  readonly permits: number;
  readonly addresses: number;
  /** Gigabytes that a node has room for. */
  readonly nodeGb: number;
  /** A month of a node without its disk, and of a gigabyte of disk. */
  readonly nodePrice: number;
  readonly gbPrice: number;
}

export const wantedInDocs: Wanted = {
  permits: 200_000_000,
  addresses: 150_000_000,
  nodeGb: 1_000,
  nodePrice: 600,
  gbPrice: 0.1,
};

/** Rows of a part of a table. */
const partRows = 10_000_000;
/** Releases that lie in the database at once: the published one, the one before, the one that is loaded. */
const releases = 3;
/** The share of a disk that is filled. */
const filled = 0.7;
/** Copies of each node: itself and a standby. */
const copies = 2;
const gb = 1e9;

/** The plan as lines of a table. */
export function planOf(figures: readonly RowFigures[], wanted: Wanted): string[][] {
  const rowsOf = (kind: Kind) => figures.find((each) => each.kind === kind)?.rows ?? 0;
  const counts: Readonly<Record<Kind, number>> = {
    permit: wanted.permits,
    // Properties are to addresses, and contractors to permits, as they are in the release that was measured.
    property: (wanted.addresses * rowsOf('property')) / rowsOf('address'),
    address: wanted.addresses,
    contractor: (wanted.permits * rowsOf('contractor')) / rowsOf('permit'),
  };
  const bytes = (of: (each: RowFigures) => number) =>
    figures.reduce((sum, each) => sum + (counts[each.kind as Kind] ?? 0) * of(each), 0);
  const tables = bytes(({ tableBytes }) => tableBytes);
  const indexes = bytes(({ indexBytes }) => indexBytes);
  const release = tables + indexes;
  const parts = Math.ceil(wanted.permits / partRows);
  const permit = figures.find(({ kind }) => kind === 'permit');
  const partBytes = partRows * ((permit?.tableBytes ?? 0) + (permit?.indexBytes ?? 0));
  const stored = releases * release;
  const nodes = Math.ceil(stored / (wanted.nodeGb * gb * filled));
  const machines = nodes * copies;
  const disk = machines * wanted.nodeGb;
  const cost = machines * wanted.nodePrice + disk * wanted.gbPrice;
  return [
    [
      'records',
      `${millions(counts.permit)} permits, ${millions(counts.property)} properties, ${millions(counts.address)} addresses, ${millions(counts.contractor)} contractors`,
    ],
    ['a release', `${gigabytes(release)}: tables ${gigabytes(tables)}, indexes ${gigabytes(indexes)}`],
    ['parts of permits', `${parts} of ${millions(partRows)} permits, ${gigabytes(partBytes)} each`],
    [
      'stored',
      `${gigabytes(stored)}: ${releases} releases (published, the one before, the one that is loaded)`,
    ],
    [
      'nodes',
      `${nodes} of ${number(wanted.nodeGb)} GB, filled to ${filled * 100} %, and a standby of each: ${machines} machines`,
    ],
    ['memory', `${gigabytes(indexes / nodes)} a node holds all indexes of the published release`],
    [
      'a month',
      `${number(cost)}: ${machines} machines at ${number(wanted.nodePrice)}, ${number(disk)} GB at ${wanted.gbPrice}`,
    ],
  ];
}

const number = (value: number) => Math.round(value).toLocaleString('en-US');
const millions = (value: number) => `${number(value / 1e6)} M`;
const gigabytes = (bytes: number) => `${number(bytes / gb)} GB`;

/** A table of Markdown. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const head = ['a record of', 'in the release', 'bytes in tables', 'bytes in indexes'];

export const figuresTable = (figures: readonly RowFigures[]) =>
  tableOf(
    head,
    figures.map(({ kind, rows, tableBytes, indexBytes }) => [
      kind,
      ...[rows, tableBytes, indexBytes].map(number),
    ]),
  );

/** The rows of the page between two marks, without the head of their table. */
export function rowsOfPage(name: string): string[][] {
  const [, block = ''] = readFileSync(page, 'utf8').split(new RegExp(`<!-- ${name}: (?:begin|end) -->`));
  const lines = block.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The figures in the page. */
export function figuresOfPage(): RowFigures[] {
  return rowsOfPage('rows').map(([kind = '', ...cells]) => {
    const [rows = 0, tableBytes = 0, indexBytes = 0] = cells.map((cell) => Number(cell.replaceAll(',', '')));
    return { kind, rows, tableBytes, indexBytes };
  });
}

/** The figures of the release that is published in a database. */
async function measured(address: string): Promise<RowFigures[]> {
  const { url, directory } = parsePostgresAddress(address);
  const sql = postgres(url, { max: 1, ...(directory === null ? {} : { host: directory }) });
  try {
    const tables = await sql`
      SELECT c.relname AS name, pg_table_size(c.oid)::float8 AS table_bytes, pg_indexes_size(c.oid)::float8 AS index_bytes,
        (SELECT rows::float8 FROM lintel.loaded_rows l WHERE l.release_id = p.release_id AND l.table_name = c.relname) AS rows
      FROM (SELECT release_id FROM lintel.publications WHERE NOT is_rolled_back ORDER BY number DESC LIMIT 1) p
      JOIN lintel.releases r ON r.id = p.release_id
      JOIN pg_class c ON c.relnamespace = r.schema_name::regnamespace AND c.relkind = 'r'`;
    return Object.entries(kinds).map(([kind, names]) => {
      const own = tables.filter(({ name }) => (names as readonly string[]).includes(String(name)));
      const rows = Number(own.find(({ name }) => name === names[0])?.rows);
      const each = (column: string) =>
        Math.round(own.reduce((sum, table) => sum + Number(table[column]), 0) / rows);
      return { kind, rows, tableBytes: each('table_bytes'), indexBytes: each('index_bytes') };
    });
  } finally {
    await sql.end();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      permits: { type: 'string' },
      addresses: { type: 'string' },
      'node-gb': { type: 'string' },
      'node-price': { type: 'string' },
      'gb-price': { type: 'string' },
    },
  });
  const [address] = positionals;
  const figures = address === undefined ? figuresOfPage() : await measured(address);
  const wanted: Wanted = {
    permits: Number(values.permits ?? wantedInDocs.permits),
    addresses: Number(values.addresses ?? wantedInDocs.addresses),
    nodeGb: Number(values['node-gb'] ?? wantedInDocs.nodeGb),
    nodePrice: Number(values['node-price'] ?? wantedInDocs.nodePrice),
    gbPrice: Number(values['gb-price'] ?? wantedInDocs.gbPrice),
  };
  print(figuresTable(figures));
  print('');
  print(tableOf(['what', 'plan'], planOf(figures, wanted)));
}
