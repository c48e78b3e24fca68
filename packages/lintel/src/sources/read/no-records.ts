/**
 * Files that hold no records that Lintel could read, by their first bytes: each is refused by what it is, with what to
 * do about it, before anything of it is stored.
 */
import { UserError } from '../../base/user-error.js';

/** What a file is, as in "X is a PDF document", and what helps. */
interface Kind {
  readonly name: string;
  readonly hint: string;
}

const ask = 'Ask its publisher for the records as CSV, or look for a table of them on the portal.';
const unpack = 'Unpack it, and give the files in it.';
const resave = 'Open it, and save the sheet as CSV or as a workbook (.xlsx).';
const dump = 'Export its table of permits as CSV.';
const map = 'Export its table as CSV or GeoJSON, for example: ogr2ogr permits.csv FILE';
const convert = 'Convert it to CSV, JSON or Parquet.';
const rewrite = 'Convert it to UTF-8, for example: iconv -f UTF-32 -t UTF-8 FILE > permits.csv';

/** Beginnings as hexadecimal digits. */
const magics: readonly (readonly [magic: string, name: string, hint: string])[] = [
  ['fffe0000', 'UTF-32 text', rewrite],
  ['0000feff', 'UTF-32 text', rewrite],
  ['504b0304', 'a packed ZIP archive or Excel workbook (.xlsx)', unpack],
  ['504b0506', 'an empty ZIP archive', 'Fetch it again.'],
  [
    '504b0708',
    'a part of a ZIP archive that was split',
    'Join its parts, unpack it, and give the files in it.',
  ],
  ['d0cf11e0', 'an old Excel workbook (.xls), or a document of that time', resave],
  ['25504446', 'a PDF document', ask],
  ['50415231', 'a packed Parquet file', unpack],
  [
    '53514c69746520666f726d61742033',
    'a SQLite database or a GeoPackage',
    `${dump} Of a GeoPackage: ogr2ogr permits.csv FILE`,
  ],
  ['000100005374616e64617264204a6574', 'an Access database (.mdb)', dump],
  ['000100005374616e6461726420414345', 'an Access database (.accdb)', dump],
  ['0000270a', 'the shapes of a shapefile (.shp)', map],
  ['66676203', 'a FlatGeobuf file', map],
  ['28b52ffd', 'a Zstandard archive', unpack],
  ['fd377a58', 'an xz archive', unpack],
  ['526172211a', 'a RAR archive', unpack],
  ['377abcaf271c', 'a 7-Zip archive', unpack],
  ['04224d18', 'an LZ4 archive', unpack],
  ['1f9d', 'a compressed file (.Z)', unpack],
  ['4d53434600000000', 'a cabinet archive (.cab)', unpack],
  ['1f8b', 'a gzip archive inside another one', unpack],
  ['4f626a01', 'an Avro file', convert],
  ['4152524f57310000', 'an Arrow file', convert],
  ['89504e47', 'a PNG image', ask],
  ['ffd8ff', 'a JPEG image', ask],
  ['474946383761', 'a GIF image', ask],
  ['474946383961', 'a GIF image', ask],
  ['49492a00', 'a TIFF image', ask],
  ['4d4d002a', 'a TIFF image', ask],
  ['7f454c46', 'a program', ask],
  ['4d5a90', 'a program', ask],
];
/** Bytes at the beginning in which a PDF may say that it is one. */
const pdfBytes = 1024;
/** Where a tape archive says that it is one. */
const tarMark = 257;
/** Bytes at the beginning of which the share of control characters is taken. */
const sampledBytes = 4096;
/** No text has a larger share of control characters; of bytes at random a tenth are. */
const mostControls = 0.05;

/** Throws a UserError if the bytes begin a file that holds no text. `path` names it. */
export function refuseNoRecords(path: string, beginning: Buffer): void {
  const kind = binaryKind(beginning) ?? plainKind(beginning.toString('latin1', 0, pdfBytes));
  if (kind !== null) throw refusal(path, kind);
}

