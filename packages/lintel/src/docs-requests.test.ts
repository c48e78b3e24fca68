/**
 * What README and the guides show of requests and answers is what the service says: `lintel demo` runs as a user runs
 * it, every shown request is made, and its answer compared with the shown one.
 *
 * Shown JSON is shortened by `…`: in a list or object it stands for further entries, at the end of a text for the rest of it.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tagIds } from '@lintel/contract';
import { drawn } from '@lintel/testing/base/rounds.js';
import { blocksOf, pagesOfAnswers } from '@lintel/testing/docs/docs-blocks.js';

const bin = fileURLToPath(new URL('../bin/lintel.js', import.meta.url));
const shownAddress = 'http://127.0.0.1:8080';
/** Where the demo was started, with the home that it has by default. */
const place = mkdtempSync(join(tmpdir(), 'lintel-docs-'));
const home = join(place, '.lintel');
let demo: ChildProcess;
let address = '';
let key = '';
let greeting = '';

before(async () => {
  demo = spawn(process.execPath, [bin, 'demo', '--port', '0', '--home', home]);
  let errors = '';
  demo.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  await new Promise<void>((ready, fail) => {
    demo.on('exit', (code) => fail(new Error(`the demo ended with ${code}: ${errors}`)));
    demo.stdout?.on('data', (chunk: Buffer) => {
      greeting += chunk.toString();
      if (greeting.includes('Ctrl-C')) ready();
    });
  });
  address = /http:\/\/127\.0\.0\.1:\d+/.exec(greeting)?.[0] ?? '';
  key = /lk_\w+/.exec(greeting)?.[0] ?? '';
});

after(async () => {
  demo.removeAllListeners('exit');
  if (demo.exitCode === null) {
    demo.kill();
    await once(demo, 'exit');
  }
  rmSync(place, { recursive: true, force: true });
});

/** Makes the request of a curl line, against the service of this test with its key. */
async function request(curl: string): Promise<Response> {
  const shown = /^curl (?:-i )?-H "X-API-Key: (\S+)" "(\S+)"$/.exec(curl);
  assert.ok(shown, `this test cannot read: ${curl}`);
  const [, shownKey = '', url = ''] = shown;
  assert.ok(shownKey === '$KEY' || shownKey === key);
  return fetch(url.replace(shownAddress, address), { headers: { 'X-API-Key': key } });
}

