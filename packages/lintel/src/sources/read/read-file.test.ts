/**
 * Reading files of every format, whole and broken: what is read, which faults affect a row, which the file.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { elmCity } from '@lintel/testing/sources/elm-city.js';
import { UserError } from '../../base/user-error.js';
import { type CatalogSource, makeSource } from '../source/catalog-source.js';
import { readFile } from './read-file.js';
import { maxRecordChars, type ReadItem } from './read-item.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-read-'));
after(() => rmSync(directory, { recursive: true, force: true }));
let files = 0;

function source(format: object, columns: { key?: string; required?: string[] } = {}): CatalogSource {
  const definition = {
    ...elmCity,
    format,
    row_key: [columns.key ?? 'Permit'],
    required: columns.required ?? [],
    map: { number: columns.key ?? 'Permit', address: 'Address', description: 'Work' },
  };
  return makeSource(definition, 'elm-city-ks.json');
}

function file(name: string, content: string | Uint8Array): string {
  const path = join(directory, `${++files}-${name}`);
  writeFileSync(path, content);
  return path;
}

async function read(path: string, from: CatalogSource): Promise<ReadItem[]> {
  const items: ReadItem[] = [];
  for await (const batch of readFile(path, from)) items.push(...batch);
  return items;
}

async function readText(name: string, content: string | Uint8Array, format: object): Promise<ReadItem[]> {
  return read(file(name, content), source(format));
}

async function refused(
  content: string | Uint8Array,
  message: RegExp,
  format: object = { type: 'csv' },
): Promise<UserError> {
  const path = file('broken.dat', content);
  let failure: unknown;
  await read(path, source(format)).catch((error: unknown) => {
    failure = error;
  });
  assert.ok(failure instanceof UserError, `expected a UserError with ${message}, got ${failure}`);
  assert.match(failure.message, message);
  assert.ok(failure.message.includes(path), `"${failure.message}" does not name the file`);
  return failure;
}

const csv = 'Permit,Address,Work\n';
const rowOf = (item: ReadItem | undefined) => (item && 'row' in item ? item.row : item);

test('CSV with CRLF, LF or CR, with or without BOM and last line end, gives the same rows', async () => {
  const lines = ['Permit,Address,Work', 'B-1,1 Elm St,"new, roof"', 'B-2,,"two\nlines"'];
  const expected = [
    { Permit: 'B-1', Address: '1 Elm St', Work: 'new, roof' },
    { Permit: 'B-2', Work: 'two\nlines' },
  ];
  for (const lineEnd of ['\n', '\r\n', '\r']) {
    for (const mark of ['', '\ufeff']) {
      for (const last of ['', lineEnd]) {
        const items = await readText('a.csv', mark + lines.join(lineEnd) + last, { type: 'csv' });
        assert.deepEqual(items.map(rowOf), expected);
        assert.deepEqual(
          items.map((item) => item.line),
          [2, 3],
        );
      }
    }
  }
});

test('a CSV file that changes its line ends half-way gives the same rows', async () => {
  const rows = (lineEnd: string) => `B-1,1 Elm,roof${lineEnd}`.repeat(20_000);
  for (const [before, after] of [
    ['\n', '\r\n'],
    ['\r\n', '\n'],
  ] as const) {
    const header = csv.replace('\n', before);
    const items = await readText('a.csv', header + rows(before) + rows(after), { type: 'csv' });
    assert.equal(items.length, 40_000);
    assert.deepEqual(rowOf(items.at(-1)), { Permit: 'B-1', Address: '1 Elm', Work: 'roof' });
    assert.ok(items.every((item) => 'row' in item && item.row.Work === 'roof'));
  }
});

test('CSV headers are trimmed and fitted to the source without regard to case; extra columns are kept', async () => {
  const items = await readText('a.csv', '  PERMIT ,   address,Work, ,Extra,Extra\nB-1,1 Elm,roof,a,b,c\n', {
    type: 'csv',
  });
  assert.deepEqual(rowOf(items[0]), {
    Permit: 'B-1',
    Address: '1 Elm',
    Work: 'roof',
    '#4': 'a',
    Extra: 'b',
    'Extra#6': 'c',
  });
});

test('quotes inside unquoted cells, tabs and other separators are read', async () => {
  const quotes = await readText('a.csv', `${csv}B-1,1 Elm,install 5" pipe\n`, { type: 'csv' });
  assert.equal((rowOf(quotes[0]) as Record<string, unknown>).Work, 'install 5" pipe');
  const text = `${csv}B-1,1 Elm,"A" frame sign\nB-2,2 Elm,roof\nB-3,3 Elm,"new, roof"\n`;
  const works = (await readText('a.csv', text, { type: 'csv' })).map(
    (item) => (rowOf(item) as Record<string, unknown>).Work,
  );
  assert.deepEqual(works, ['"A" frame sign', 'roof', 'new, roof'], 'a quoted beginning costs no other row');
  for (const [mark, format] of [
    ['\t', { type: 'tsv' }],
    ['\t', { type: 'csv', delimiter: '\t' }],
    [';', { type: 'csv', delimiter: ';' }],
  ] as const) {
    const items = await readText('a.txt', `Permit${mark}Address\nB-1${mark}1 Elm, rear\n`, format);
    assert.deepEqual(items.map(rowOf), [{ Permit: 'B-1', Address: '1 Elm, rear' }]);
  }
});

test('a row with too many or too few cells is a fault of that row, with its line', async () => {
  const items = await readText('a.csv', `${csv}B-1,1 Elm,roof\nB-2,"a\nb",x,y\nB-3\n\nB-4,4 Elm,roof,,\n`, {
    type: 'csv',
  });
  assert.deepEqual(items, [
    { row: { Permit: 'B-1', Address: '1 Elm', Work: 'roof' }, line: 2 },
    { fault: 'The row has 4 cells, the header 3.', line: 3, body: '["B-2","a\\nb","x","y"]' },
    { fault: 'The row has 1 cells, the header 3.', line: 5, body: '["B-3"]' },
    { row: { Permit: 'B-4', Address: '4 Elm', Work: 'roof' }, line: 6 },
  ]);
});

test('a CSV file cut off inside a quote fails with line and column, after the rows before', async () => {
  const path = file('cut.csv', `${csv}B-1,1 Elm,roof\nB-2,2 Elm,"new roof and`);
  const seen: ReadItem[] = [];
  await assert.rejects(
    async () => {
      for await (const batch of readFile(path, source({ type: 'csv' }))) seen.push(...batch);
    },
    (error) =>
      error instanceof UserError &&
      error.message ===
        `${path}: line 3, column "Work": the file ends inside a quoted cell that begins in this row.`,
  );
  assert.equal(seen.length, 1);
});

test('a quote that is never closed fails the file before it fills the memory', async () => {
  const rows = 'B-3,3 Elm,roof\n'.repeat(maxRecordChars / 10);
  await refused(`${csv}B-1,1 Elm,roof\nB-2,2 Elm,"new roof\n${rows}`, /line 3.*longer than/);
});

test('a header that is not of the source is refused with what is missing, what is there and what is near', async () => {
  const path = file('other.csv', 'Permit_No,Adress,Work\n1,2,3\n');
  const wanted = source({ type: 'csv' }, { required: ['Address', 'Work'] });
  await assert.rejects(read(path, wanted), (error) => {
    assert.ok(error instanceof UserError);
    assert.equal(
      error.message,
      `${path} lacks the columns "Address" (nearest: "Adress"), "Permit" (nearest: "Permit_No") of source elm-city-ks.`,
    );
    assert.match(error.hint ?? '', /It has "Permit_No", "Adress", "Work"\./);
    return true;
  });
  await refused('Zebra,Quux\n1,2\n', /lacks the column "Permit" of source/);
  await refused('Permit No;Address;Work\n1;2;3\n', /looks separated by semicolons/);
  await refused('Permit,Address,Permit\n1,2,3\n', /names "Permit" twice, as columns 1 and 3/);
  await refused('\n\n\n', /no header line|nothing but blanks/);
});

test('bytes that are not of the encoding fail with their place and the likely encoding', async () => {
  const latin = Buffer.from(`${csv}B-1,1 Elm,caf\u00e9 roof\n`, 'latin1');
  const failure = await refused(latin, /line 2, byte 34: 0xE9 is not UTF-8 text here/);
  assert.match(failure.hint ?? '', /latin1 it would be "é".*"encoding": "latin1"/);
  const late = Buffer.concat([
    Buffer.from(csv),
    Buffer.from('B-1,€uro,x\n'.repeat(40_000)),
    latin.subarray(20),
  ]);
  await refused(late, /line 40002, byte 520034: 0xE9/);
  await refused(Buffer.concat([Buffer.from(csv), Buffer.from([0x42, 0xe2, 0x82])]), /line 2, byte 22: 0xE2/);
  const items = await readText('latin.csv', latin, { type: 'csv', encoding: 'latin1' });
  assert.equal((rowOf(items[0]) as Record<string, unknown>).Work, 'café roof');
});

test('multi-byte characters survive every chunk boundary', async () => {
  const word = 'aé€😀';
  const content = `${csv}${Array.from({ length: 60_000 }, (_, i) => `B-${i},${word},${word}\n`).join('')}`;
  const items = await readText('wide.csv', content, { type: 'csv' });
  assert.equal(items.length, 60_000);
  assert.ok(items.every((item) => 'row' in item && item.row.Address === word && item.row.Work === word));
});

test('the separator is the one with which the header fits the source', async () => {
  const columns = { required: ['Address', 'Work'] };
  for (const mark of [',', ';', '\t', '|']) {
    const text = `"Permit"${mark}Address${mark}Work\nB-1${mark}1 Elm${mark}"roof${mark} new"\n`;
    const [item] = await read(file('marks.csv', text), source({ type: 'csv' }, columns));
    assert.deepEqual(rowOf(item), { Permit: 'B-1', Address: '1 Elm', Work: `roof${mark} new` });
  }
  const titled = 'Report of June\n\nPermit;Address;Work\nB-1;1 Elm;roof\n';
  const [item] = await read(file('title.csv', titled), source({ type: 'csv', skip_rows: 1 }, columns));
  assert.deepEqual(item, { row: { Permit: 'B-1', Address: '1 Elm', Work: 'roof' }, line: 4 });
});

test('UTF-16 is recognised with and without its mark, and refused if the source has another encoding', async () => {
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`${csv}B-1,1 Elm,café\n`, 'utf16le')]);
  const failure = await refused(wide, /is UTF-16LE, not UTF-8 text/, { type: 'csv', encoding: 'utf-8' });
  assert.match(failure.hint ?? '', /"encoding": "utf-16le"/);
  for (const format of [{ type: 'csv', encoding: 'utf-16le' }, { type: 'csv' }]) {
    for (const bytes of [wide, wide.subarray(2)]) {
      const items = await readText('wide.csv', bytes, format);
      assert.deepEqual(items.map(rowOf), [{ Permit: 'B-1', Address: '1 Elm', Work: 'café' }]);
    }
  }
  const bigEndian = Buffer.from(wide.subarray(2)).swap16();
  assert.deepEqual((await readText('wide.csv', bigEndian, { type: 'csv' })).map(rowOf), [
    { Permit: 'B-1', Address: '1 Elm', Work: 'café' },
  ]);
});

test('empty, blank and binary files are refused by what they are', async () => {
  await refused('', /is empty/);
  await refused(gzipSync(''), /is empty/);
  await refused('  \n \n', /looks like nothing but blanks/);
  await refused(Buffer.from('504b0304140000000800', 'hex'), /cannot be unpacked: .*file is truncated/);
  await refused(Buffer.from('25504446312e370a', 'hex'), /PDF document/);
  await refused(Buffer.from([1, 2, 0, 3]), /byte 3 is zero/);
  const damaged = `Permit,Address,Work\nB-1,1 Elm,a\0b\nB-2,2 Elm,${'deck '.repeat(40)}\n`;
  const [first, second] = await readText('nul.csv', Buffer.from(damaged), { type: 'csv' });
  assert.ok(first !== undefined && 'fault' in first && /NUL/.test(first.fault));
  assert.ok(second !== undefined && 'row' in second);
  const missing = join(directory, 'missing.csv');
  await assert.rejects(
    read(missing, source({ type: 'csv' })),
    (error) => error instanceof UserError && error.message.includes(missing),
  );
});

test('a file of another format is refused with what it looks like', async () => {
  await refused('[{"Permit": "B-1"}]', /looks like a JSON list, not like the CSV/);
  await refused('{"error": {"code": 400}}', /looks like a JSON object, not like the CSV/);
  await refused('<!DOCTYPE html><html>', /is an HTML page/);
  await refused('<?xml version="1.0"?>', /is XML/);
  await refused(`${csv}B-1,1 Elm,roof\n`, /looks like a table .*, not like the JSON/, { type: 'json' });
  await refused(
    '{"Permit":1}\n{"Permit":2}\n',
    /looks like JSON with one record a line, not like the JSON /,
    { type: 'json' },
  );
  await refused('[{"Permit":1}]', /looks like a JSON list, not like the NDJSON/, { type: 'ndjson' });
  await refused('{\n"Permit":1\n}', /looks like a JSON object, not like the NDJSON/, { type: 'ndjson' });
});

test('records are read from a list, a path, features and lines', async () => {
  const rows = [{ Permit: 'B-1', Address: '1 Elm' }, { Permit: 'B-2' }];
  const point = { type: 'Point', coordinates: [-98.5, 38.2] };
  const featured = rows.map((row) => ({ ...row, geometry: point }));
  const features = rows.map((row) => ({ type: 'Feature', properties: row, geometry: point }));
  const cases: [string, object, unknown[]][] = [
    [JSON.stringify(rows), { type: 'json' }, rows],
    [JSON.stringify({ d: { results: rows } }, null, 2), { type: 'json', records: 'd.results' }, rows],
    [JSON.stringify({ type: 'FeatureCollection', features }), { type: 'geojson' }, featured],
    [
      JSON.stringify({ features: rows.map((row) => ({ attributes: row, geometry: point })) }),
      { type: 'json', records: 'features[].attributes' },
      featured,
    ],
    [rows.map((row) => JSON.stringify(row)).join('\n\n'), { type: 'ndjson' }, rows],
    [rows.map((row) => JSON.stringify(row)).join('\r\n'), { type: 'ndjson' }, rows],
    [JSON.stringify(rows[0]), { type: 'ndjson' }, rows.slice(0, 1)],
    ['[]', { type: 'json' }, []],
  ];
  for (const [content, format, expected] of cases) {
    assert.deepEqual((await readText('a.dat', content, format)).map(rowOf), expected, content);
    assert.deepEqual(
      (await readText('a.dat.gz', gzipSync(content), format)).map(rowOf),
      expected,
      `packed ${content}`,
    );
  }
});

test('extension and content decide the format if the source does not', async () => {
  const rows = [{ Permit: 'B-1' }];
  assert.deepEqual((await readText('a.csv.gz', gzipSync('Permit\nB-1\n'), {})).map(rowOf), rows);
  assert.deepEqual((await readText('a.TSV', 'Permit\tX\nB-1\t\n', {})).map(rowOf), rows);
  assert.deepEqual((await readText('a.jsonl', '{"Permit":"B-1"}\n', {})).map(rowOf), rows);
  assert.deepEqual((await readText('a', 'Permit\nB-1\n', {})).map(rowOf), rows);
  assert.deepEqual((await readText('a.json', '{"Permit":"B-1"}\n{"Permit":"B-2"}\n', {})).length, 2);
  const features = '{"type":"FeatureCollection","features":[{"properties":{"Permit":"B-1"}}]}';
  assert.deepEqual((await readText('a.txt', features, {})).map(rowOf), rows);
});

test('a record that cannot be read is a fault of that record only', async () => {
  const text = '[{"Permit":"B-1"}, {"Permit": oops}, 7, {"Permit":"B-2\tand\u0001"}, [1]]';
  const items = await readText('a.json', text, { type: 'json' });
  assert.deepEqual(
    items.map((item) => [
      item.line,
      'row' in item ? item.row : item.fault.replace(/:.*/s, ':'),
      'row' in item || item.body,
    ]),
    [
      [1, { Permit: 'B-1' }, true],
      [2, 'The record is not JSON:', '{"Permit": oops}'],
      [3, 'The record is not an object.', '7'],
      [4, { Permit: 'B-2\tand\u0001' }, true],
      [5, 'The record is not an object.', '[1]'],
    ],
  );
  const lines = await readText('a.ndjson', '{"Permit":"B-1"}\n{"Permit"\n', { type: 'ndjson' });
  assert.deepEqual(
    lines.map((item) => [item.line, 'row' in item]),
    [
      [1, true],
      [2, false],
    ],
  );
  const features = await readText(
    'a.geojson',
    '{"features":[{"properties":null},{"properties":{"Permit":1}}]}',
    {
      type: 'geojson',
    },
  );
  assert.match((features[0] as { fault: string }).fault, /not an object at "properties"/);
});

