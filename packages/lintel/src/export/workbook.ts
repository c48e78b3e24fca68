/**
 * A table as an Excel workbook (ECMA-376), written piece by piece: memory holds one piece. A workbook is a ZIP archive;
 * each piece of rows is compressed by itself and ends at a whole byte, so that the pieces follow each other in one
 * stream of DEFLATE (RFC 1951). Sizes and checksums stand behind the sheets, the parts that never change come last.
 * When a sheet is full, another one follows.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { PeopleColumn } from './people-columns.js';

/** Rows of a sheet, the heading among them: more than this no program opens. */
const sheetRows = 1_048_576;
/** Characters of a cell. */
const cellCharacters = 32_767;
/** Styles of cells, by their place in `styles`. */
const styleOf = { text: 0, number: 0, date: 1, dollars: 2, heading: 3 } as const;
/** Widths of columns in characters. */
const widthOf = { text: 24, date: 14, dollars: 16, number: 14 } as const;
/** The last block of a stream of DEFLATE, empty. */
const lastBlock = Buffer.from([3, 0]);

const spreadsheetNs = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationsNs = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNs = 'http://schemas.openxmlformats.org/package/2006';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A part of the archive. */
interface Part {
  readonly name: string;
  /** Where its header is. */
  readonly at: number;
  crc: number;
  /** Bytes, compressed and not. */
  packed: number;
  bytes: number;
}

type Row = readonly (string | number | null)[];

export class Workbook {
  readonly #title: string;
  readonly #columns: readonly PeopleColumn[];
  readonly #parts: Part[] = [];
  #sheets = 0;
  #rows = 0;
  #position = 0;

  constructor(title: string, columns: readonly PeopleColumn[]) {
    this.#title = title;
    this.#columns = columns;
  }

  /** The bytes before the first rows. */
  head(): Buffer {
    return this.#beginSheet();
  }

