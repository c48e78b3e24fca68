/** `lintel official fetch` at a server with the paths of the Census Bureau's: what comes, is kept, and is missing. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { lintelHere } from '@lintel/testing/cli/run-lintel.js';
import { LocalServer } from '@lintel/testing/portals/local-server.js';
import type { Reply } from '@lintel/testing/portals/reply.js';

const kinds = ['1-unit', '2-units', '3-4 units', '5+ units'];
const of = (suffix: string) => kinds.map((kind) => `${kind}${suffix},,`).join(',');
const measures = Array.from({ length: 8 }, () => 'Bldgs,Units,Value').join(',');
const counts = Array.from({ length: 24 }, () => '5').join(',');
const county = (date: string) =>
  `Survey,FIPS,FIPS,Region,Division,County,,${of('')},${of(' rep')}\nDate,State,County,Code,Code,Name,${measures}\n \n` +
  `${date},48,453,3,7,Travis County,${counts}\n`;

class Bureau extends LocalServer {
  readonly asked: string[] = [];
  files: Record<string, string> = {};

  protected reply({ url = '' }: IncomingMessage): Reply {
    this.asked.push(url);
    const body = this.files[url];
    return { status: body === undefined ? 404 : 200, headers: {}, body: body ?? '' };
  }
}

const directory = mkdtempSync(join(tmpdir(), 'lintel-official-'));
const bureau = await new Bureau().listen();
after(async () => {
  await bureau.close();
  rmSync(directory, { recursive: true, force: true });
});

test('files of the years come from where they are published, once, and what is missing is said', async () => {
  const home = join(directory, 'home');
  mkdirSync(home);
  writeFileSync(join(home, 'lintel.json'), '{"fetch": {"requests_per_second": 100}}');
  bureau.files = { '/bps/County/co2011a.txt': county('2011'), '/bps/County/co1106c.txt': county('201106') };
  const fetch = async (...more: string[]) => {
    const args = [
      'official',
      'fetch',
      '--from',
      '2011',
      '--to',
      '2011',
      '--base-url',
      `${bureau.origin}/bps`,
    ];
    const env = { ...process.env, LINTEL_HOME: home };
    return lintelHere([...args, ...more], { cwd: directory, env });
  };
  const first = await fetch('--months');
  assert.equal(first.status, 0, first.stderr);
  assert.match(
    first.stdout,
    /2 files came, 0 were kept already, 28 are not published\.\nNot published: st2011a/,
  );
  assert.ok(bureau.asked.includes('/bps/Place/South%20Region/so2011a.txt'));
  assert.ok(bureau.asked.includes('/bps/State/st1112c.txt'));
  const before = bureau.asked.length;
  assert.match((await fetch()).stdout, /0 files came, 1 were kept already, 5 are not published/);
  assert.equal(bureau.asked.length - before, 6, 'robots.txt and five files');
  const year = readdirSync(join(home, 'official')).find((name) => /^county-2011-\d+\.txt$/.test(name)) ?? '';
  rmSync(join(home, 'official', year));
  assert.match((await fetch()).stdout, /1 files came, 0 were kept/, 'a month is not its year');
  bureau.files = {};
  rmSync(join(home, 'official'), { recursive: true });
  const nothing = await fetch();
  assert.equal(nothing.status, 1);
  assert.match(nothing.stderr, /Nothing of 2011 to 2011 is published at/);
  bureau.files = { '/robots.txt': 'User-agent: *\nDisallow: /bps/' };
  assert.match((await fetch()).stderr, /robots\.txt/);
});
