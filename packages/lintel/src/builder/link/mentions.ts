/**
 * The contractor mentions of a build: their contractor, their facts, how often and when last they occur.
 *
 * Many permits name a contractor in exactly the same words, so equal mentions are stored once. Their facts go
 * to a scratch file in the order of their numbers; memory holds about twenty bytes per distinct mention. When
 * the table that finds equal ones is full, it is cleared: earlier mentions may then be stored again, which
 * only costs space.
 */
import { rmSync } from 'node:fs';
import { FileWriter } from '../../base/files/file-writer.js';
import { GrowableU32 } from '../../base/memory/growable.js';
import { KeyTable } from '../../base/memory/key-table.js';
import { scratchBlocks } from '../../base/sort/scratch-blocks.js';
import { mentionAt } from '../entry/permit-entry.js';
import { ContractorIdentity } from './contractor-identity.js';

const defaultTableEntries = 1 << 20;

/** One distinct mention that a record of the release carries. */
export interface CountedMention {
  readonly contractor: number;
  /** Records that carry it. */
  readonly count: number;
  /** Latest date of those (YYYYMMDD), 0 when unknown. */
  readonly latest: number;
  /** As `packFacts` made them, in `bytes[from, to)`; valid until the next one is taken. */
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
}

export class Mentions {
  readonly identity = new ContractorIdentity();
  readonly #path: string;
  readonly #file: FileWriter;
  readonly #tableEntries: number;
  readonly #length = Buffer.alloc(4);
  /** Distinct mentions by hash, numbered from the first one that is in the table. */
  #known = new KeyTable();
  #firstKnown = 0;
  readonly #node = new GrowableU32();
  readonly #count = new GrowableU32();
  readonly #latest = new GrowableU32();

  constructor(path: string, tableEntries = defaultTableEntries) {
    this.#path = path;
    this.#file = new FileWriter(path, { isScratch: true });
    this.#tableEntries = tableEntries;
  }

  /** Number of mentions stored so far. */
  get count(): number {
    return this.#node.length;
  }

  /** Adds a packed mention (see `mentionAt`); returns its number. */
  add(packed: Buffer): number {
    if (this.#known.length >= this.#tableEntries) {
      this.#known = new KeyTable();
      this.#firstKnown = this.count;
    }
    const high = packed.readUInt32LE(mentionAt.hash + 4);
    const number = this.#firstKnown + this.#known.number(high, packed.readUInt32LE(mentionAt.hash));
    if (number < this.count) return number;
    const facts = mentionAt.end + packed.readUInt32LE(mentionAt.keysLength);
    const keys = packed.toString('utf8', mentionAt.end, facts).split('\n');
    this.#node.push(this.identity.link(keys));
    this.#count.push(0);
    this.#latest.push(0);
    this.#length.writeUInt32LE(packed.length - facts);
    this.#file.write(this.#length);
    this.#file.write(packed, facts);
    return number;
  }

  /** Ends adding: from now on the contractor of each mention is known. */
  finish(): void {
    this.#known = new KeyTable();
    this.#file.finish();
    this.identity.resolve();
  }

  /** The contractor of a mention. */
  contractor(mention: number): number {
    return this.identity.contractor(this.#node.at(mention));
  }

  /** Counts a record of the release that carries the mention, dated YYYYMMDD (0 when unknown). */
  countRecord(mention: number, date: number): void {
    this.#count.set(mention, this.#count.at(mention) + 1);
    if (date > this.#latest.at(mention)) this.#latest.set(mention, date);
  }

  /** All mentions that were seen, in the order of their numbers. */
  *counted(): Generator<CountedMention, void, void> {
    let number = 0;
    for (const { bytes, from, to } of scratchBlocks(this.#path)) {
      const count = this.#count.at(number);
      if (count > 0) {
        const latest = this.#latest.at(number);
        yield { contractor: this.contractor(number), count, latest, bytes, from, to };
      }
      number += 1;
    }
    if (number !== this.#node.length) throw new Error('the scratch file of mentions is not whole');
  }

  /** Removes the scratch file. */
  close(): void {
    this.#file.close();
    rmSync(this.#path, { force: true });
  }
}
