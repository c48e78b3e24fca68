/** Makes ZIP archives and Excel workbooks for tests, in memory. */
import { crc32, deflateRawSync } from 'node:zlib';

interface SyntheticFile {
  readonly name: string;
  readonly data: string | Uint8Array;
  /** A false unpacked size. */
  readonly claimedBytes?: number;
}

/** A ZIP archive of the files, deflated. */
export function makeZip(files: readonly SyntheticFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const data = Buffer.from(file.data);
    const packed = deflateRawSync(data);
    const name = Buffer.from(file.name);
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(crc32(data), 0);
    sizes.writeUInt32LE(packed.length, 4);
    sizes.writeUInt32LE(file.claimedBytes ?? data.length, 8);
    // Version 2.0, no flags, deflated, no time.
    const shared = Buffer.concat([
      Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0x21, 0]),
      sizes,
      uint16(name.length),
      uint16(0),
    ]);
    directory.push(
      Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'),
      shared,
      Buffer.alloc(10),
      uint32(offset),
      name,
    );
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), shared, name, packed]);
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const counts = Buffer.concat([uint16(0), uint16(0), uint16(files.length), uint16(files.length)]);
  const end = Buffer.concat([
    Buffer.from('PK\u0005\u0006', 'latin1'),
    counts,
    uint32(listed.length),
    uint32(offset),
    uint16(0),
  ]);
  return Buffer.concat([...parts, listed, end]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Texts are shared, `{date}` is a day number in a date style; null is an absent cell. */
type SyntheticCell =
  | string
  | number
  | boolean
  | { readonly date: number }
  | { readonly inline: string }
  | null;

/** A workbook of sheets by name. */
export function makeXlsx(sheets: Readonly<Record<string, readonly (readonly SyntheticCell[])[]>>): Buffer {
  const shared: string[] = [];
  const bodies = Object.values(sheets).map((rows) => sheetXml(rows, shared));
  const names = Object.keys(sheets);
  const sheetList = names
    .map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
    .join('');
  const relations = names
    .map((_, i) => `<Relationship Id="rId${i + 1}" Type="x" Target="worksheets/sheet${i + 1}.xml"/>`)
    .join('');
  const namespaces = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="r"';
  return makeZip([
    { name: '[Content_Types].xml', data: '<Types/>' },
    {
      name: 'xl/workbook.xml',
      data: `<workbook ${namespaces}><workbookPr/><sheets>${sheetList}</sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', data: `<Relationships>${relations}</Relationships>` },
    {
      name: 'xl/styles.xml',
      data: `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd;@"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    },
    {
      name: 'xl/sharedStrings.xml',
      data: `<sst>${shared.map((text) => `<si><r><t>${xmlText(text)}</t></r><rPh><t>x</t></rPh></si>`).join('')}</sst>`,
    },
    ...bodies.map((data, i) => ({ name: `xl/worksheets/sheet${i + 1}.xml`, data })),
  ]);
}

function sheetXml(rows: readonly (readonly SyntheticCell[])[], shared: string[]): string {
  const lines = rows.map((cells, row) => {
    const parts = cells.map((cell, column) =>
      cellXml(cell, `${String.fromCharCode(65 + column)}${row + 1}`, shared),
    );
    return `<row r="${row + 1}">${parts.join('')}</row>`;
  });
  return `<worksheet><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

function cellXml(cell: SyntheticCell, at: string, shared: string[]): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === 'object') {
    if ('date' in cell) return `<c r="${at}" s="1"><v>${cell.date}</v></c>`;
    return `<c r="${at}" t="inlineStr"><is><t>${xmlText(cell.inline)}</t></is></c>`;
  }
  shared.push(cell);
  return `<c r="${at}" t="s"><v>${shared.length - 1}</v></c>`;
}

function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
