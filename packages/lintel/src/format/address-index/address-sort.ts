/**
 * Brings addresses from row order into street order, and lists the addresses of each house number.
 *
 * `add` appends fixed-width records to a scratch file. `writeStreets` counts the addresses of each street name, scatters
 * the records into groups of whole names that fit in memory, sorts each group and streams the sections out; the lists of
 * numbers are then made in memory, 12 bytes an address. A crash leaves scratch files beside an unfinished index; both
 * belong to the release directory that the build removes.
 */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { GrowableU32 } from '../../base/memory/growable.js';
import type { SectionStream, SectionWriter } from '../sections/section-file.js';

/** Stands for a missing house number; sorts after all others. */
export const noNumber = 0xffffffff;
/** Numbers of one street record: place, first address, addresses, lowest and highest house number, first row. */
export const streetFields = 6;

/** Fields of a scratch record: name, place, house number, row. */
const fields = 4;
const recordBytes = fields * 4;
const bufferRecords = 1 << 14;
/** Sort keys hold a position below 2^20 beside a 32-bit number in one exact floating-point integer. */
const positionRange = 2 ** 20;

export interface AddressScratch {
  add(name: number, place: number, houseNumber: number, row: number): void;
  /** Writes the sections of streets, addresses and numbers, removes the scratch files and returns the number of streets. */
  writeStreets(file: SectionWriter, names: number): number;
  discard(): void;
}

/** Begins the scratch file beside `path`. */
export function createAddressScratch(path: string, sortRows: number): AddressScratch {
  const rowOrder = new RecordFile(`${path}.rows`);
  const perName = new GrowableU32();
  let total = 0;
  return {
    add(name, place, houseNumber, row) {
      while (perName.length <= name) perName.push(0);
      perName.set(name, perName.at(name) + 1);
      rowOrder.append(name, place, houseNumber, row);
      total += 1;
    },
    writeStreets(file, names) {
      const groups = groupNames(perName.view(), sortRows);
      const grouped = new RecordFile(`${path}.groups`);
      scatter(rowOrder, grouped, groups, total);
      const streets = new StreetSections(file, names, total);
      let from = 0;
      for (const group of groups) {
        streets.addSorted(sortRecords(grouped.read(from, group.records), group));
        from += group.records;
      }
      grouped.remove();
      const count = streets.finish();
      writeNumbers(file, rowOrder, streets.streetOfRow);
      rowOrder.remove();
      return count;
    },
    discard() {
      rowOrder.remove();
    },
  };
}

/** Consecutive names whose addresses are sorted together. */
interface NameGroup {
  readonly firstName: number;
  readonly endName: number;
  readonly records: number;
}

function groupNames(perName: Uint32Array, sortRows: number): NameGroup[] {
  const groups: NameGroup[] = [];
  let firstName = 0;
  let records = 0;
  for (let name = 0; name < perName.length; name++) {
    const count = perName[name] ?? 0;
    if (records > 0 && records + count > sortRows) {
      groups.push({ firstName, endName: name, records });
      firstName = name;
      records = 0;
    }
    records += count;
  }
  if (records > 0) groups.push({ firstName, endName: perName.length, records });
  return groups;
}

/** Copies the records group by group, in row order within each. */
function scatter(from: RecordFile, to: RecordFile, groups: readonly NameGroup[], total: number): void {
  const groupOf = new Uint32Array(groups.at(-1)?.endName ?? 0);
  for (const [i, group] of groups.entries()) groupOf.fill(i, group.firstName, group.endName);
  let start = 0;
  const writers = groups.map((group) => {
    const writer = { next: start, buffer: new Uint32Array(1024 * fields), filled: 0 };
    start += group.records;
    return writer;
  });
  for (let done = 0; done < total; done += bufferRecords) {
    const records = from.read(done, Math.min(bufferRecords, total - done));
    for (let at = 0; at < records.length; at += fields) {
      const writer = writers[groupOf[records[at] ?? 0] ?? 0];
      if (!writer) continue;
      writer.buffer.set(records.subarray(at, at + fields), writer.filled);
      writer.filled += fields;
      if (writer.filled === writer.buffer.length) flush(writer);
    }
  }
  for (const writer of writers) flush(writer);

  function flush(writer: { next: number; buffer: Uint32Array; filled: number }): void {
    to.writeAt(writer.next, writer.buffer.subarray(0, writer.filled));
    writer.next += writer.filled / fields;
    writer.filled = 0;
  }
}

