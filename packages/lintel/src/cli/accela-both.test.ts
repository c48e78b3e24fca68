/** Permits that Accela's pages and its interface for programs both have: fetched, built and searched as one. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { lintelHere } from '@lintel/testing/cli/run-lintel.js';
import { AccelaRestServer, accelaAppId } from '@lintel/testing/portals/accela-rest-server.js';
import { AccelaServer, accelaPermits } from '@lintel/testing/portals/accela-server.js';
import { elmCity } from '@lintel/testing/sources/elm-city.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-accela-'));
const home = join(directory, 'home');
mkdirSync(join(home, 'sources'), { recursive: true });
const pages = await new AccelaServer().listen();
const rest = await new AccelaRestServer().listen();
after(async () => {
  await Promise.all([pages.close(), rest.close()]);
  rmSync(directory, { recursive: true, force: true });
});

async function lintel(...args: string[]) {
  const env = { ...process.env, LINTEL_HOME: home };
  const { stdout, stderr, status } = await lintelHere([...args, '--json'], { cwd: directory, env });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

test('a permit of both is one permit, which links to its page', async () => {
  const permits = accelaPermits(6);
  pages.permits = permits;
  rest.permits = permits;
  const app_tokens = { [new URL(rest.origin).host]: accelaAppId };
  writeFileSync(
    join(home, 'lintel.json'),
    JSON.stringify({ fetch: { allow_hosts: ['127.0.0.1'], app_tokens } }),
  );
  const { jurisdiction, namespace, time_zone } = elmCity;
  const common = { kind: 'permits', name: 'Elm City', license: null, attribution: null, address: pages.url };
  const begins = permits.at(-1)?.opened;
  const write = (id: string, platform: string, fetch: object) =>
    writeFileSync(
      join(home, 'sources', `${id}.json`),
      JSON.stringify({ id, ...common, jurisdiction, namespace, time_zone, platform, fetch }),
    );
  write('elm-pages', 'accela', { begins });
  write('elm-rest', 'accela_rest', { base_url: rest.origin, dataset: 'ELMCITY/Building', begins });
  await lintel('fetch', 'elm-pages', 'elm-rest');
  await lintel('build', '--publish');
  const { items } = await lintel(
    'permits',
    'search',
    '--geo',
    'KS',
    '--from',
    '2020-01-01',
    '--until',
    '2026-12-31',
  );
  const wanted = permits.map(({ number }) => number).filter((number) => !number.startsWith('26TMP'));
  assert.deepEqual(items.map(({ number }: { number: string }) => number).sort(), wanted.sort());
  for (const { number, source_url: link } of items) {
    assert.ok(link.startsWith(`${pages.url}/Cap/CapDetail.aspx?Module=Building&`), link);
    const page = await fetch(link);
    assert.equal(page.status, 200);
    assert.ok((await page.text()).includes(number), `${link} is the page of ${number}`);
  }
});
