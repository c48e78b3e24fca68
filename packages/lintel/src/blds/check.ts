/**
 * Checks a core permits file against BLDS 1.2: header, values, words, permit numbers and coordinates. Streams:
 * memory holds a hash per permit number and the first places of each finding. Text that is not CSV ends the
 * check with a finding.
 */
import { CsvParser, isCsvError } from '../base/csv-parser.js';
import { GrowableU32 } from '../base/memory/growable.js';
import { type BldsHeader, readHeader } from './check-header.js';
import { checkRow, valuesOf } from './check-row.js';
import { type Finding, Findings } from './finding.js';
import { PermitNumbers } from './permit-numbers.js';
import { bldsVersion } from './standard.js';

export interface BldsReport {
  readonly standard: string;
  readonly rows: number;
  readonly errors: number;
  readonly warnings: number;
  readonly findings: readonly Finding[];
}

/** Characters of a row; a longer one ends the check. */
const maxRowChars = 1_048_576;

/** Checks the text of a file, in chunks. `onRows` hears how many rows were checked since it was called last. */
export async function checkBlds(
  text: AsyncIterable<string>,
  onRows: (rows: number) => void = () => {},
): Promise<BldsReport> {
  const check = new Check();
  const parser = new CsvParser({ maxRowChars }, (cells, endLine) => check.add(cells, endLine));
  let reported = 0;
  try {
    for await (const chunk of text) {
      await parser.write(chunk);
      onRows(check.rows - reported);
      reported = check.rows;
    }
    await parser.end();
  } catch (error) {
    if (!isCsvError(error)) throw error;
    check.findings.add(
      'unreadable',
      null,
      check.nextLine,
      `The file is not CSV from here on: ${error.message}`,
    );
  }
  onRows(check.rows - reported);
  return check.report();
}

class Check {
  readonly findings = new Findings();
  rows = 0;
  #header: BldsHeader | null = null;
  #line = 0;
  readonly #numbers = new PermitNumbers();
  /** Line of each different permit number, where it was first. */
  readonly #lines = new GrowableU32();

  get nextLine(): number {
    return this.#line + 1;
  }

  /** Adds a row that ends on the line. */
  add(cells: readonly string[], endLine: number): void {
    const line = this.nextLine;
    this.#line = endLine;
    if (this.#header === null) {
      this.#header = readHeader(cells, this.findings);
      return;
    }
    this.rows += 1;
    if (cells.length !== this.#header.length) {
      const message = `The row has ${cells.length} cells, the header ${this.#header.length}.`;
      this.findings.add('cell_count', null, line, message);
      return;
    }
    const values = valuesOf(this.#header, cells);
    checkRow(this.#header, values, line, this.findings);
    const number = values.get('PermitNum');
    if (number !== undefined) this.#noteNumber(values.get('Jurisdiction') ?? '', number, line);
  }

  report(): BldsReport {
    if (this.#header === null) this.findings.add('no_header', null, null, 'The file has no header.');
    const { errors, warnings } = this.findings;
    const standard = `BLDS ${bldsVersion}`;
    return { standard, rows: this.rows, errors, warnings, findings: this.findings.list() };
  }

  #noteNumber(jurisdiction: string, number: string, line: number): void {
    const { index, isNew } = this.#numbers.add(jurisdiction, number);
    if (isNew) {
      this.#lines.push(line);
      return;
    }
    const message = `${JSON.stringify(number)} is the permit number of line ${this.#lines.at(index)} too.`;
    this.findings.add('number_repeated', 'PermitNum', line, message);
  }
}