interface Ran {
  readonly status: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command where the demo was started. This process goes on meanwhile: else it would not notice that the service
 * closes a kept connection, and would use it for the next request.
 */
function ran(command: string, args: readonly string[], input = ''): Promise<Ran> {
  return new Promise((done) => {
    const env = { ...process.env, KEY: key };
    const options = { encoding: 'utf8', cwd: place, env, maxBuffer: 1 << 26 } as const;
    const child = execFile(command, args, options, (error, stdout, stderr) => {
      done({ status: error === null ? 0 : (error.code ?? null), stdout, stderr });
    });
    // A program that ends without reading all of it says by its status how it fared.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

const more = '…';

/** Shown JSON as a value: a bare `…` becomes an element or a key of that name. */
function parseShown(text: string): unknown {
  const open: string[] = [];
  let json = '';
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[^"]/gu)) {
    if (token === '{' || token === '[') open.push(token);
    if (token === '}' || token === ']') open.pop();
    if (token !== more) json += token;
    else json += open.at(-1) === '{' ? `"${more}": 0` : `"${more}"`;
  }
  return JSON.parse(json);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Fails, naming the place, where the answer is not what is shown. */
function compare(shown: unknown, actual: unknown, place: string): void {
  if (typeof shown === 'string' && shown.endsWith(more)) {
    assert.equal(typeof actual, 'string', place);
    assert.equal(String(actual).slice(0, shown.length - 1), shown.slice(0, -1), place);
  } else if (Array.isArray(shown)) {
    assert.ok(Array.isArray(actual), place);
    const items = shown.at(-1) === more ? shown.slice(0, -1) : shown;
    if (items.length < shown.length) assert.ok(actual.length > items.length, `${place} has no more`);
    else assert.equal(actual.length, items.length, `${place}: number of entries`);
    for (const [index, item] of items.entries()) compare(item, actual[index], `${place}[${index}]`);
  } else if (isObject(shown)) {
    assert.ok(isObject(actual), place);
    const names = Object.keys(shown).filter((name) => name !== more);
    const known = Object.keys(actual).filter((name) => names.includes(name) || !(more in shown));
    assert.deepEqual(names, known, `${place}: names and their order`);
    for (const name of names) compare(shown[name], actual[name], `${place}.${name}`);
  } else assert.deepEqual(actual, shown, place);
}

/** Compares status, headers and body with a shown HTTP answer. */
async function compareHttp(shown: string, response: Response, place: string): Promise<void> {
  const [head = '', body] = shown.split('\n\n');
  const [statusLine = '', ...headers] = head.split('\n');
  assert.equal(statusLine.split(' ')[1], String(response.status), place);
  for (const header of headers) {
    const [name = '', value = ''] = header.split(/: (.*)/);
    compare(value, response.headers.get(name), `${place}, ${name}`);
  }
  if (body !== undefined) compare(parseShown(body), await response.json(), place);
}

for (const page of pagesOfAnswers) {
  test(`${page} shows the answers that the service gives`, async () => {
    let compared = 0;
    for (const [index, { language, text }] of blocksOf(page).entries()) {
      if (language !== 'sh' || !text.startsWith('curl ')) continue;
      const answer = blocksOf(page)[index + 1];
      assert.ok(answer, `${page} shows no answer to: ${text}`);
      const response = await request(text);
      const place = `${page}: ${text}`;
      if (answer.language === 'http') await compareHttp(answer.text, response, place);
      else {
        assert.equal(answer.language, 'json', `${page} shows no answer to: ${text}`);
        compare(parseShown(answer.text), await response.json(), place);
      }
      compared += 1;
    }
    assert.ok(compared > 0);
  });
}

test('addresses that guides show outside of commands are answered', async () => {
  const shown = ['docs/api.md', 'docs/standards.md']
    .flatMap(blocksOf)
    .filter(({ language }) => language === '' || language === 'js')
    .flatMap(({ text }) => [...text.matchAll(/(?:127\.0\.0\.1:8080|location\.origin\})(\/[^`\s$]+)`?/g)])
    .map(([, path = '']) => path)
    .filter((path) => !path.endsWith('cursor='));
  assert.ok(shown.length >= 2);
  const tables = readFileSync(resolve('docs/spreadsheets.md'), 'utf8').matchAll(/`(\/v2\/[^`]+\?[^`]+)`/g);
  const asked = [...tables].map(([, path = '']) => path);
  assert.ok(asked.length >= 5);
  for (const path of [...shown, ...asked]) {
    const url = address + path.replace('{z}/{x}/{y}', '5/7/13');
    assert.equal((await fetch(url, { headers: { 'X-API-Key': key } })).status, 200, path);
  }
});

test('docs/data-model.md shows what lintel refine makes of a record', async () => {
  const shown = blocksOf('docs/data-model.md');
  const at = shown.findIndex(({ text }) => text.includes('./lintel refine'));
  const [, input = ''] = /^echo '(.*)' \| \.\/lintel refine$/.exec(shown[at]?.text ?? '') ?? [];
  const run = await ran(process.execPath, [bin, 'refine'], input);
  compare(parseShown(shown[at + 1]?.text ?? ''), JSON.parse(run.stdout), 'lintel refine');
});

test('what docs/data-quality.md shows of reports and explanations runs on the release of the demo', async () => {
  symlinkSync(bin, join(place, 'lintel'));
  const shown = blocksOf('docs/data-quality.md').filter(({ text }) =>
    /^\.\/lintel (report|explain)/.test(text),
  );
  assert.equal(shown.length, 4);
  for (const { text } of drawn(shown, 2)) {
    const run = await ran('sh', ['-e', '-c', text]);
    assert.equal(run.status, 0, `${text}\n${run.stderr}`);
    assert.notEqual(run.stdout, '');
  }
});

test('the request that the demo suggests finds something', async () => {
  const curl = /^Try +(curl .*)$/m.exec(greeting)?.[1] ?? '';
  const { items } = (await (await request(curl)).json()) as { items: unknown[] };
  assert.ok(items.length > 0, curl);
});

/** Runs a script of docs/api.md and compares what it prints with all tags. */
async function walk(language: string, command: string, args: readonly string[]): Promise<void> {
  const script = blocksOf('docs/api.md').find(
    (block) => block.language === language && block.text.includes('cursor'),
  );
  assert.ok(script, `no walk in ${language}`);
  const run = await ran(command, [...args, script.text.replaceAll(shownAddress, address)]);
  assert.equal(run.status, 0, run.stderr);
  assert.deepEqual(run.stdout.trim().split('\n'), [...tagIds].sort());
}

test('the walk in JavaScript gives every tag once', async () => {
  await walk('js', process.execPath, ['--input-type=module', '-e']);
});

for (const program of ['curl', 'ogr2ogr']) {
  const isMissing = spawnSync(program, ['--version']).error !== undefined;
  const skip = isMissing && `${program} is missing`;
  test(`what the pages of standards and spreadsheets show of ${program} runs against the demo`, {
    skip,
  }, async () => {
    const shown = ['docs/standards.md', 'docs/spreadsheets.md']
      .flatMap(blocksOf)
      .filter(({ text }) => new RegExp(`^${program} `, 'm').test(text));
    assert.ok(shown.length > 0);
    for (const { text } of shown) {
      const script = text
        .replaceAll(shownAddress, address)
        .replaceAll(/\bcurl /g, 'curl --fail --silent --show-error ');
      const run = await ran('sh', ['-e', '-c', script]);
      assert.equal(run.status, 0, `${text}\n${run.stdout}${run.stderr}`);
    }
  });
}

test('GDAL takes the types of properties and the extent from the service, not from the first page', {
  skip: spawnSync('ogrinfo', ['--version']).error !== undefined && 'ogrinfo is missing',
}, async () => {
  const env = { ...process.env, GDAL_HTTP_USERPWD: `gis:${key}` };
  const script = `ogrinfo -so "OAPIF:${address}/ogc" permits`;
  const { stdout } = spawnSync('sh', ['-c', script], { env, encoding: 'utf8' });
  for (const line of [
    'final_date: Date (0.0)',
    'approval_duration: Integer (0.0)',
    'inspection_pass_rate: Integer (0.0)',
    'job_value_dollars: Real (0.0)',
    'job_value_outlier: Integer(Boolean) (0.0)',
    'tags: StringList (0.0)',
  ])
    assert.ok(stdout.includes(line), `${line} is not in ${stdout}`);
  assert.match(stdout, /Extent: \(-1[0-9]{2}\.[0-9]0+, /);
});

const hasTools = ['curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).status === 0);
test('the walk in curl and jq gives every tag once', {
  skip: !hasTools && 'curl or jq is missing',
}, async () => {
  await walk('sh', 'sh', ['-c']);
});

test('a broken export is whole after it was resumed as docs/exports.md says', {
  skip: !hasTools && 'curl is missing',
}, async () => {
  const run = async (text: string | undefined) => {
    const script = (text ?? '').replaceAll(shownAddress, address);
    const { status, stderr } = await ran('sh', ['-e', '-c', script]);
    assert.equal(status, 0, stderr);
  };
  const [whole, resumed] = blocksOf('docs/exports.md').filter(({ text }) => text.includes('/v2/export/'));
  await run(whole?.text);
  const file = join(place, 'solar.ndjson');
  const records = readFileSync(file);
  writeFileSync(file, records.subarray(0, records.length / 2));
  await run(resumed?.text);
  assert.ok(records.length > 10_000);
  assert.deepEqual(readFileSync(join(place, 'part.ndjson')), records);
});

/** A file of the demo's release. */
function releaseFile(name: string): Buffer {
  const releases = join(home, 'releases');
  const id = readFileSync(join(releases, 'current'), 'utf8').trim();
  return readFileSync(join(releases, id, name));
}

test('an outsider who reads docs/data-model.md finds a record by its id in the files', () => {
  const id = '6045382b4d48c6bb';
  const ids = releaseFile('permits.ids');
  const word = (index: number) => ids.readUInt32LE(index * 4);
  const [magic, format, entries = 0, bits = 0] = [5, 4, 3, 2].map((back) => word(ids.length / 4 - back));
  assert.deepEqual([magic, format], [0x5844494c, 1]);
  const [high, low] = [Number.parseInt(id.slice(0, 8), 16), Number.parseInt(id.slice(8), 16)];
  const directory = entries * 4;
  const bucket = Math.floor(high / 2 ** (32 - bits));
  let found = '';
  for (let entry = word(directory + bucket); entry < word(directory + bucket + 1); entry++) {
    const at = entry * 4;
    if (word(at) !== high || word(at + 1) !== low) continue;
    const offset = word(at + 2) + (word(at + 3) & 0xff) * 2 ** 32;
    found = releaseFile('permits.ndjson').toString('utf8', offset, offset + (word(at + 3) >>> 8));
  }
  assert.equal((JSON.parse(found) as { id: string }).id, id);
  const offsets = releaseFile('permits.offsets');
  assert.equal(offsets.length / 8 - 1, entries);
  assert.equal(Number(offsets.readBigUInt64LE(entries * 8)), releaseFile('permits.ndjson').length);
});

test('ids are the hashes that docs/data-model.md describes', () => {
  const digest = (...parts: string[]) =>
    createHash('sha256').update(parts.join('\0')).digest().subarray(0, 8);
  const geoId = (kind: number, ...parts: string[]) => {
    const bytes = digest(...parts);
    bytes[0] = (kind << 6) | ((bytes[0] ?? 0) & 0x3f);
    return bytes.toString('base64url');
  };
  assert.equal(digest('permit', 'sample-harris-county-tx', '260000011').toString('hex'), '6045382b4d48c6bb');
  assert.equal(geoId(0, 'address', 'TX|HOUSTON|4348|DEVONSHIRE ST'), 'E5yBT2nWSQo');
  assert.equal(geoId(1, 'city', 'TX|HOUSTON|48201'), 'XN951pTw8xU');
  assert.equal(geoId(2, 'jurisdiction', '48201'), 'nUVGzYhJuYo');
  assert.equal(geoId(3, 'county', '48201'), '0AlqLRBbgJU');
});
