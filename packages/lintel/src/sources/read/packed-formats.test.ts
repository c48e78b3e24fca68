/**
 * Workbooks, Parquet files and archives: the same rows as from CSV, and how broken or hostile ones are
 * refused.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { proof } from '@lintel/testing/base/rounds.js';
import { elmCity } from '@lintel/testing/sources/elm-city.js';
import { makeXlsx, makeZip } from '@lintel/testing/sources/synthetic-archive.js';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { UserError } from '../../base/user-error.js';
import { type CatalogSource, makeSource } from '../source/catalog-source.js';
import { fileText } from './file-text.js';
import { readFile } from './read-file.js';
import type { ReadItem } from './read-item.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-packed-'));
after(() => rmSync(directory, { recursive: true, force: true }));

function source(format: object = {}): CatalogSource {
  const definition = {
    ...elmCity,
    format,
    row_key: ['Permit'],
    required: ['Address'],
    map: { number: 'Permit', address: 'Address', issue_date: 'Issued' },
  };
  return makeSource(definition, 'elm-city-ks.json');
}

async function read(name: string, content: Uint8Array, format: object = {}): Promise<ReadItem[]> {
  const path = join(directory, name);
  writeFileSync(path, content);
  const items: ReadItem[] = [];
  for await (const batch of readFile(path, source(format))) items.push(...batch);
  return items;
}

const rows = (items: readonly ReadItem[]) => items.map((item) => ('row' in item ? item.row : item.fault));

async function refused(
  name: string,
  content: Uint8Array,
  message: RegExp,
  format: object = {},
): Promise<void> {
  await assert.rejects(
    read(name, content, format),
    (error) => error instanceof UserError && message.test(error.message) && error.message.includes(name),
  );
}

test('a sheet gives texts, numbers, dates and times as text, and omits empty cells', async () => {
  const book = makeXlsx({
    Permits: [
      ['Permit', 'Address', 'Issued', 'Value', 'Done'],
      ['B-1', '1 Elm & Oak <St>', { date: 46_176 }, 12_500.5, true],
      ['B-2', { inline: '2 Elm' }, { date: 46_176.75 }],
      [],
      ['B-3', null, null, 0],
    ],
  });
  const items = await read('permits.xlsx', book);
  assert.deepEqual(rows(items), [
    { Permit: 'B-1', Address: '1 Elm & Oak <St>', Issued: '2026-06-03', Value: '12500.5', Done: 'true' },
    { Permit: 'B-2', Address: '2 Elm', Issued: '2026-06-03T18:00:00' },
    { Permit: 'B-3', Value: '0' },
  ]);
  assert.deepEqual(
    items.map(({ line }) => line),
    [2, 3, 5],
  );
});

test('the sheet that the source names is read, below its title', async () => {
  const table = [
    ['Permit', 'Address'],
    ['B-1', '1 Elm'],
  ];
  const book = makeXlsx({ About: [['nothing here']], 'June 2026': [['Permits of June'], ...table] });
  const format = { sheet: 'june 2026', skip_rows: 1 };
  assert.deepEqual(rows(await read('sheets.xlsx', book, format)), [{ Permit: 'B-1', Address: '1 Elm' }]);
  await refused('sheets.xlsx', book, /no sheet "Jun 2026". Did you mean "June 2026"/, { sheet: 'Jun 2026' });
  await refused('sheets.xlsx', book, /lacks the columns/);
});

test('a Parquet file gives dates, times, large and nested values as text and JSON', async () => {
  const content = parquetWriteBuffer({
    columnData: [
      { name: 'PERMIT', data: ['B-1', 'B-2'], type: 'STRING' },
      { name: 'Address', data: ['1 Elm', null], type: 'STRING' },
      { name: 'Issued', data: [new Date('2026-06-03T12:00:00Z'), null], type: 'TIMESTAMP' },
      { name: 'Id', data: [9_007_199_254_740_993n, 7n], type: 'INT64' },
      { name: 'Value', data: [12_500.5, 0], type: 'DOUBLE' },
    ],
  });
  assert.deepEqual(rows(await read('permits.parquet', new Uint8Array(content))), [
    {
      Permit: 'B-1',
      Address: '1 Elm',
      Issued: '2026-06-03T12:00:00.000Z',
      Id: '9007199254740993',
      Value: 12_500.5,
    },
    { Permit: 'B-2', Id: 7, Value: 0 },
  ]);
});

test('an archive gives the rows of all its files of records, whatever their formats', async () => {
  const archive = makeZip([
    { name: 'readme.txt', data: 'About these files' },
    { name: '__MACOSX/a.csv', data: 'junk' },
    { name: '2026/june.csv', data: 'Permit,Address\nB-1,1 Elm\n' },
    { name: '2026/july.csv.gz', data: gzipSync('Permit;Address\nB-2;2 Elm\n') },
    { name: 'august.ndjson', data: '{"Permit":"B-3","Address":"3 Elm"}\n' },
    {
      name: 'may.xlsx',
      data: makeXlsx({
        S: [
          ['Permit', 'Address'],
          ['B-4', '4 Elm'],
        ],
      }),
    },
  ]);
  const found = rows(await read('all.zip', archive));
  assert.deepEqual(
    found,
    ['1', '2', '3', '4'].map((number) => ({ Permit: `B-${number}`, Address: `${number} Elm` })),
  );
});

test('the content of a file decides its format, not its name', async () => {
  const book = makeXlsx({
    S: [
      ['Permit', 'Address'],
      ['B-1', '1 Elm'],
    ],
  });
  assert.equal((await read('book.csv', book, { type: 'csv' })).length, 1);
  await refused('text.xlsx', Buffer.from('Permit,Address\n'), /does not begin like the XLSX/);
  await refused('text.parquet', Buffer.from('PAR1 and nothing more'), /not a whole Parquet file/);
});

test('an archive that is cut off, lies about a size, holds no records or would fill the disk is refused', async () => {
  const whole = makeZip([{ name: 'a.csv', data: 'Permit,Address\nB-1,1 Elm\n' }]);
  await refused('cut.zip', whole.subarray(0, whole.length - 30), /cannot be unpacked/);
  await refused('empty.zip', makeZip([{ name: 'a.mp3', data: 'x' }]), /contains no file of records/);
  const lie = makeZip([
    { name: 'a.csv', data: `Permit,Address\n${'B-1,1 Elm\n'.repeat(9)}`, claimedBytes: 20 },
  ]);
  await refused('lie.zip', lie, /cannot be unpacked: .*too many bytes/);
  const bomb = makeZip([{ name: 'a.csv', data: Buffer.alloc(100 * 1024 ** 2, 'a') }]);
  await refused('bomb.zip', bomb, /unpacks from \d+ to more than \d+ bytes, which no records do/);
});

test('a workbook whose XML is broken or cut off is refused', async () => {
  const book = makeZip([
    { name: 'xl/workbook.xml', data: '<workbook><sheets><sheet name="S" r:id="a"/></sheets></workbook>' },
    { name: 'xl/_rels/workbook.xml.rels', data: '<R><Relationship Id="a" Target="/xl/s.xml"/></R>' },
    { name: 'xl/s.xml', data: '<worksheet><sheetData><row><c><v>1</v></x>' },
  ]);
  await assert.rejects(
    read('broken.xlsx', book),
    (error) => error instanceof UserError && /broken XML/.test(error.message),
  );
});

test('a gzip that unpacks to far more than records do is refused on the way', async () => {
  const path = join(directory, 'bomb.csv.gz');
  writeFileSync(path, gzipSync(Buffer.alloc(80 * 1024 ** 2, 'a')));
  let chars = 0;
  await assert.rejects(async () => {
    for await (const text of fileText(path)) chars += text.length;
  }, /bomb\.csv\.gz unpacks from \d+ to more than \d+ bytes, which no records do/);
  assert.ok(chars <= 64 * 1024 ** 2, `${chars} characters were given`);
});

proof('a file of any format that holds a few values many times over is refused, and soon', {}, async () => {
  const asParquet = (columnData: Parameters<typeof parquetWriteBuffer>[0]['columnData']) =>
    new Uint8Array(parquetWriteBuffer({ columnData }));
  const million = 1_100_000;
  const rowsOfParquet = asParquet([
    { name: 'Permit', data: Array<string>(million).fill('B-1'), type: 'STRING' },
    { name: 'Address', data: Array<string>(million).fill('1 Elm'), type: 'STRING' },
  ]);
  assert.ok(rowsOfParquet.length < 20_000, `${rowsOfParquet.length} bytes`);
  const long = 'x'.repeat(300_000);
  const textsOfParquet = asParquet([
    { name: 'Permit', data: Array<string>(1000).fill(long), type: 'STRING' },
    { name: 'Address', data: Array<string>(1000).fill('1 Elm'), type: 'STRING' },
  ]);
  const cell = '<c t="s"><v>2</v></c>';
  const heads = '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>';
  const textsOfBook = makeZip([
    { name: 'xl/workbook.xml', data: '<workbook><sheets><sheet name="S" r:id="a"/></sheets></workbook>' },
    { name: 'xl/_rels/workbook.xml.rels', data: '<R><Relationship Id="a" Target="/xl/s.xml"/></R>' },
    {
      name: 'xl/sharedStrings.xml',
      data: `<sst>${['Permit', 'Address', long].map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    },
    {
      name: 'xl/s.xml',
      data: `<worksheet><sheetData>${heads}${`<row>${cell}${cell}</row>`.repeat(1000)}</sheetData></worksheet>`,
    },
  ]);
  const shortRows = gzipSync(`Permit,Address\n${'1,\n'.repeat(1_200_000)}`);
  for (const [name, content] of [
    ['rows.parquet', rowsOfParquet],
    ['texts.parquet', textsOfParquet],
    ['texts.xlsx', textsOfBook],
    ['rows.csv.gz', shortRows],
    ['texts.zip', makeZip([{ name: 'permits.parquet', data: Buffer.from(textsOfParquet) }])],
  ] as const) {
    await refused(name, content, /unpacks from \d+ to more than \d+ bytes, which no records do/);
  }
});
