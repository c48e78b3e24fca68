/**
 * Whether the units of a release are those that its raw rows state (C50): for each city, the sum over completed permits
 * of new construction, against the same permits summed up from the files as the city published them.
 *
 * It shares no code with the refinement: files are read by the few lines below, and only the choice of permits (status
 * and tag) is the release's. Cities whose rows state no units must have none.
 */
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Where a city's rows state the units of a permit: the first of `units` that is filled. */
interface City {
  readonly source: string;
  readonly files: readonly [folder: string, names: RegExp];
  readonly number: string;
  /** The column that tells rows of one permit apart: a later row with the same value replaces an earlier one. */
  readonly row: string;
  readonly units: readonly string[];
}

const cities: readonly City[] = [
  {
    source: 'san-francisco-ca',
    files: ['san-francisco-ca', /\.csv$/],
    number: 'Permit Number',
    row: 'Record ID',
    units: ['Proposed Units', 'Existing Units'],
  },
  {
    source: 'austin-tx-daily',
    files: ['austin-tx', /^austin/],
    number: 'permit_number',
    row: 'permit_number',
    units: ['number_of_units'],
  },
  {
    source: 'lafayette-co',
    files: ['boulder-county-co', /^Lafayette/],
    number: 'Project Number',
    row: 'Project Number',
    units: ['Number of Units'],
  },
];
const withoutUnits = ['chicago-il', 'nashville-tn', 'new-york-ny-bis-daily', 'philadelphia-pa-odata'];

/** What the sum needs of a published permit. */
interface PublishedPermit {
  readonly number: string | null;
  readonly source_id: string;
  readonly status: string | null;
  readonly tags: readonly string[];
  readonly property_type: string | null;
  readonly property_unit_count: number | null;
  readonly property_facts_joined?: Readonly<Record<string, unknown>>;
}

interface Sums {
  /** Of the city in the release, and those of completed new construction. */
  all: number;
  permits: number;
  /** By raw rows, by the stated facts of the release, and with its joined ones. */
  raw: number;
  stated: number;
  published: number;
  /** The first two over all permits of the city. */
  allRaw: number;
  allStated: number;
  /** Permits of industry with 200 units and more: as published, and by their own rows. */
  industrial: number;
  industrialRaw: number;
}

/**
 * Prints a line for each city; false where a sum differs. `release`: its directory; `data`: that of the files. A city
 * whose files are missing is named and left out; false where all are.
 */
export async function statedUnits(
  release: string,
  data: string,
  print: (line: string) => void,
): Promise<boolean> {
  const present = cities.filter((city) => filesOf(city, data).length > 0);
  for (const city of cities.filter((city) => !present.includes(city)))
    print(`left out: ${city.source}, no files in ${join(data, city.files[0])}`);
  if (present.length === 0) return false;
  const raw = new Map(present.map((city) => [city.source, unitsOfFiles(city, data)]));
  const sums = new Map<string, Sums>();
  for (const source of [...raw.keys(), ...withoutUnits]) {
    sums.set(source, {
      ...{ all: 0, permits: 0, raw: 0, stated: 0, published: 0, allRaw: 0, allStated: 0 },
      ...{ industrial: 0, industrialRaw: 0 },
    });
  }
  const lines = createInterface({ input: createReadStream(join(release, 'permits.ndjson')) });
  for await (const line of lines) {
    const permit = JSON.parse(line) as PublishedPermit;
    const sum = sums.get(permit.source_id);
    if (sum !== undefined) add(sum, permit, raw.get(permit.source_id)?.get(permit.number ?? '') ?? 0);
  }
  print('completed new construction: permits, units in raw rows, stated units, with joined ones;');
  print('all permits: units in raw rows, stated units');
  let isRight = [...sums.values()].some(({ all }) => all > 0);
  for (const [source, sum] of sums) {
    if (sum.all === 0) print(`  ${source.padEnd(24)} no permit in the release: nothing is compared`);
    if (sum.all === 0) continue;
    const { permits, published, stated, raw: units, allRaw, allStated, industrial, industrialRaw } = sum;
    print(
      `  ${source.padEnd(24)} ${[permits, units, stated, published].join('  ')};  ${allRaw}  ${allStated}`,
    );
    if (industrial > 0 || industrialRaw > 0) {
      print(
        `    industrial with 200 units and more: ${industrialRaw} by their rows, ${industrial} published`,
      );
    }
    isRight &&= units === stated && allRaw === allStated && industrial === industrialRaw;
  }
  return isRight;
}

function add(sum: Sums, permit: PublishedPermit, units: number): void {
  const published = permit.property_unit_count ?? 0;
  if (permit.property_type === 'industrial') {
    if (published >= 200) sum.industrial += 1;
    if (units >= 200) sum.industrialRaw += 1;
  }
  const stated = permit.property_facts_joined?.property_unit_count === undefined ? published : 0;
  sum.all += 1;
  sum.allRaw += units;
  sum.allStated += stated;
  if (permit.status !== 'final' || !permit.tags.includes('new_construction')) return;
  sum.permits += 1;
  sum.published += published;
  sum.raw += units;
  sum.stated += stated;
}

/** The files of a city in the order of their names; none where they are missing. */
function filesOf({ files: [folder, names] }: City, data: string): string[] {
  const directory = join(data, folder);
  if (!existsSync(directory)) return [];
  const found = readdirSync(directory).filter((name) => names.test(name));
  return found.sort().map((name) => join(directory, name));
}

/**
 * Units by permit number: those of its row in the newest file; of several there, of the one that states most, then of
 * the one with the smallest key.
 */
function unitsOfFiles(city: City, data: string) {
  const { number, row: key, units } = city;
  const rows = new Map<
    string,
    { readonly permit: string; readonly rank: number[]; readonly units: number }
  >();
  for (const [file, name] of filesOf(city, data).entries()) {
    const [head = [], ...records] = csvRows(readFileSync(name, 'utf8'));
    const at = (column: string) => head.indexOf(column);
    for (const cells of records) {
      const row = cells[at(key)] ?? '';
      const rank = [file, cells.filter((cell) => cell !== '').length, -Number(row) || 0];
      const stated = units.map((column) => cells[at(column)] ?? '').find((text) => text !== '') ?? '0';
      rows.set(row, { permit: (cells[at(number)] ?? '').trim(), rank, units: Number(stated) });
    }
  }
  const chosen = new Map<string, { readonly rank: readonly number[]; readonly units: number }>();
  for (const { permit, ...row } of rows.values()) {
    const known = chosen.get(permit);
    if (known === undefined || isBelow(known.rank, row.rank)) chosen.set(permit, row);
  }
  return new Map([...chosen].map(([permit, { units: stated }]) => [permit, stated]));
}

function isBelow(rank: readonly number[], other: readonly number[]): boolean {
  const first = rank.findIndex((part, i) => part !== other[i]);
  return first >= 0 && (rank[first] ?? 0) < (other[first] ?? 0);
}

/** The rows of a CSV file (RFC 4180). */
function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
