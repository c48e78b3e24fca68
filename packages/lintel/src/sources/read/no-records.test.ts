/**
 * Files that people give as records and that are none: each is refused by what it is and with what to do, both by a
 * source and by a draft, before a row is passed on. And tables with something above their header are read.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { elmCity } from '@lintel/testing/sources/elm-city.js';
import { makeXlsx, makeZip } from '@lintel/testing/sources/synthetic-archive.js';
import { UserError } from '../../base/user-error.js';
import { readSample } from '../draft/read-sample.js';
import { makeSource } from '../source/catalog-source.js';
import { readFile } from './read-file.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-no-records-'));
after(() => rmSync(directory, { recursive: true, force: true }));
let files = 0;

const map = { number: 'Permit', type: 'Type', address: 'Address' };
const source = makeSource({ ...elmCity, format: {}, row_key: ['Permit'], map }, 'elm-city-ks.json');

function file(name: string, content: string | Uint8Array): string {
  const path = join(directory, `${++files}-${name}`);
  writeFileSync(path, content);
  return path;
}

async function read(path: string): Promise<{ rows: unknown[]; leftOut: string[] }> {
  const rows: unknown[] = [];
  const leftOut: string[] = [];
  const onLeftOut = (reason: string) => leftOut.push(reason);
  for await (const items of readFile(path, source, { onLeftOut })) {
    rows.push(...items.map((item) => ('row' in item ? item.row : item.fault)));
  }
  return { rows, leftOut };
}

const csv = 'Permit,Type,Address\nB-1,Roof,1 Elm St\nB-2,Deck,2 Elm St\n';
const expected = [
  { Permit: 'B-1', Type: 'Roof', Address: '1 Elm St' },
  { Permit: 'B-2', Type: 'Deck', Address: '2 Elm St' },
];
const bytes = (hex: string, more = 'made up') => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(more)]);
const zipOf = (...names: string[]) => makeZip(names.map((name) => ({ name, data: 'made up' })));

function dbase(): Buffer {
  const table = Buffer.alloc(80);
  table.set([3, 126, 6, 1, 1, 0, 0, 0, 65, 0, 11, 0]);
  table.write('PERMIT', 32);
  table.write('\rB-1', 64);
  return table;
}

function tape(): Buffer {
  const archive = Buffer.alloc(1024);
  archive.write('permits.csv');
  archive.write('ustar', 257);
  return archive;
}

function utf32(text: string, mark: boolean): Buffer {
  return Buffer.from(
    Uint32Array.from([...(mark ? '\ufeff' : ''), ...text], (char) => char.charCodeAt(0)).buffer,
  );
}

/** What a file is → its bytes. */
const refused: Readonly<Record<string, string | Uint8Array>> = {
  'a PDF document': '%PDF-1.7\n1 0 obj\n',
  'a PDF document ': '\n\n%PDF-1.4\n1 0 obj\n',
  'a PDF document  ': gzipSync('%PDF-1.7\n1 0 obj\n'),
  'a tape archive (.tar)': tape(),
  'a tape archive (.tar) ': gzipSync(tape()),
  'a gzip archive inside another one': gzipSync(gzipSync(csv)),
  'a packed ZIP archive': gzipSync(makeZip([{ name: 'a.csv', data: csv }])),
  'a packed Parquet file': gzipSync('PAR1'),
  'an empty ZIP archive': bytes('504b0506'),
  'a part of a ZIP archive that was split': bytes('504b0708'),
  'a bzip2 archive': bytes('425a683931415926'),
  'a Zstandard archive': bytes('28b52ffd'),
  'an xz archive': bytes('fd377a585a00'),
  'a RAR archive': bytes('526172211a0700'),
  'a 7-Zip archive': bytes('377abcaf271c'),
  'an LZ4 archive': bytes('04224d18'),
  'a compressed file (.Z)': bytes('1f9d90'),
  'a cabinet archive (.cab)': bytes('4d53434600000000'),
  'the shapes of a shapefile (.shp)': bytes('0000270a'),
  'a dBASE table (.dbf)': dbase(),
  'a shapefile': zipOf('permits.shp', 'permits.shx', 'permits.dbf'),
  'a file geodatabase': zipOf('permits.gdb/a00000001.gdbtable'),
  'a map for Google Earth (KMZ)': zipOf('doc.kml'),
  'a map for Google Earth (KML)': '<?xml version="1.0"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"/>',
  'geographic XML (GML)': '<?xml version="1.0"?><c xmlns:gml="http://www.opengis.net/gml"/>',
  'a FlatGeobuf file': bytes('6667620366676200'),
  'an old Excel workbook (.xls)': bytes('d0cf11e0a1b11ae1'),
  'an Excel workbook in XML':
    '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
  'a binary workbook (.xlsb)': zipOf('[Content_Types].xml', 'xl/workbook.bin'),
  'an OpenDocument file': zipOf('mimetype', 'content.xml'),
  'a Numbers sheet': zipOf('Index/Document.iwa'),
  'a Word document (.docx)': zipOf('[Content_Types].xml', 'word/document.xml'),
  'a presentation (.pptx)': zipOf('ppt/presentation.xml'),
  'an archive of archives': zipOf('inner.zip'),
  'an archive of PDF documents': zipOf('report.pdf'),
  'a SQLite database or a GeoPackage': bytes('53514c69746520666f726d6174203300'),
  'an Access database (.mdb)': bytes('000100005374616e64617264204a657420444200'),
  'an Access database (.accdb)': bytes('000100005374616e646172642041434520444200'),
  'an Avro file': bytes('4f626a01'),
  'an Arrow file': bytes('4152524f57310000'),
  'a PNG image': bytes('89504e470d0a1a0a'),
  'a JPEG image': bytes('ffd8ffe0'),
  'a GIF image': 'GIF89a made up',
  'a TIFF image': bytes('49492a00'),
  'a program': bytes('7f454c46'),
  'UTF-32 text': utf32(csv, true),
  'UTF-32 text ': utf32(csv, false),
  'a binary file': Buffer.from(Array.from({ length: 2000 }, (_, at) => ((at * 7) % 30) + 1)),
  'an HTML page': '<!-- saved -->\n<html><body>Sign in</body></html>',
  'an HTML page, perhaps': '<table><tr><td>Permit</td></tr></table>',
  XML: '<?xml version="1.0"?><rows><row/></rows>',
  'a feed of news': '<rss version="2.0"></rss>',
  'a link or a list of settings of macOS': '<?xml version="1.0"?><plist version="1.0"/>',
  'a rich text document (.rtf)': '{\\rtf1\\ansi Permits}',
  'only a pointer to a file in Git LFS': 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n',
  'a link to a web page': '[InternetShortcut]\nURL=https://data.example.com/\n',
  'a calendar or an address card': 'BEGIN:VCALENDAR\nVERSION:2.0\n',
  'a mail': 'From: clerk@example.com\nSubject: permits\n',
  'a drawing (.dxf)': '  0\nSECTION\n  2\nHEADER\n',
  'a dump of a database in SQL':
    "-- made up\nCREATE TABLE permits (no text);\nINSERT INTO permits VALUES ('B-1');\n",
  'JavaScript around JSON': 'callback([{"Permit":"B-1"}]);',
  'JavaScript around JSON ': 'var permits = [{"Permit":"B-1"}];',
};