function refusal(path: string, { name, hint }: Kind): UserError {
  return new UserError(`${path} is ${name}, which Lintel does not read.`, { hint });
}

function binaryKind(bytes: Buffer): Kind | null {
  const head = bytes.toString('hex', 0, 16);
  const [, name, hint] = magics.find(([magic]) => head.startsWith(magic)) ?? [];
  if (name !== undefined && hint !== undefined) return { name, hint };
  if (/^BZh[1-9]1AY/.test(bytes.toString('latin1', 0, 7))) return { name: 'a bzip2 archive', hint: unpack };
  if (bytes.toString('latin1', 0, pdfBytes).includes('%PDF-')) return { name: 'a PDF document', hint: ask };
  if (bytes.toString('latin1', tarMark, tarMark + 5) === 'ustar') {
    return { name: 'a tape archive (.tar)', hint: 'Unpack it with tar -xf, and give the files in it.' };
  }
  if (isDbase(bytes)) return { name: 'a dBASE table (.dbf), as a shapefile has one', hint: map };
  return isUtf32(bytes) ? { name: 'UTF-32 text', hint: rewrite } : null;
}

/** A header of fields of 32 bytes each, which ends with a carriage return. */
function isDbase(bytes: Buffer): boolean {
  if (bytes.length < 65 || ![0x03, 0x30, 0x31, 0x83, 0x8b, 0xf5].includes(bytes.readUInt8(0))) return false;
  const [month, day, headerBytes] = [bytes.readUInt8(2), bytes.readUInt8(3), bytes.readUInt16LE(8)];
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 && headerBytes > 32 && headerBytes % 32 <= 9;
}

function isUtf32(bytes: Buffer): boolean {
  const zeros = zerosByPlace(bytes, 4);
  return zeros !== null && (zeros.join() === '0,1,1,1' || zeros.join() === '1,1,1,0');
}

/** UTF-16 without its mark, by the zeros that every other byte of Latin letters is; null for anything else. */
export function wideWithoutMark(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  const zeros = zerosByPlace(bytes, 2);
  if (zeros?.join() === '0,1') return 'utf-16le';
  return zeros?.join() === '1,0' ? 'utf-16be' : null;
}

/** For each place in a group of bytes 1 if nearly all are zero there, 0 if hardly one is; null for too few bytes. */
function zerosByPlace(bytes: Buffer, width: number): number[] | null {
  const groups = Math.floor(Math.min(bytes.length, sampledBytes) / width);
  if (groups < 4) return null;
  return Array.from({ length: width }, (_, place) => {
    let zeros = 0;
    for (let group = 0; group < groups; group += 1) if (bytes[group * width + place] === 0) zeros += 1;
    const share = zeros / groups;
    return share > 0.8 ? 1 : share < 0.1 ? 0 : share;
  });
}

