/**
 * What all of the United States takes in PostgreSQL, from what each record of a release takes: prints the tables of
 * docs/scaling.md.
 *
 *   node bench/dist/plan.js [postgres://…] [--permits 200000000] [--addresses 150000000] [--server-gb 8000]
 *     [--server-price 600] [--gb-price 0.10]
 *
 * With the address of a database that a release is published in, its records are measured; without, the figures in the
 * page are taken. Prices are a month's, of a server without its disk and of a GB of disk, in any currency.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { parsePostgresAddress } from 'lintel/dist/base/postgres.js';
import type { Manifest } from 'lintel/dist/format/manifest.js';
import postgres from 'postgres';
import { print } from './figures.js';

/** The page whose figures are taken and checked. */
export const page = fileURLToPath(new URL('../../docs/scaling.md', import.meta.url));

/** The tables that hold each kind of record. */
const kinds = {
  permit: ['permits', 'api_permits', 'api_origins', 'api_other_places'],
  property: ['properties', 'api_properties'],
  address: ['addresses', 'api_addresses', 'api_files'],
  contractor: ['contractors', 'api_contractors', 'api_spellings'],
} as const;

type Kind = keyof typeof kinds;
/** The files of the same release, by the permit. */
const inFiles = 'permit in files';

/** Of one kind: how many a release has, and bytes of each in tables and in indexes. */
interface RowFigures {
  readonly kind: string;
  readonly rows: number;
  readonly tableBytes: number;
  readonly indexBytes: number;
}

export interface Wanted {
  readonly permits: number;
  readonly addresses: number;
  /** Gigabytes of a server's disk. */
  readonly serverGb: number;
  /** A month of a server without its disk, and of a gigabyte of disk. */
  readonly serverPrice: number;
  readonly gbPrice: number;
}

export const wantedInDocs: Wanted = {
  permits: 200_000_000,
  addresses: 150_000_000,
  serverGb: 8_000,
  serverPrice: 600,
  gbPrice: 0.1,
};

/** Rows of a partition. */
const partitionRows = 10_000_000;
/** Releases that lie in the database at once: the published one, the one before, the one that is loaded. */
const releases = 3;
/** The share of a disk that is filled. */
const filled = 0.7;
/** A server and its standby. */
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
  const ofKind = (kind: string) => figures.find((each) => each.kind === kind);
  const permit = ofKind('permit');
  const partition = partitionRows * ((permit?.tableBytes ?? 0) + (permit?.indexBytes ?? 0));
  const files = wanted.permits * (ofKind(inFiles)?.tableBytes ?? 0);
  const stored = releases * release;
  const servers = Math.ceil(stored / (wanted.serverGb * gb * filled));
  const machines = servers * copies;
  const disk = machines * wanted.serverGb;
  const price = machines * wanted.serverPrice + disk * wanted.gbPrice;
  const plan = {
    records: `${millions(counts.permit)} permits, ${millions(counts.property)} properties, ${millions(counts.address)} addresses, ${millions(counts.contractor)} contractors`,
    'a release': `${gigabytes(release)}: tables ${gigabytes(tables)}, indexes ${gigabytes(indexes)}`,
    'partitions of permits': `${Math.ceil(wanted.permits / partitionRows)} of ${millions(partitionRows)}, ${gigabytes(partition)} each`,
    'on disk': `${gigabytes(stored)}: ${releases} releases (published, the one before, the one that is loaded)`,
    memory: `${gigabytes(indexes)} hold all indexes of the published release`,
    servers: `${servers} with ${number(wanted.serverGb)} GB, filled to ${filled * 100} %, and a standby of each: ${machines} machines`,
    'a month': `${number(price)}: ${machines} machines at ${number(wanted.serverPrice)}, ${number(disk)} GB at ${wanted.gbPrice}`,
    'the same in files': `${gigabytes(files)} a release, with as many addresses a permit as were measured`,
  };
  return Object.entries(plan);
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

const figuresTable = (figures: readonly RowFigures[]) =>
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
    const [release] = await sql`
      SELECT r.id, r.manifest, r.schema_name FROM lintel.releases r JOIN lintel.publications p ON p.release_id = r.id
      WHERE NOT p.is_rolled_back ORDER BY p.number DESC LIMIT 1`;
    if (release === undefined) throw new Error('no release is published in the database');
    // Partitions count as the table that they are of.
    const tables = await sql`
      SELECT coalesce(parent.relname, c.relname) AS name, sum(pg_table_size(c.oid))::float8 AS table_bytes,
        sum(pg_indexes_size(c.oid))::float8 AS index_bytes
      FROM pg_class c
      LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
      LEFT JOIN pg_class parent ON parent.oid = i.inhparent
      WHERE c.relnamespace = ${String(release.schema_name)}::regnamespace AND c.relkind = 'r'
      GROUP BY 1`;
    const loaded =
      await sql`SELECT table_name, rows FROM lintel.loaded_rows WHERE release_id = ${String(release.id)}`;
    const figures = Object.entries(kinds).map(([kind, names]) => {
      const rows = Number(loaded.find(({ table_name }) => table_name === names[0])?.rows);
      const own = tables.filter(({ name }) => names.some((each) => each === name));
      const each = (column: string) =>
        Math.round(own.reduce((sum, table) => sum + Number(table[column]), 0) / rows);
      return { kind, rows, tableBytes: each('table_bytes'), indexBytes: each('index_bytes') };
    });
    const { info, files } = JSON.parse(String(release.manifest)) as Manifest;
    const { permits } = info.counts;
    const fileBytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return [
      ...figures,
      {
        kind: inFiles,
        rows: permits,
        tableBytes: Math.round(fileBytes / permits),
        indexBytes: 0,
      },
    ];
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
      'server-gb': { type: 'string' },
      'server-price': { type: 'string' },
      'gb-price': { type: 'string' },
    },
  });
  const [address] = positionals;
  const figures = address === undefined ? figuresOfPage() : await measured(address);
  const wanted: Wanted = {
    permits: Number(values.permits ?? wantedInDocs.permits),
    addresses: Number(values.addresses ?? wantedInDocs.addresses),
    serverGb: Number(values['server-gb'] ?? wantedInDocs.serverGb),
    serverPrice: Number(values['server-price'] ?? wantedInDocs.serverPrice),
    gbPrice: Number(values['gb-price'] ?? wantedInDocs.gbPrice),
  };
  print(figuresTable(figures));
  print('');
  print(tableOf(['what', 'plan'], planOf(figures, wanted)));
}
