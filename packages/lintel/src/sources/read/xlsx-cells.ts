/**
 * Reads the parts of an Excel workbook (.xlsx, ECMA-376): its sheets, its shared texts, which styles are
 * dates, and the cells of a sheet, each part read as a stream of XML.
 *
 * Only values are read: a formula counts as its saved result. Errors such as `#N/A` are not values.
 */

import { SaxesParser } from 'saxes';
import { dayMs } from '../../base/calendar-date.js';
import { UserError } from '../../base/user-error.js';
import { maxRecordChars } from './read-item.js';

type Attributes = Readonly<Record<string, string>>;
type Bytes = AsyncIterable<Buffer>;

/** Characters of shared texts that are held in memory. */
const maxSharedChars = 256 * 1024 * 1024;
/** Characters of the longest tag or text of a part. */
const maxHeldChars = 4 * maxRecordChars;
/** Overhead counted per shared text: empty ones take memory too. */
const sharedEntryChars = 16;

interface Listener {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Parses a part; yields after each chunk. Names are without prefix. */
async function* walk(bytes: Bytes, listener: Listener): AsyncGenerator<void> {
  const parser = new SaxesParser();
  const plain = (name: string) => name.slice(name.indexOf(':') + 1);
  /** Characters since the parser last reported something: it holds them in memory. */
  let held = 0;
  const onText = (text: string) => {
    held = 0;
    listener.text?.(text);
  };
  parser.on('opentag', ({ name, attributes }) => {
    held = 0;
    listener.open?.(plain(name), attributes as Attributes);
  });
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', ({ name }) => {
    held = 0;
    listener.close?.(plain(name));
  });
  parser.on('error', (error) => {
    throw new UserError(`The workbook holds broken XML: ${error.message}`);
  });
  const decoder = new TextDecoder();
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true });
    held += text.length;
    parser.write(text);
    if (held > maxHeldChars) {
      throw new UserError(`A part of the workbook has more than ${maxHeldChars}characters.`);
    }
    yield;
  }
  parser.write(decoder.decode());
  parser.close();
  yield;
}

async function drain(steps: AsyncGenerator<void>): Promise<void> {
  for await (const _ of steps);
}

export interface Workbook {
  /** Names of the visible sheets with the ids of their parts, in order. */
  readonly sheets: readonly { readonly name: string; readonly part: string }[];
  /** Dates count from 1904, as on old Macintoshes. */
  readonly isFrom1904: boolean;
}

/** The sheets that `xl/workbook.xml` names. */
export async function readWorkbook(bytes: Bytes): Promise<Workbook> {
  const sheets: { name: string; part: string }[] = [];
  let isFrom1904 = false;
  const open = (name: string, attributes: Attributes) => {
    if (name === 'workbookPr') isFrom1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
    if (name !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return;
    const part = Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key) && key !== 'sheetId')?.[1];
    sheets.push({ name: attributes.name ?? '', part: part ?? '' });
  };
  await drain(walk(bytes, { open }));
  return { sheets, isFrom1904 };
}

/** Id of each part → its path inside the archive, from `xl/_rels/workbook.xml.rels`. */
export async function readRelations(bytes: Bytes): Promise<ReadonlyMap<string, string>> {
  const paths = new Map<string, string>();
  const open = (name: string, { Id, Target }: Attributes) => {
    if (name !== 'Relationship' || Id === undefined || Target === undefined) return;
    paths.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
  };
  await drain(walk(bytes, { open }));
  return paths;
}

/** The texts that cells refer to by number, from `xl/sharedStrings.xml`. Phonetic readings are left out. */
export async function readSharedTexts(bytes: Bytes): Promise<readonly string[]> {
  const texts: string[] = [];
  let text = '';
  let inText = false;
  let inPhonetic = false;
  let total = 0;
  const count = (chars: number) => {
    total += chars;
    if (total <= maxSharedChars) return;
    throw new UserError(`The workbook has more than ${maxSharedChars} characters of shared texts.`, {
      hint: 'Save its sheet as CSV.',
    });
  };
  await drain(
    walk(bytes, {
      open(name) {
        if (name === 'si') text = '';
        inText = name === 't';
        if (name === 'rPh') inPhonetic = true;
      },
      text(part) {
        if (!inText || inPhonetic) return;
        text += part;
        count(part.length);
      },
      close(name) {
        if (name === 't') inText = false;
        if (name === 'rPh') inPhonetic = false;
        if (name !== 'si') return;
        texts.push(text);
        count(sharedEntryChars);
      },
    }),
  );
  return texts;
}

