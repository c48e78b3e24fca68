/**
 * A dictionary of a field: each text that permits have there, exactly as their records do, has a number in the order
 * in which the texts first occur in the release; a column has the number of each row, and a list the rows of each
 * number. Texts that are the same but for case, white space and dashes are one value to a filter (`foldStated`).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileWriter, type WrittenFile } from '../../base/files/file-writer.js';
import type { ByteSpan } from '../../base/memory/bytes.js';
import { ColumnReader, ColumnWriter } from '../column/column-file.js';
import { type DictionaryField, dictionaryFields } from '../permit-fields.js';
import { PostingsReader } from '../postings/postings-reader.js';
import { PostingsWriter } from '../postings/postings-writer.js';
import type { PostingsList } from '../postings/rows-cursor.js';
import { foldText } from '../text-index/text-index.js';
import { dictionaryColumn, dictionaryFile, dictionaryPostings } from './layout.js';

/** Rows that are put in the order of their numbers at once. */
const runPairs = 1 << 18;

/** What a text is compared by: lower case, one space for any white space, a hyphen for any dash. */
export const foldStated = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Pd}/gu, '-')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

export class DictionaryWriter {
  readonly #path: string;
  readonly #column: ColumnWriter;
  readonly #postings: PostingsWriter;
  /** Numbers by the bytes of the texts as JSON, one character a byte. */
  readonly #numbers = new Map<string, number>([['null', 0]]);
  #rows = 0;

  constructor(directory: string, field: string, scratch: string) {
    this.#path = join(directory, dictionaryFile(field));
    this.#column = new ColumnWriter(directory, dictionaryColumn(field), 'u32');
    const postings = dictionaryPostings(field);
    this.#postings = new PostingsWriter(directory, postings, `${scratch}${postings}`, { runPairs });
  }

  /** Adds the value of the next row, a text or null, as JSON. */
  add({ bytes, from, to }: ByteSpan): void {
    const json = bytes.toString('latin1', from, to);
    let number = this.#numbers.get(json);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(json, number);
    }
    this.#column.push(number);
    if (number > 0) this.#postings.add(number, this.#rows);
    this.#rows += 1;
  }

  finish(): WrittenFile[] {
    const file = new FileWriter(this.#path);
    const texts = [...this.#numbers.keys()].slice(1);
    file.write(Buffer.from(`[${texts.join(',\n')}]\n`, 'latin1'));
    return [file.finish(), this.#column.finish(), ...this.#postings.finish()];
  }

  close(): void {
    this.#column.close();
    this.#postings.close();
  }
}

/** The texts of a field by number: all that filters need to know of it besides the rows. */
export class DictionaryTexts {
  /** Number `n` is `texts[n - 1]`. */
  readonly texts: readonly string[];
  readonly #numbers = new Map<string, number[]>();
  /** The texts as words are sought in them, once that is asked. */
  #folded: readonly string[] | null = null;

  constructor(directory: string, field: string) {
    this.texts = JSON.parse(readFileSync(join(directory, dictionaryFile(field)), 'utf8')) as string[];
    for (const [i, text] of this.texts.entries()) {
      const folded = foldStated(text);
      const alike = this.#numbers.get(folded);
      if (alike === undefined) this.#numbers.set(folded, [i + 1]);
      else alike.push(i + 1);
    }
  }

  /** The numbers of all texts that are the same as one of these; 0, the number of none, for `unknown`. */
  numbersOf(asked: readonly string[]): number[] {
    const folded = new Set(asked.map(foldStated));
    const numbers = [...folded].flatMap((text) => this.#numbers.get(text) ?? []);
    return folded.has('unknown') ? [0, ...numbers] : numbers;
  }

  /** The numbers of the texts that contain a piece, folded as that is. */
  containing(piece: string): number[] {
    this.#folded ??= this.texts.map(foldText);
    return this.#folded.flatMap((text, i) => (text.includes(piece) ? [i + 1] : []));
  }

  /** The text of a number; null for 0. */
  text(number: number): string | null {
    return this.texts[number - 1] ?? null;
  }
}

export class DictionaryReader extends DictionaryTexts {
  readonly #column: ColumnReader;
  readonly #postings: PostingsReader;

  constructor(directory: string, field: string, rows: number) {
    super(directory, field);
    this.#column = new ColumnReader(directory, dictionaryColumn(field), 'u32', rows);
    this.#postings = new PostingsReader(directory, dictionaryPostings(field));
  }

  /** The number of a row's text; 0 without one. */
  at(row: number): number {
    return this.#column.at(row);
  }

  /** Writes the numbers of ascending rows, one after the other. */
  read(rows: Uint32Array, into: Uint32Array): void {
    this.#column.read(rows, into);
  }

  /** The rows of a number other than 0; null without any. */
  list(number: number): PostingsList | null {
    return this.#postings.list(number);
  }

  close(): void {
    this.#column.close();
    this.#postings.close();
  }
}

/** The texts of all fields with a dictionary. */
export function openDictionaries(directory: string): Readonly<Record<DictionaryField, DictionaryTexts>> {
  const texts = dictionaryFields.map((field) => [field, new DictionaryTexts(directory, field)]);
  return Object.fromEntries(texts) as Record<DictionaryField, DictionaryTexts>;
}
