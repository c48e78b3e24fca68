/**
 * Puts addresses into street order, and lists the addresses of each house number.
 *
 * Addresses are sorted by name, place, house number and row in bounded memory and streamed out in this order.
 * The lists of numbers are made in memory, 16 bytes per address.
 */

import { u32At } from '../../base/memory/at.js';
import { GrowableU32 } from '../../base/memory/growable.js';
import { ExternalSort } from '../../base/sort/external-sort.js';
import type { SectionStream, SectionWriter } from '../sections/section-file.js';
import { noNumber, streetFields } from './layout.js';

export class StreetSort {
  /** Keys are name, place and house number; the payload is the row. */
  readonly #sort: ExternalSort;
  readonly #key = Buffer.alloc(12);
  readonly #row = Buffer.alloc(4);
  /** House number of each row. */
  readonly #houses = new GrowableU32();

  /** `scratch`: path prefix of scratch files. */
  constructor(scratch: string, memoryBytes: number) {
    this.#sort = new ExternalSort({ path: scratch, memoryBytes });
  }

  /** Adds the address of the next row. */
  add(name: number, place: number, houseNumber: number): void {
    this.#key.writeUInt32BE(name);
    this.#key.writeUInt32BE(place, 4);
    this.#key.writeUInt32BE(houseNumber, 8);
    this.#row.writeUInt32LE(this.#houses.length);
    this.#houses.push(houseNumber);
    this.#sort.push(this.#key, this.#row);
  }

  /** Writes the sections of streets, addresses and numbers, and returns the number of streets. */
  write(file: SectionWriter, names: number): number {
    const sections = new StreetSections(file, names, this.#houses.length);
    for (const { bytes, key, payload } of this.#sort.sorted()) {
      const row = bytes.readUInt32LE(payload);
      sections.add(bytes.readUInt32BE(key), bytes.readUInt32BE(key + 4), bytes.readUInt32BE(key + 8), row);
    }
    const streets = sections.finish();
    writeNumbers(file, this.#houses.view(), sections.streetOfRow);
    return streets;
  }

  /** Removes the scratch files. */
  close(): void {
    this.#sort.close();
  }
}

/** Streams sorted addresses into sections and collects the streets. */
class StreetSections {
  readonly #file: SectionWriter;
  readonly #numbers: SectionStream;
  readonly #rows: SectionStream;
  readonly #word = new Uint32Array(1);
  readonly #wordBytes = new Uint8Array(this.#word.buffer);
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

  add(name: number, place: number, house: number, row: number): void {
    if (name !== this.#lastName || place !== this.#lastPlace) this.#beginStreet(name, place, house, row);
    this.#extendStreet(house, row);
    this.streetOfRow[row] = this.#streets.length / streetFields - 1;
    this.#write(this.#numbers, house);
    this.#write(this.#rows, row);
  }

  #write(stream: SectionStream, word: number): void {
    this.#word[0] = word;
    stream.write(this.#wordBytes);
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

/** Writes for each house number, ascending, its addresses in row order: their rows and their streets. */
function writeNumbers(file: SectionWriter, houses: Uint32Array, streetOfRow: Uint32Array): void {
  const counts = new Map<number, number>();
  for (const house of houses) if (house !== noNumber) counts.set(house, (counts.get(house) ?? 0) + 1);
  const keys = Uint32Array.from(counts.keys()).sort();
  const starts = new Uint32Array(keys.length + 1);
  const next = new Map<number, number>();
  keys.forEach((house, i) => {
    next.set(house, u32At(starts, i));
    starts[i + 1] = u32At(starts, i) + (counts.get(house) ?? 0);
  });
  const total = u32At(starts, keys.length);
  const rows = new Uint32Array(total);
  const streets = new Uint32Array(total);
  for (const [row, house] of houses.entries()) {
    const at = next.get(house);
    if (at === undefined) continue;
    next.set(house, at + 1);
    rows[at] = row;
    streets[at] = u32At(streetOfRow, row);
  }
  file.put('numbers', keys);
  file.put('numberStarts', starts);
  file.put('numberRows', rows);
  file.put('numberStreets', streets);
}
