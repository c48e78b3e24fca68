/** Streets that `lintel load` offers on a terminal, and fetches or leaves for scripts: with a terminal of the system. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Running, runLintel, startInTerminal, startLintel } from '@lintel/testing/cli/run-lintel.js';
import { serveArchive } from '@lintel/testing/tiles/street-archive.js';

const { server, url } = await serveArchive();
const root = mkdtempSync(join(tmpdir(), 'lintel-load-streets-'));
after(() => {
  server.close();
  rmSync(root, { recursive: true });
});

const file = join(root, 'permits.csv');
const columns =
  'Permit__,Permit_Type_Description,Date_Entered,Date_Issued,Const_Cost,Address,City,State,Purpose,ZIP,Lat,Lon';
const permits = Array.from({ length: 20 }, (_, at) => {
  const day = Date.UTC(2019, at, 15, 18);
  return `20190${at},Building Residential - New,${day},${day},90000,${100 + 2 * at} MAIN ST,NASHVILLE,TN,New home.,37201,${36.17 + at / 1_000},-86.78`;
});
writeFileSync(file, [columns, ...permits].join('\n'));

const homeOf = (name: string) => join(root, name);
const tilesOf = (home: string) => join(home, 'map', 'streets.pmtiles');
const skip = process.platform === 'linux' ? false : 'the command `script` of other systems has other options';

/** Whether the service has streets for its pages. */
async function hasStreets(address: string): Promise<boolean> {
  const tiles = await fetch(new URL('/tiles/streets.pmtiles', address), { headers: { range: 'bytes=0-6' } });
  if (tiles.status === 404) return false;
  assert.equal(await tiles.text(), 'PMTiles');
  return true;
}

/** Loads the city on a terminal, and ends what it started whatever happens. */
async function inTerminal(
  home: string,
  more: readonly string[],
  use: (terminal: Running) => Promise<void>,
): Promise<number | null> {
  const terminal = startInTerminal(home, 'load', 'nashville-tn', file, '--port', '0', ...more);
  try {
    await use(terminal);
    terminal.child.stdin?.write('\x03');
    return (await terminal.ended).status;
  } finally {
    terminal.child.kill();
  }
}

test('on a terminal the streets are offered with whose they are and how large, and a yes fetches them', {
  skip,
}, async () => {
  const home = homeOf('asked');
  await inTerminal(home, ['--map-from', url], async (terminal) => {
    const [said] = await terminal.says(
      /[\s\S]*Fetch streets of Nashville-Davidson, TN, about [\d.]+ \wB\? \[y\/N\]/,
    );
    assert.match(said, /whose: © Somebody/);
    assert.ok(!existsSync(tilesOf(home)));
    terminal.child.stdin?.write('y\n');
    const [, address = ''] = await terminal.says(/Lintel serves (http:[^\s]+)/);
    assert.ok(await hasStreets(address));
  });
  // They are there: nobody is asked again.
  await inTerminal(home, [], async (terminal) => {
    const [, address = ''] = await terminal.says(/Lintel serves (http:[^\s]+)/);
    assert.doesNotMatch(terminal.output(), /Fetch streets/);
    assert.ok(await hasStreets(address));
  });
});

test('a no, and Ctrl-C at the question, fetch nothing', { skip }, async () => {
  const home = homeOf('refused');
  await inTerminal(home, ['--map-from', url], async (terminal) => {
    await terminal.says(/\[y\/N\]/);
    terminal.child.stdin?.write('\n');
    await terminal.says(/Later: `lintel map fetch --place [\w-]{11}`/);
    const [, address = ''] = await terminal.says(/Lintel serves (http:[^\s]+)/);
    assert.equal(await hasStreets(address), false);
  });
  const status = await inTerminal(home, ['--map-from', url], async (terminal) => {
    await terminal.says(/\[y\/N\]/);
  });
  assert.equal(status, 130);
  assert.ok(!existsSync(tilesOf(home)));
});

test('scripts are not asked: --map fetches, and an archive that cannot be read does not keep the city from being served', async () => {
  const home = homeOf('script');
  const serve = async (...more: string[]) => {
    const running = startLintel(home, 'load', 'nashville-tn', file, '--port', '0', ...more);
    const [, address = ''] = await running.says(/Lintel serves (http:\S+)/);
    const found = { streets: await hasStreets(address), said: running.output() };
    running.child.kill('SIGTERM');
    await running.ended;
    return found;
  };
  const silent = await serve('--map-from', url);
  assert.deepEqual([silent.streets, /streets|tiles/i.test(silent.said)], [false, false]);
  const missing = await serve('--map', '--map-from', 'http://127.0.0.1:1/none.pmtiles');
  assert.equal(missing.streets, false);
  assert.match(missing.said, /The map has no street tiles: .*Later: `lintel map fetch/);
  const fetched = await serve('--map', '--map-from', url);
  assert.equal(fetched.streets, true);
  assert.match(fetched.said, /whose: © Somebody/);
  assert.match(readFileSync(join(home, 'lintel.json'), 'utf8'), /streets\.pmtiles/);
});

test('options that cannot be met are refused before anything is read', async () => {
  const refused = async (...more: string[]) => {
    const { status, stderr } = await runLintel(homeOf('none'), 'load', 'nashville-tn', file, ...more);
    assert.equal(status, 2);
    return stderr;
  };
  assert.match(await refused('--map-from', 'nowhere'), /'nowhere' is no address/);
  assert.match(await refused('--no-map', '--map-from', url), /exclude each other/);
});
