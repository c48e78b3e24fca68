/** `lintel source new` and `source discover --platform` at portals of permit software: what is recognised and written. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { lintelHere } from '@lintel/testing/cli/run-lintel.js';
import { AccelaRestServer, accelaAppId } from '@lintel/testing/portals/accela-rest-server.js';
import { AccelaServer, accelaPermits } from '@lintel/testing/portals/accela-server.js';
import { EnergovServer, energovPermits } from '@lintel/testing/portals/energov-server.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-portals-'));
const home = join(directory, 'home');
mkdirSync(home);
writeFileSync(join(home, 'lintel.json'), '{"fetch": {"allow_hosts": ["127.0.0.1"]}}');
const env = { ...process.env, LINTEL_HOME: home };
const energov = await new EnergovServer().listen();
energov.permits = energovPermits(30);
const accela = await new AccelaServer().listen();
const today = new Date().toISOString().slice(0, 10);
accela.permits = accelaPermits(12).map((permit) => ({ ...permit, opened: today }));
const cityPage = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(
    `<p>Permits <a href="mailto:a@elm.example">mail</a> <a href='${energov.url}#/home'>search</a></p>`,
  );
});
await new Promise<void>((resolve) => cityPage.listen(0, '127.0.0.1', resolve));
after(async () => {
  cityPage.closeAllConnections();
  cityPage.close();
  await Promise.all([energov.close(), accela.close()]);
  rmSync(directory, { recursive: true, force: true });
});

async function lintel(...args: string[]) {
  const { stdout, stderr, status } = await lintelHere([...args, '--json'], { cwd: directory, env });
  return { status, stderr, data: status === 0 ? JSON.parse(stdout) : null };
}

test('source new recognises a portal by its address, and by the page of a city that links to it', async () => {
  const at = `http://127.0.0.1:${(cityPage.address() as AddressInfo).port}/building`;
  const linked = await lintel(
    'source',
    'new',
    at,
    '--id',
    'topeka-portal',
    '--city',
    'Topeka',
    '--state',
    'KS',
  );
  assert.equal(linked.status, 0, linked.stderr);
  const { definition } = linked.data;
  assert.deepEqual(Object.keys(definition), ['platform', 'address', 'jurisdiction']);
  const whole = (await lintel('source', 'show', 'topeka-portal.json')).data;
  assert.deepEqual(whole.fetch, { protocol: 'energov', base_url: energov.url, dataset: 'permits' });
  assert.deepEqual(
    [whole.id, whole.namespace, whole.time_zone],
    ['topeka-portal', 'topeka-ks', 'America/Chicago'],
  );
  assert.equal(whole.jurisdiction.geoid, '2071000');
  assert.match(linked.data.questions.join(' '), /most rows name another city, such as Elm City/);
  const own = await lintel(
    'source',
    'new',
    accela.url,
    '--id',
    'topeka-accela',
    '--city',
    'Topeka',
    '--state',
    'KS',
  );
  assert.equal(own.status, 0, own.stderr);
  const ofAccela = (await lintel('source', 'show', 'topeka-accela.json')).data;
  assert.deepEqual(ofAccela.fetch, { protocol: 'accela', base_url: accela.url, dataset: 'Building' });
});

test('source new of a listed portal writes two lines, and with --rest reads the interface of Accela', async () => {
  const rest = await new AccelaRestServer().listen();
  try {
    rest.permits = accela.permits;
    const address = 'https://aca-prod.accela.com/ELMCITY';
    const place = ['--city', 'Topeka', '--state', 'KS'];
    const draft = (...more: string[]) => lintel('source', 'new', ...more, '--base-url', rest.origin);
    const without = await draft(address, '--id', 'by-rest', '--rest', ...place);
    assert.match(without.stderr, /with an app id only/);
    assert.match(without.stderr, /Set LINTEL_ACCELA_APP_ID.*LINTEL_ACCELA_TOKEN/s);
    const { host } = new URL(rest.origin);
    const settings = { allow_hosts: ['127.0.0.1'], app_tokens: { [host]: accelaAppId } };
    writeFileSync(join(home, 'lintel.json'), JSON.stringify({ fetch: settings }));
    const { status, stderr, data } = await draft(address, '--id', 'by-rest', '--rest', ...place);
    assert.equal(status, 0, stderr);
    assert.deepEqual(Object.keys(data.definition), ['platform', 'address', 'jurisdiction']);
    const { fetch, map } = (await lintel('source', 'show', 'by-rest.json')).data;
    assert.deepEqual(fetch, {
      protocol: 'accela_rest',
      base_url: 'https://apis.accela.com',
      dataset: 'ELMCITY/Building',
    });
    assert.ok('source_url' in map);
    const own = ['https://permits.example.gov/CitizenAccess', '--id', 'by-code', '--rest', ...place];
    assert.match((await draft(...own)).stderr, /does not say what Accela calls the agency.*--agency CODE/s);
    const named = await draft(...own, '--agency', 'ELMCITY');
    assert.deepEqual(named.data.definition.fetch, { dataset: 'ELMCITY/Building' });
    const energy = await draft(`${energov.url}#/home`, '--id', 'x', '--rest');
    assert.match(energy.stderr, /--rest is for portals of Accela/);
    const listed = await lintel(
      ...['source', 'new', 'https://aca-prod.accela.com/BOISE', '--id', 'boise', '--base-url', accela.url],
    );
    assert.deepEqual(listed.data.definition, {
      platform: 'accela',
      address: 'https://aca-prod.accela.com/BOISE',
    });
  } finally {
    writeFileSync(join(home, 'lintel.json'), '{"fetch": {"allow_hosts": ["127.0.0.1"]}}');
    await rest.close();
  }
});

test('source discover goes through the inventory, writes what answers, and lets a portal that refuses rest', async () => {
  const discover = (platform: string, place: string, url: string) =>
    lintel(
      'source',
      'discover',
      '--platform',
      platform,
      '--place',
      place,
      '--state',
      'FL',
      '--base-url',
      url,
    );
  const found = await discover('energov', 'Walton County', energov.url);
  assert.equal(found.status, 0, found.stderr);
  const [walton, ...others] = found.data.portals;
  assert.deepEqual(
    [walton.place, walton.saw, walton.permits, others],
    ['Walton County, FL', 'answers', 30, []],
  );
  const path = join(found.data.directory, walton.file);
  assert.deepEqual(JSON.parse(readFileSync(path, 'utf8')), { platform: 'energov', address: walton.address });
  const whole = (await lintel('source', 'show', path)).data;
  assert.deepEqual([whole.id, whole.jurisdiction.geoid], ['walton-county-fl-energov', '12131']);
  accela.isLoginOnly = true;
  const refused = await discover('accela', 'Lee County', accela.url);
  assert.deepEqual(
    refused.data.portals.map(({ saw }: { saw: string }) => saw),
    ['login only'],
  );
  const asked = accela.paths.length;
  await discover('accela', 'Lee County', accela.url);
  assert.equal(accela.paths.length, asked, 'it is not asked again for a week');
  const other = await lintel('source', 'discover', '--platform', 'iworq', '--state', 'FL');
  assert.match(other.stderr, /does not ask portals of iWorQ: its robots\.txt forbids programs/);
});

test('source verify looks at the portals of a software, and marks the definitions that hold on their rows', async () => {
  const verify = (...more: string[]) =>
    lintel('source', 'verify', '--platform', 'accela', '--state', 'KS', '--rows', '10', ...more);
  accela.isLoginOnly = false;
  const { status, stderr, data } = await verify('--base-url', accela.url);
  assert.equal(status, 0, stderr);
  assert.deepEqual([data.portals.length, data.verdicts.length], [2, 2]);
  const [{ source, rows, faults }] = data.verdicts;
  assert.deepEqual([rows, faults], [10, []]);
  const definition = JSON.parse(readFileSync(join(data.directory, 'sources', `${source}.json`), 'utf8'));
  assert.deepEqual(definition.verified, { on: today, rows: 10 });
  const again = await verify('--base-url', accela.url);
  assert.deepEqual(again.data.verdicts, [], 'what holds is not tried again');
  const named = await verify('topeka-portal');
  assert.match(named.stderr, /leave names and --write out/);
});

test('at 80 columns each text is wrapped, says what is left, and ends in a command that works', async () => {
  const inWords = async (...args: string[]) => {
    const { stdout, stderr } = await lintelHere(args, { cwd: directory, env: { ...env, COLUMNS: '80' } });
    const lines = stdout.trimEnd().split('\n');
    const [next = ''] = lines.splice(-1);
    assert.deepEqual(
      lines.filter((line) => line.length > 80),
      [],
    );
    assert.match(next, /^Next: lintel source /, stderr);
    return { text: lines.join(' ').replace(/\s+/g, ' '), next: next.replace('Next: lintel ', '').split(' ') };
  };
  const place = ['--city', 'Topeka', '--state', 'KS'];
  const made = await inWords('source', 'new', energov.url, '--id', 'in-words', '--rows', '10', ...place);
  assert.match(made.text, /Open questions .* \S+in-words\.json was written\. \d+ of \d+ rows have a key\./);
  assert.deepEqual(made.next.slice(1), ['check', join(directory, 'in-words.json'), '--portal']);
  const platform = ['--platform', 'energov', '--state', 'FL', '--out', 'few', '--base-url', energov.url];
  const found = await inWords('source', 'discover', ...platform, '--most', '1');
  assert.match(
    found.text,
    /Of the (\d+) portals of Florida that no source reads, 1 were asked and 1 answered\. \d+ are left: run the same/,
  );
  assert.equal((await lintel(...found.next, '--rows', '10', '--base-url', energov.url)).status, 0);
  const tried = await inWords('source', 'verify', ...platform, '--most', '1', '--rows', '10');
  assert.match(
    tried.text,
    /does not hold - \d+ of 10 rows are not in the place .* 0 of 2 definitions hold\./,
  );
});