test('JSON without the list, cut off, or with records of another source, is refused', async () => {
  const json = { type: 'json', records: 'rows' };
  const failure = await refused('{"meta": {"columns": []}, "data": [1]}', /has no list at "rows"/, json);
  assert.match(failure.hint ?? '', /lists at: meta\.columns, data/);
  await refused('{"error": "no such dataset"}', /is not a list of records/, { type: 'json' });
  await refused(
    '{"rows": [\n{"Permit": 1},\n{"Per',
    /line 3, column 6: the file ends inside .* after 1 of them/,
    json,
  );
  await refused('{"rows": [{"Nr": 1, "Address": "x"}]}', /lacks the column "Permit"/, json);
  await refused('{"Nr": 1}\n{"Nr": 2}\n', /lacks the column "Permit"/, { type: 'ndjson' });
});

test('names of JSON records are fitted without regard to case', async () => {
  const many = Array.from({ length: 250 }, (_, i) => ({ PERMIT: i, address: 'x' }));
  const items = await readText('a.json', JSON.stringify(many), { type: 'json' });
  assert.deepEqual(
    items.map(rowOf),
    many.map(({ PERMIT, address }) => ({ Permit: PERMIT, Address: address })),
  );
});

test('a truncated compressed file fails as such', async () => {
  const packed = gzipSync(
    csv + Array.from({ length: 5000 }, (_, i) => `B-${i},${i * 7919} Elm,roof\n`).join(''),
  );
  const failure = await refused(
    packed.subarray(0, packed.length - 2000),
    /cannot be unpacked: unexpected end of file/,
  );
  assert.match(failure.hint ?? '', /Fetch it again/);
});