/** Records of a group in the order name, place, house number, row. */
function sortRecords(records: Uint32Array, group: NameGroup): Uint32Array {
  const count = records.length / fields;
  const starts = new Uint32Array(group.endName - group.firstName + 1);
  for (let i = 0; i < count; i++) {
    const at = (records[i * fields] ?? 0) - group.firstName + 1;
    starts[at] = (starts[at] ?? 0) + 1;
  }
  for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0);
  const order = new Uint32Array(count);
  const filled = starts.slice();
  for (let i = 0; i < count; i++) {
    const name = (records[i * fields] ?? 0) - group.firstName;
    const at = filled[name] ?? 0;
    order[at] = i;
    filled[name] = at + 1;
  }
  for (let name = 0; name + 1 < starts.length; name++) {
    const part = order.subarray(starts[name], starts[name + 1]);
    sortBy(part, records, 2);
    sortBy(part, records, 1);
  }
  const sorted = new Uint32Array(records.length);
  let at = 0;
  for (const i of order) {
    for (let field = 0; field < fields; field++) sorted[at++] = records[i * fields + field] ?? 0;
  }
  return sorted;
}

/** Sorts record numbers by one field, keeping the order of equals. */
function sortBy(part: Uint32Array, records: Uint32Array, field: number): void {
  if (part.length < 2) return;
  if (part.length > positionRange) {
    part.set(
      Array.from(part).sort(
        (a, b) => (records[a * fields + field] ?? 0) - (records[b * fields + field] ?? 0),
      ),
    );
    return;
  }
  const keys = new Float64Array(part.length);
  for (let i = 0; i < part.length; i++)
    keys[i] = (records[(part[i] ?? 0) * fields + field] ?? 0) * positionRange + i;
  keys.sort();
  const before = part.slice();
  for (let i = 0; i < part.length; i++) part[i] = before[(keys[i] ?? 0) % positionRange] ?? 0;
}

/** Streams sorted records into sections and collects the streets. */
class StreetSections {
  readonly #file: SectionWriter;
  readonly #numbers: SectionStream;
  readonly #rows: SectionStream;
  readonly #streets = new GrowableU32();
  /** Number of the street of each address, by row. */
  readonly streetOfRow: Uint32Array;
  /** First street of each name. */
  readonly #starts: Uint32Array;
  #written = 0;
  #lastName = -1;
  #lastPlace = -1;

  constructor(file: SectionWriter, names: number, addresses: number) {
    this.#file = file;
    this.#numbers = file.reserve('houseNumbers', addresses * 4);
    this.#rows = file.reserve('houseRows', addresses * 4);
    this.#starts = new Uint32Array(names + 1);
    this.streetOfRow = new Uint32Array(addresses);
  }

  addSorted(records: Uint32Array): void {
    const count = records.length / fields;
    const numbers = new Uint32Array(count);
    const rows = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      const at = i * fields;
      const name = records[at] ?? 0;
      const place = records[at + 1] ?? 0;
      const house = records[at + 2] ?? 0;
      const row = records[at + 3] ?? 0;
      numbers[i] = house;
      rows[i] = row;
      if (name !== this.#lastName || place !== this.#lastPlace) this.#beginStreet(name, place, house, row);
      this.#extendStreet(house, row);
      this.streetOfRow[row] = this.#streets.length / streetFields - 1;
    }
    this.#numbers.write(new Uint8Array(numbers.buffer));
    this.#rows.write(new Uint8Array(rows.buffer));
  }