for (const [kind, content] of Object.entries(refused)) {
  test(`a file that is ${kind.trim()} is refused as such, with what to do`, async () => {
    const path = file('permits.csv', content);
    const isIt = (error: unknown) => {
      assert.ok(error instanceof UserError, String(error));
      assert.ok(error.message.startsWith(`${path} is ${kind.trim()}`), error.message);
      assert.ok(kind === 'a binary file' || error.hint !== null, 'no hint');
      return true;
    };
    await assert.rejects(read(path), isIt);
    await assert.rejects(readSample(path, 10), isIt);
  });
}

test('a directory and a pipe are refused at once, also by a draft', async () => {
  const pipe = join(directory, 'pipe.csv');
  execFileSync('mkfifo', [pipe]);
  const folder = join(directory, 'folder.csv');
  mkdirSync(folder);
  for (const tried of [read, (path: string) => readSample(path, 10)]) {
    await assert.rejects(tried(pipe), /is a pipe or a device, not a file/);
    await assert.rejects(tried(folder), /is a directory/);
  }
});

const above: Readonly<Record<string, string>> = {
  'a title': `Elm City permits\n${csv}`,
  'a title, a date with commas and an empty line': `Elm City\nRun on June 30, 2026\n\n${csv}`,
  'titles that fill the width': `Elm City permits,,\nJune 2026,,\n,,\n${csv}`,
  'a line that names the separator': `sep=;\n${csv.replaceAll(',', ';')}`,
  'a quoted one that names a tab': `"sep=\t"\r\n${csv.replaceAll(',', '\t').replaceAll('\n', '\r\n')}`,
};

