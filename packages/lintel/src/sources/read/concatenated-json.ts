/**
 * Cuts JSON objects that follow each other without a list around them, `{…}{…}`, on one line or on many, into the
 * texts of single records. Brackets inside strings do not count; what is left open at the end is given as it is.
 */
import { parseRecord } from './parse-record.js';

/** Whether a text begins with objects after each other rather than with one object a line. */
export function isConcatenated(beginning: string): boolean {
  const text = beginning.trimStart();
  const line = text.slice(0, (text.indexOf('\n') + 1 || text.length + 1) - 1).trim();
  if (!line.startsWith('{') || parses(line)) return false;
  // A first object that spans lines, or ends before its line does.
  const [first] = new RecordCutter().push(text);
  return first !== undefined && parses(first) && text.slice(first.length).trimStart().startsWith('{');
}

function parses(text: string): boolean {
  try {
    parseRecord(text);
    return true;
  } catch {
    return false;
  }
}

export class RecordCutter {
  #text = '';
  /** Where scanning continues. */
  #at = 0;
  #depth = 0;
  #isInString = false;

  /** The records that end in this chunk. */
  push(chunk: string): string[] {
    const records: string[] = [];
    this.#text += chunk;
    let start = 0;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const code = this.#text.charCodeAt(this.#at);
      if (this.#isInString) {
        // The character after a backslash may come with the next chunk: the position then lies beyond this one.
        if (code === 0x5c) this.#at += 1;
        else if (code === 0x22) this.#isInString = false;
      } else if (code === 0x22) this.#isInString = true;
      else if (code === 0x7b) this.#depth += 1;
      else if (code === 0x7d && this.#depth > 0) {
        this.#depth -= 1;
        if (this.#depth > 0) continue;
        records.push(this.#text.slice(start, this.#at + 1).trim());
        start = this.#at + 1;
      }
    }
    this.#text = this.#text.slice(start);
    this.#at -= start;
    return records;
  }

  /** What is left: a record that was cut off; blank if there is none. */
  end(): string {
    return this.#text.trim();
  }

  /** Characters of the record that is not complete. */
  get open(): number {
    return this.#text.length;
  }
}