/** Number formats that Excel has built in for dates and times. */
const builtInDates = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57]);

/** Whether cells of each style are dates, from `xl/styles.xml`. */
export async function readDateStyles(bytes: Bytes): Promise<readonly boolean[]> {
  const dateFormats = new Set(builtInDates);
  const styles: boolean[] = [];
  let inCellStyles = false;
  await drain(
    walk(bytes, {
      open(name, attributes) {
        if (name === 'cellXfs') inCellStyles = true;
        if (name === 'numFmt' && isDateFormat(attributes.formatCode ?? '')) {
          dateFormats.add(Number(attributes.numFmtId));
        }
        if (name === 'xf' && inCellStyles) styles.push(dateFormats.has(Number(attributes.numFmtId ?? 0)));
      },
      close(name) {
        if (name === 'cellXfs') inCellStyles = false;
      },
    }),
  );
  return styles;
}

/** A format with a letter of day, month, year or time outside quotes, brackets and escapes. */
function isDateFormat(code: string): boolean {
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, '');
  return /[dmyhs]/i.test(bare) && !/general/i.test(bare);
}

/** How a sheet's cells become text. */
export interface CellFrame {
  readonly sharedTexts: readonly string[];
  readonly dateStyles: readonly boolean[];
  readonly isFrom1904: boolean;
}

/** A row of a sheet. */
interface SheetRow {
  /** 1-based. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** Cells of a row that are read; Excel has no more columns. */
const maxColumns = 16_384;

/** The rows of a sheet that hold a cell, in batches. */
export async function* readSheet(bytes: Bytes, frame: CellFrame): AsyncGenerator<SheetRow[]> {
  let rows: SheetRow[] = [];
  let cells: string[] = [];
  let rowNumber = 0;
  let column = 0;
  let type = 'n';
  let style = 0;
  let value = '';
  let inValue = false;
  const steps = walk(bytes, {
    open(name, attributes) {
      if (name === 'row') {
        rowNumber = Number(attributes.r ?? rowNumber + 1);
        cells = [];
        column = 0;
      } else if (name === 'c') {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
        type = attributes.t ?? 'n';
        style = Number(attributes.s ?? 0);
        value = '';
      }
      inValue = name === 'v' || name === 't';
    },
    text(part) {
      if (!inValue) return;
      value += part;
      if (value.length > maxRecordChars) {
        throw new UserError(
          `Row ${rowNumber} of the sheet has a cell of more than ${maxRecordChars} characters.`,
        );
      }
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false;
      else if (name === 'c' && column >= 1 && column <= maxColumns) {
        const text = cellText(value, type, frame.dateStyles[style] === true, frame);
        // Cells are placed only up to the last one with a text.
        while (text !== '' && cells.length < column - 1) cells.push('');
        if (text !== '') cells[column - 1] = text;
      } else if (name === 'row') rows.push({ number: rowNumber, cells });
    },
  });
  for await (const _ of steps) {
    if (rows.length > 0) yield rows;
    rows = [];
  }
}

/** `AB12` → 28. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}

function cellText(value: string, type: string, isDate: boolean, frame: CellFrame): string {
  switch (type) {
    case 's':
      return frame.sharedTexts[Number(value)] ?? '';
    case 'b':
      return value === '1' ? 'true' : 'false';
    case 'e':
      return '';
    case 'n':
      return value !== '' && isDate ? dateText(Number(value), frame.isFrom1904) : value;
    default:
      return value;
  }
}

/**
 * 1970-01-01 counted in days from the end of 1899; Excel believes in 29 February 1900, so days before March
 * are off.
 */
const days1900 = 25_569;
const days1904 = 24_107;

/** A day number as `YYYY-MM-DD`, with the time of day where it has one. */
function dateText(serial: number, isFrom1904: boolean): string {
  if (!Number.isFinite(serial)) return '';
  const shift = !isFrom1904 && serial < 60 ? 1 : 0;
  const ms = Math.round((serial + shift - (isFrom1904 ? days1904 : days1900)) * 86_400) * 1000;
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return String(serial);
  const iso = date.toISOString();
  return ms % dayMs === 0 ? iso.slice(0, 10) : iso.slice(0, 19);
}