for (const [what, content] of Object.entries(above)) {
  test(`a table below ${what} is read and drafted`, async () => {
    const path = file('titled.csv', content);
    assert.deepEqual((await read(path)).rows, expected);
    const sample = await readSample(path, 10);
    assert.deepEqual(sample.rows, expected);
    assert.deepEqual(sample.format.skip_rows, undefined);
  });
}

test('a sheet below titles is read and drafted, and its short rows are whole', async () => {
  const sheet = [['Elm City permits'], ['June 2026'], ['Permit', 'Type', 'Address'], ['B-1', 'Roof']];
  const path = file('titled.xlsx', makeXlsx({ Permits: sheet }));
  assert.deepEqual((await read(path)).rows, [{ Permit: 'B-1', Type: 'Roof' }]);
  assert.deepEqual((await readSample(path, 10)).rows, [{ Permit: 'B-1', Type: 'Roof' }]);
});

test('a list of columns is not taken for a table below a title', async () => {
  const path = file('dictionary.csv', 'Column,Meaning\nPermit,Its number\nType,What is built\n');
  await assert.rejects(read(path), /lacks the column "Permit".*source elm-city-ks/);
});

test('a table without a header below a title says how many rows lie above it', async () => {
  const path = file('bare.csv', 'Elm City\nB-1,6/3/2026,1 Elm St\nB-2,6/4/2026,2 Elm St\n');
  const { format, rows } = await readSample(path, 10);
  assert.deepEqual([format.skip_rows, format.columns?.length, rows.length], [1, 3, 2]);
});

test('of an archive what is not the table is left out and said, in whatever order the files lie', async () => {
  const table = { name: 'permits.csv', data: csv };
  const dictionary = { name: 'dictionary.csv', data: 'Column,Meaning\nPermit,Its number\n' };
  const inspections = { name: 'inspections.csv', data: 'Inspection,Permit,Result\n1,B-1,Pass\n' };
  for (const entries of [
    [table, dictionary, inspections],
    [inspections, dictionary, table],
  ]) {
    const path = file('all.zip', makeZip(entries));
    const { rows, leftOut } = await read(path);
    assert.deepEqual(rows, expected);
    assert.deepEqual(leftOut.map((reason) => reason.split(' ')[0]).sort(), [
      'dictionary.csv',
      'inspections.csv',
    ]);
    const sample = await readSample(path, 10);
    assert.deepEqual([sample.rows, sample.leftOut.length], [expected, 2]);
  }
  await assert.rejects(
    read(file('none.zip', makeZip([dictionary, dictionary]))),
    /lacks the column "Permit"/,
  );
  assert.deepEqual(
    (await read(file('text.zip', makeZip([{ name: 'permits.txt', data: csv }])))).rows,
    expected,
  );
});

test('a draft says why a text has no records', async () => {
  const refusals: readonly [string, RegExp][] = [
    ['Permit,Type,Address\n', /has a header and no rows below it/],
    ['Dear sir\nplease find the permits attached\n', /is text without columns/],
    [csv.replaceAll(/^.+$/gm, '"$&"'), /is text without columns: "Permit,Type,Address"/],
    ['[["Permit","Type"],["B-1","Roof"]]', /no readable row.*not an object/],
  ];
  for (const [content, message] of refusals)
    await assert.rejects(readSample(file('a.txt', content), 10), message);
  const tilde = await readSample(file('a.txt', csv.replaceAll(',', '~')), 10);
  assert.deepEqual(tilde.rows, expected);
});