  #beginStreet(name: number, place: number, house: number, row: number): void {
    const street = this.#streets.length / streetFields;
    for (let n = this.#lastName + 1; n <= name; n++) this.#starts[n] = street;
    this.#lastName = name;
    this.#lastPlace = place;
    for (const value of [place, this.#written, 0, house, 0, row]) this.#streets.push(value);
  }

  #extendStreet(house: number, row: number): void {
    const at = this.#streets.length - streetFields;
    this.#streets.set(at + 2, this.#streets.at(at + 2) + 1);
    if (house !== noNumber) this.#streets.set(at + 4, house);
    this.#streets.set(at + 5, Math.min(row, this.#streets.at(at + 5)));
    this.#written += 1;
  }

  finish(): number {
    const streets = this.#streets.length / streetFields;
    for (let n = this.#lastName + 1; n < this.#starts.length; n++) this.#starts[n] = streets;
    this.#file.put('streets', this.#streets.view());
    this.#file.put('nameStreetStarts', this.#starts);
    return streets;
  }
}

/** Writes for each house number, ascending, its addresses in row order: their rows, and beside these their streets. */
function writeNumbers(file: SectionWriter, addresses: RecordFile, streetOfRow: Uint32Array): void {
  const counts = new Map<number, number>();
  let total = 0;
  for (const { house } of housesIn(addresses, streetOfRow.length)) {
    counts.set(house, (counts.get(house) ?? 0) + 1);
    total += 1;
  }
  const keys = Uint32Array.from(counts.keys()).sort();
  const starts = new Uint32Array(keys.length + 1);
  const next = new Map<number, number>();
  keys.forEach((house, i) => {
    next.set(house, starts[i] ?? 0);
    starts[i + 1] = (starts[i] ?? 0) + (counts.get(house) ?? 0);
  });
  const rows = new Uint32Array(total);
  const streets = new Uint32Array(total);
  for (const { house, row } of housesIn(addresses, streetOfRow.length)) {
    const at = next.get(house) ?? 0;
    next.set(house, at + 1);
    rows[at] = row;
    streets[at] = streetOfRow[row] ?? 0;
  }
  file.put('numbers', keys);
  file.put('numberStarts', starts);
  file.put('numberRows', rows);
  file.put('numberStreets', streets);
}

/** The numbered addresses in row order; the object is the same each time. */
function* housesIn(addresses: RecordFile, total: number): Generator<{ house: number; row: number }> {
  const one = { house: 0, row: 0 };
  for (let done = 0; done < total; done += bufferRecords) {
    const records = addresses.read(done, Math.min(bufferRecords, total - done));
    for (let at = 0; at < records.length; at += fields) {
      one.house = records[at + 2] ?? 0;
      one.row = records[at + 3] ?? 0;
      if (one.house !== noNumber) yield one;
    }
  }
}

/** A file of fixed-width records: appended in order, or written and read at any record. */
class RecordFile {
  readonly #path: string;
  readonly #fd: number;
  readonly #buffer = new Uint32Array(bufferRecords * fields);
  #filled = 0;
  #records = 0;
  #open = true;

  constructor(path: string) {
    this.#path = path;
    this.#fd = openSync(path, 'w+');
  }

  append(a: number, b: number, c: number, d: number): void {
    const at = this.#filled;
    this.#buffer[at] = a;
    this.#buffer[at + 1] = b;
    this.#buffer[at + 2] = c;
    this.#buffer[at + 3] = d;
    this.#filled += fields;
    if (this.#filled === this.#buffer.length) this.#flush();
  }

  #flush(): void {
    this.writeAt(this.#records, this.#buffer.subarray(0, this.#filled));
    this.#records += this.#filled / fields;
    this.#filled = 0;
  }

  writeAt(record: number, values: Uint32Array): void {
    let done = 0;
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    while (done < bytes.length) {
      done += writeSync(this.#fd, bytes, done, bytes.length - done, record * recordBytes + done);
    }
  }

  read(record: number, count: number): Uint32Array {
    if (this.#filled > 0) this.#flush();
    const values = new Uint32Array(count * fields);
    let done = 0;
    while (done < values.byteLength) {
      const bytes = readSync(this.#fd, values, done, values.byteLength - done, record * recordBytes + done);
      if (bytes === 0) throw new Error(`${this.#path} ends before record ${record + count}`);
      done += bytes;
    }
    return values;
  }

  remove(): void {
    if (!this.#open) return;
    this.#open = false;
    closeSync(this.#fd);
    rmSync(this.#path, { force: true });
  }
}