const javaScript = /^(?:(?:var|let|const)\s+)?[\w.$]+\s*(?:=\s*|\()[[{]/;
const sql =
  /^(?:--[^\n]*\n|\/\*[\s\S]*?\*\/|\s)*(?:CREATE (?:TABLE|DATABASE)|INSERT INTO|DROP TABLE|BEGIN TRANSACTION)\b/i;

/** Texts that are no records, whatever a source expects. */
const plainKinds: readonly (readonly [RegExp, string, string])[] = [
  [/^\{\\rtf/, 'a rich text document (.rtf)', ask],
  [
    /^version https:\/\/git-lfs\./,
    'only a pointer to a file in Git LFS',
    'Fetch the file itself: git lfs pull',
  ],
  [/^\[InternetShortcut\]/i, 'a link to a web page', 'Fetch what it links to.'],
  [/^BEGIN:V(?:CARD|CALENDAR)/, 'a calendar or an address card', ask],
  [/^(?:From|Received|Return-Path|MIME-Version): /, 'a mail', 'Save what is attached to it.'],
  [/^\s*0\r?\nSECTION\r?\n/, 'a drawing (.dxf)', ask],
  [sql, 'a dump of a database in SQL', 'Load it into a database, and export its table as CSV.'],
  [
    javaScript,
    'JavaScript around JSON',
    'Leave "callback" out of the address, or keep only what lies between the outer brackets.',
  ],
];

/** Kinds of XML by what they say within their first characters. */
const xmlKinds: readonly (readonly [RegExp, string, string])[] = [
  [/<kml\b|opengis\.net\/kml/i, 'a map for Google Earth (KML)', map],
  [/opengis\.net\/(?:gml|wfs)|<gml:/i, 'geographic XML (GML)', map],
  [/urn:schemas-microsoft-com:office:spreadsheet/i, 'an Excel workbook in XML', resave],
  [/<plist\b/i, 'a link or a list of settings of macOS', 'Fetch what it links to.'],
  [/<rss\b|<feed\b/i, 'a feed of news', ask],
];

function plainKind(beginning: string): Kind | null {
  const text = beginning.replace(/^\xef\xbb\xbf/, '').trimStart();
  const isXml = /^<[?!a-z]/i.test(text);
  const isPage = /^(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body|table)\b/i.test(text);
  const [, name, hint] = (isXml ? xmlKinds : plainKinds).find(([look]) => look.test(text)) ?? [];
  if (name !== undefined && hint !== undefined) return { name, hint };
  if (isPage) return { name: 'an HTML page, perhaps an error or a sign-in page', hint: page };
  return isXml ? { name: 'XML', hint: 'Ask its publisher for CSV or JSON; many portals offer both.' } : null;
}

const page =
  'Open it in a browser to see what it says. A table that was saved as a page can be saved again as CSV by a ' +
  'spreadsheet program.';

/** Whether bytes in an encoding of single bytes cannot be text: too many control characters. */
export function hasControls(beginning: Buffer): boolean {
  const sample = beginning.subarray(0, sampledBytes);
  let controls = 0;
  for (const byte of sample) {
    // Separators (0x1c to 0x1f), an escape and the end mark of DOS do occur.
    if (byte < 0x09 || (byte > 0x0d && byte < 0x1a)) controls += 1;
  }
  return controls > sample.length * mostControls;
}

/** Archives by a name of a file in them. */
const archiveKinds: readonly (readonly [RegExp, string, string])[] = [
  [/^word\//, 'a Word document (.docx)', ask],
  [/^ppt\//, 'a presentation (.pptx)', ask],
  [/^xl\/workbook\.bin$/, 'a binary workbook (.xlsb)', resave],
  [/\.iwa$/, 'a Numbers sheet', resave],
  [/^META-INF\/manifest\.xml$|^content\.xml$/, 'an OpenDocument file (.ods, .odt)', resave],
  [/\.kml$/i, 'a map for Google Earth (KMZ)', map],
  [/\.gdb(?:\/|table$)/i, 'a file geodatabase', map],
  [/\.shp$/i, 'a shapefile', map],
  [/\.zip$/i, 'an archive of archives', unpack],
  [/\.pdf$/i, 'an archive of PDF documents', ask],
];

/** The refusal of an archive in which no file of records lies. */
export function refusalOfArchive(
  path: string,
  fileNames: readonly string[],
  extensions: readonly string[],
): UserError {
  const [, name, hint] =
    archiveKinds.find(([look]) => fileNames.some((fileName) => look.test(fileName))) ?? [];
  if (name !== undefined && hint !== undefined) return refusal(path, { name, hint });
  return new UserError(`${path} contains no file of records.`, {
    hint: `It contains ${fileNames.slice(0, 20).join(', ') || 'nothing'}. Lintel reads ${extensions.join(', ')}.`,
  });
}