  /** The bytes of further rows. */
  rows(rows: readonly Row[]): Buffer {
    const room = sheetRows - this.#rows;
    if (rows.length > room) {
      const full = [this.rows(rows.slice(0, room)), this.#endSheet(), this.#beginSheet()];
      return Buffer.concat([...full, this.rows(rows.slice(room))]);
    }
    const text = rows.map((cells) => this.#row(cells)).join('');
    return text === '' ? Buffer.alloc(0) : this.#pack(text);
  }

  /** The bytes behind the last rows. Throws an error when the workbook is larger than its format can say, 4 GB. */
  foot(): Buffer {
    const sheets = Array.from({ length: this.#sheets }, (_, i) => i + 1);
    const bytes = [this.#endSheet()];
    for (const [name, text] of fixedParts(this.#title, sheets))
      bytes.push(this.#begin(name), this.#pack(declaration + text), this.#end());
    const at = this.#position;
    const directory = Buffer.concat(this.#parts.map(directoryEntry));
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50);
    end.writeUInt16LE(this.#parts.length, 8);
    end.writeUInt16LE(this.#parts.length, 10);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(at, 16);
    return Buffer.concat([...bytes, directory, end]);
  }

  #beginSheet(): Buffer {
    this.#sheets += 1;
    this.#rows = 0;
    const columns = this.#columns.map(
      ({ type }, i) => `<col min="${i + 1}" max="${i + 1}" width="${widthOf[type]}" customWidth="1"/>`,
    );
    const head = `${declaration}<worksheet xmlns="${spreadsheetNs}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
    const begun = this.#begin(`xl/worksheets/sheet${this.#sheets}.xml`);
    const headings = this.#columns.map(({ heading }) => textCell(heading, styleOf.heading));
    this.#rows = 1;
    return Buffer.concat([begun, this.#pack(`${head}<row>${headings.join('')}</row>`)]);
  }

  #endSheet(): Buffer {
    return Buffer.concat([this.#pack('</sheetData></worksheet>'), this.#end()]);
  }

  #row(cells: Row): string {
    this.#rows += 1;
    return `<row>${cells.map((value, i) => cell(value, this.#columns[i]?.type ?? 'text')).join('')}</row>`;
  }

  #begin(name: string): Buffer {
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50);
    header.writeUInt16LE(20, 4);
    header.writeUInt16LE(sizesBehind, 6);
    header.writeUInt16LE(deflated, 8);
    header.writeUInt16LE(firstDay, 12);
    header.writeUInt16LE(name.length, 26);
    this.#parts.push({ name, at: this.#position, crc: 0, packed: 0, bytes: 0 });
    return this.#wrote(Buffer.concat([header, Buffer.from(name)]));
  }

  #pack(text: string): Buffer {
    const bytes = Buffer.from(text);
    const part = this.#part();
    const packed = deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
    part.crc = crc32(bytes, part.crc);
    part.bytes += bytes.length;
    part.packed += packed.length;
    return this.#wrote(packed);
  }

  #end(): Buffer {
    const part = this.#part();
    part.packed += lastBlock.length;
    const sizes = Buffer.alloc(16);
    sizes.writeUInt32LE(0x08074b50);
    writeSizes(part, sizes, 4);
    return this.#wrote(Buffer.concat([lastBlock, sizes]));
  }

  #part(): Part {
    const part = this.#parts.at(-1);
    if (part === undefined) throw new Error('a workbook without a part');
    return part;
  }

  #wrote(bytes: Buffer): Buffer {
    this.#position += bytes.length;
    return bytes;
  }
}

/** Flags and numbers of ZIP: sizes behind the data, DEFLATE, and the first day of its calendar. */
const sizesBehind = 8;
const deflated = 8;
const firstDay = 0x21;

function directoryEntry(part: Part): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50);
  entry.writeUInt16LE(20, 4);
  entry.writeUInt16LE(20, 6);
  entry.writeUInt16LE(sizesBehind, 8);
  entry.writeUInt16LE(deflated, 10);
  entry.writeUInt16LE(firstDay, 14);
  writeSizes(part, entry, 16);
  entry.writeUInt16LE(part.name.length, 28);
  entry.writeUInt32LE(part.at, 42);
  return Buffer.concat([entry, Buffer.from(part.name)]);
}

function writeSizes({ crc, packed, bytes }: Part, into: Buffer, at: number): void {
  into.writeUInt32LE(crc, at);
  into.writeUInt32LE(packed, at + 4);
  into.writeUInt32LE(bytes, at + 8);
}

function cell(value: string | number | null, type: PeopleColumn['type']): string {
  if (value === null) return '<c/>';
  const number = typeof value === 'number' ? value : type === 'date' ? dayNumber(value) : null;
  if (number === null) return textCell(String(value), styleOf.text);
  return `<c s="${styleOf[type]}"><v>${number}</v></c>`;
}

/** The number of a date; null before March 1900, where programs count differently or not at all. */
function dayNumber(date: string): number | null {
  const days = Date.parse(`${date}T00:00:00Z`) / 86_400_000 + 25_569;
  return days > 60 ? days : null;
}

/** A text is never a formula here. Characters that XML has no place for are left out. */
function textCell(text: string, style: number): string {
  const escaped = text
    .slice(0, cellCharacters)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped}</t></is></c>`;
}

/** The parts that say what is in the archive. */
function fixedParts(
  title: string,
  sheets: readonly number[],
): readonly (readonly [name: string, text: string])[] {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${relationsNs}/${kind}" Target="${target}"/>`;
  const relations = (...all: readonly string[]) =>
    `<Relationships xmlns="${packageNs}/relationships">${all.join('')}</Relationships>`;
  const each = (of: (sheet: number) => string) => sheets.map(of).join('');
  const name = (sheet: number) => (sheet === 1 ? title : `${title} ${sheet}`);
  return [
    ['xl/styles.xml', styles],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${spreadsheetNs}" xmlns:r="${relationsNs}"><sheets>${each((i) => `<sheet name="${name(i)}" sheetId="${i}" r:id="s${i}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations(
        each((i) => relation(`s${i}`, 'worksheet', `worksheets/sheet${i}.xml`)),
        relation('styles', 'styles', 'styles.xml'),
      ),
    ],
    ['_rels/.rels', relations(relation('book', 'officeDocument', 'xl/workbook.xml'))],
    [
      '[Content_Types].xml',
      `<Types xmlns="${packageNs}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${each((i) => `<Override PartName="/xl/worksheets/sheet${i}.xml" ContentType="${type}.worksheet+xml"/>`)}</Types>`,
    ],
  ];
}

/** A style of cells. */
const format = (number: number, font: number) =>
  `<xf numFmtId="${number}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;

const styles = `<styleSheet xmlns="${spreadsheetNs}"><numFmts count="2"><numFmt numFmtId="164" formatCode="mmm d, yyyy"/><numFmt numFmtId="165" formatCode="&quot;$&quot;#,##0.00"/></numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4">${format(0, 0)}${format(164, 0)}${format(165, 0)}${format(0, 1)}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
