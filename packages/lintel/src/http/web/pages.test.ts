/** The pages and their files as the service sends them, and who may look without a key. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { isStored, readStored } from '@lintel/testing/base/stored-page.js';
import { permitIds } from '@lintel/testing/http/memory-records.js';
import { rawConnection } from '@lintel/testing/http/raw-connection.js';
import { type TestService, testService, withService } from '@lintel/testing/http/service.js';
import { writeStreetTiles } from '@lintel/testing/http/street-tiles-file.js';
import { decode } from 'fast-png';
import { pagePaths } from './page-files.js';

const site = join(
  dirname(createRequire(import.meta.url).resolve('@lintel/web/package.json')),
  'dist',
  'site',
);
const isBuilt = isStored(join(site, 'index.html')) ? {} : { skip: 'the pages are not built' };
const service = testService();
after(() => service.close());

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const visitor = { 'x-lintel-visitor': '1', host: '127.0.0.1:8080' };
/** Somebody behind a proxy, who is no visitor of this machine. */
const elsewhere = { 'x-forwarded-for': '203.0.113.7' };
const askPage = (path: string, headers: Record<string, string> = {}) =>
  service.ask(path, { key: null, headers: { ...browser, ...elsewhere, ...headers } });

test('every page is the same document, whose policy allows only this service', isBuilt, async () => {
  const paths = ['/', ...pagePaths.map((path) => path.replace(/\{\w+\}/g, 'any'))];
  for (const path of paths) {
    const { status, headers, bytes } = await askPage(path);
    assert.equal(status, 200, path);
    assert.match(headers['content-type'] ?? '', /^text\/html/);
    assert.match(headers['content-security-policy'] ?? '', /^default-src 'self';/);
    assert.doesNotMatch(headers['content-security-policy'] ?? '', /unsafe|https?:/);
    // One script stands in the document itself; no other one runs there.
    assert.match(headers['content-security-policy'] ?? '', /script-src 'self' 'sha256-[\w+/]{43}=';/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['cache-control'], 'no-cache');
    // Beside what is the same for all, a document names the files of its page.
    const own = /^ *<link rel="(?:modulepreload|stylesheet)" href="(\/assets\/[^"]+)" crossorigin \/>\n/gm;
    const html = bytes.toString();
    const named = [...html.matchAll(own)].map(([, name = '']) => name);
    assert.equal(named.length > 2, path !== '/', path);
    assert.equal(new Set(named).size, named.length, path);
    for (const name of named) assert.equal((await askPage(name)).status, 200, name);
    const plain = readStored(join(site, 'index.html'));
    assert.ok(!named.some((name) => plain.includes(name)), path);
    assert.equal(html.replace(own, ''), plain);
    const again = await askPage(path, { 'if-none-match': headers.etag ?? '' });
    assert.equal(again.status, 304, path);
  }
});

test(
  'a visitor sees before any script how much there is, once paid for, and others do not',
  isBuilt,
  async () => {
    await withService({}, async (shown) => {
      const ask = async (path: string, headers: Record<string, string>) => {
        const { bytes } = await shown.ask(path, { key: null, headers: { ...browser, ...headers } });
        return bytes.toString();
      };
      const here = { host: '127.0.0.1:8080' };
      let html = '';
      // A document does not wait for long: on a busy machine the first may go without.
      for (let tries = 0; tries < 50 && !html.includes('id="known"'); tries++) html = await ask('/', here);
      assert.match(
        html,
        /<h1>(?:Building permits of|Permits in) [A-Z][^<]*<\/h1>.*<p>[\d,]+ permits?, the newest of [A-Z]/s,
      );
      const [, json = ''] = /<script type="application\/json" id="known">([^<]*)<\/script>/.exec(html) ?? [];
      const { release, authorities } = JSON.parse(json) as Record<string, unknown>;
      const asked = async (path: string) => (await shown.ask(path)).body;
      assert.deepEqual(release, await asked('/v2/meta/release'));
      const wanted = 'group_by=jurisdiction&measures=count&measures=median_approval_duration&limit=5';
      assert.deepEqual(authorities, await asked(`/v2/permits/aggregate?${wanted}`));
      const { used } = await shown.ledger.usage('acc_visitors');
      assert.ok(used > 0);
      assert.match(
        await ask('/data', here),
        /id="known".*<h1>The data<\/h1><p class="lede soft">One immutable/s,
      );
      assert.match(await ask('/places/state/NY', here), /<li>State<\/li><\/ol><h1>New York<\/h1>/);
      // What a record says is not free.
      assert.match(await ask(`/permits/${permitIds[0]}`, here), /id="known".*<main><\/main>/s);
      assert.doesNotMatch(await ask('/data', here), /"states"/);
      assert.equal((await shown.ledger.usage('acc_visitors')).used, used);
      const plain = readStored(join(site, 'index.html'));
      assert.equal(await ask('/', { ...here, ...elsewhere }), plain);
    });
  },
);

test('somebody who mistypes an address sees a page, a program an error', isBuilt, async () => {
  const { status, headers, bytes } = await askPage('/permit');
  assert.equal(status, 404);
  assert.match(headers['content-security-policy'] ?? '', /^default-src 'self';/);
  assert.match(
    bytes.toString(),
    /<title>No such page · Lintel<.*<h1>No such page<\/h1>.*href="\/contractors"/s,
  );
  for (const [typed, meant] of [
    ['/permit/abc', '/permits/abc'],
    ['/property/abc?x=1', '/properties/abc'],
    ['/place/city/abc', '/places/city/abc'],
    ['/Contractor', '/contractors'],
    ['/permit', null],
    ['/%3Cb%3E<b>', null],
  ] as const) {
    const { bytes: page } = await askPage(typed);
    assert.equal(/Did you mean <a href="([^"]+)"/.exec(page.toString())?.[1] ?? null, meant, typed);
    assert.doesNotMatch(page.toString(), /<b>/);
  }
  const told = await service.ask('/permit', { key: null });
  assert.deepEqual(told.body, { detail: 'Not Found', hint: 'Did you mean /v2/permits?' });
  for (const path of ['/v2/nothing', '/account/api/nothing', '/assets/nothing.js']) {
    const { status, headers } = await askPage(path);
    assert.equal(status, 404, path);
    assert.match(headers['content-type'] ?? '', /^application\/json/, path);
  }
});

test('a program that asks for / still gets the description of the service', async () => {
  const { headers, body } = await service.ask('/', { key: null });
  assert.match(headers['content-type'] ?? '', /^application\/json/);
  assert.deepEqual(Object.keys(body as object), ['service', 'version', 'openapi', 'documentation']);
  // Without it a cache gives the description to browsers too.
  assert.match(headers.vary ?? '', /\bAccept\b/);
});

test('files are kept for ever by caches, and come compressed for every browser', isBuilt, async () => {
  const name = readdirSync(join(site, 'assets')).find((file) => /^start-.*\.js\.br$/.test(file)) ?? '';
  const path = `assets/${name.slice(0, -'.br'.length)}`;
  const { status, headers, bytes } = await service.ask(`/${path}`, {
    key: null,
    headers: { 'accept-encoding': 'gzip' },
  });
  assert.equal(status, 200);
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(headers['content-encoding'], 'gzip');
  assert.equal(gunzipSync(bytes).toString(), readStored(join(site, path)));
});

test('no path leads out of the folder of the pages, and what is not there is not found', async () => {
  for (const path of [
    '/assets/none.js',
    '/assets/..%2F..%2Fpackage.json',
    '/assets/%2e%2e/index.html',
    '/assets/../index.html',
    '/assets/',
    '/index.html',
    '/places/TX',
    '/nothing',
  ]) {
    assert.equal((await askPage(path)).status, 404, path);
  }
});

/** What a visitor gets for a page of records: status, and what it cost. */
async function visit(of: TestService, headers: Record<string, string>): Promise<number> {
  const { status } = await of.ask('/v2/list/tags?size=3', { key: null, headers });
  return status;
}

test('a visitor on this machine looks without a key, metered like any account', async () => {
  const { status, headers } = await service.ask('/v2/list/tags?size=3', { key: null, headers: visitor });
  assert.equal(status, 200);
  assert.equal(headers['x-credits-request'], '3');
  assert.equal(headers['x-credits-remaining'], '99997');
  const account = await service.ledger.account('acc_visitors');
  assert.equal(account?.plan, 'visitor');
  assert.equal((await service.ledger.usage('acc_visitors')).used, 3);
});

test('without the header of the pages there is no answer without a key', async () => {
  assert.equal(await visit(service, { host: '127.0.0.1:8080' }), 401);
});

test('a page of another origin cannot send what the pages send', async () => {
  const preflight = await service.ask('/v2/list/tags', {
    key: null,
    method: 'OPTIONS',
    headers: {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-lintel-visitor',
    },
  });
  assert.doesNotMatch(preflight.headers['access-control-allow-headers'] ?? '', /visitor/i);
  for (const site of ['cross-site', 'same-site', 'none']) {
    assert.equal(await visit(service, { ...visitor, 'sec-fetch-site': site }), 401, site);
  }
});

test('through a proxy, or by a name that only resolves here, nobody is a visitor of this machine', async () => {
  assert.equal(await visit(service, { ...visitor, 'x-forwarded-for': '203.0.113.7' }), 401);
  for (const name of ['forwarded', 'via', 'x-real-ip', 'x-forwarded-host', 'cf-connecting-ip']) {
    assert.equal(await visit(service, { ...visitor, [name]: '203.0.113.7' }), 401, name);
  }
  assert.equal(await visit(service, { ...visitor, host: 'rebound.example' }), 401);
});

test('HTTP/1.0, by which nginx asks, is not a browser on this machine', async () => {
  await withService({}, async (local) => {
    await local.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = local.app.server.address() as AddressInfo;
    const statusBy = async (version: string) => {
      const { socket, closed } = await rawConnection(port);
      const head = [`GET /v2/list/tags?size=3 HTTP/${version}`, `Host: 127.0.0.1:${port}`];
      socket.write(`${[...head, 'X-Lintel-Visitor: 1', 'Connection: close'].join('\r\n')}\r\n\r\n`);
      return (await closed)[0]?.status;
    };
    assert.equal(await statusBy('1.1'), 200);
    assert.equal(await statusBy('1.0'), 401);
  });
});

test('the operator decides: visitors of everywhere, or none', async () => {
  await withService({ config: { visitors: 'all' } }, async (open) => {
    assert.equal(
      await visit(open, { ...visitor, host: 'permits.example', 'x-forwarded-for': '203.0.113.7' }),
      200,
    );
    assert.equal(((await open.ask('/web.json', { key: null })).body as { visitors: boolean }).visitors, true);
  });
  await withService({ config: { visitors: 'none' } }, async (closed) => {
    assert.equal(await visit(closed, visitor), 401);
    assert.equal(
      ((await closed.ask('/web.json', { key: null })).body as { visitors: boolean }).visitors,
      false,
    );
  });
  await withService(
    { config: { visitors: 'local', public_url: 'https://permits.example' } },
    async (published) => {
      assert.equal(await visit(published, visitor), 401);
    },
  );
});

test('suspending the account of visitors, or revoking its key, closes the door for all of them', async () => {
  await withService({}, async (open) => {
    assert.equal(await visit(open, visitor), 200);
    await open.ledger.setSuspended('acc_visitors', true);
    assert.equal(await visit(open, visitor), 403);
    await open.ledger.setSuspended('acc_visitors', false);
    await open.ledger.revokeKey('key_visitors');
    assert.equal(await visit(open, visitor), 401);
  });
});

test('visitors share credits, and each address has its own requests a minute', async () => {
  const plans = {
    visitor: { credits: 4, requests_per_minute: 3 },
    free: { credits: 1, requests_per_minute: 1 },
  };
  await withService({ config: { visitors: 'all', plans, trusted_proxies: ['127.0.0.1'] } }, async (small) => {
    const from = (address: string) => ({ ...visitor, 'x-forwarded-for': address });
    assert.equal(await visit(small, from('203.0.113.7')), 200);
    assert.equal(await visit(small, from('203.0.113.8')), 402);
    assert.equal(await visit(small, from('203.0.113.7')), 402);
    assert.equal(await visit(small, from('203.0.113.7')), 402);
    assert.equal(await visit(small, from('203.0.113.7')), 429);
    assert.equal(await visit(small, from('203.0.113.8')), 402);
  });
});

test('street tiles open the policy for their host alone', isBuilt, async () => {
  const map_tiles = { url: 'https://tiles.example/{z}/{x}/{y}.png', attribution: '© Somebody' };
  await withService({ config: { map_tiles } }, async (mapped) => {
    const { headers } = await mapped.ask('/', { key: null, headers: browser });
    const policy = headers['content-security-policy'] ?? '';
    assert.match(policy, /img-src 'self' data: blob: https:\/\/tiles\.example;/);
    assert.match(policy, /connect-src 'self' https:\/\/tiles\.example;/);
    assert.match(policy, /^default-src 'self';/);
  });
});

test('a PMTiles file on this machine is sent by ranges, and its path is not told', isBuilt, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-tiles-'));
  const url = join(folder, 'my streets.pmtiles');
  writeStreetTiles(url);
  try {
    await withService({ config: { map_tiles: { url, attribution: 'Somebody' } } }, async (mapped) => {
      const settings = await mapped.ask('/web.json', { key: null });
      assert.deepEqual((settings.body as { map_tiles: object }).map_tiles, {
        url: '/tiles/streets.pmtiles',
        attribution: 'Somebody',
      });
      const ask = (headers: Record<string, string>) =>
        mapped.ask('/tiles/streets.pmtiles', { key: null, headers });
      const part = await ask({ range: 'bytes=0-126' });
      assert.equal(part.status, 206);
      assert.deepEqual(part.bytes, readFileSync(url).subarray(0, 127));
      assert.match(part.headers['content-range'] ?? '', /^bytes 0-126\/\d+$/);
      assert.match(part.headers['cache-control'] ?? '', /max-age=3600/);
      assert.equal((await ask({ 'if-none-match': part.headers.etag ?? '' })).status, 304);
      assert.equal((await ask({ range: 'bytes=999999999-' })).status, 416);
      rmSync(url);
      assert.equal((await ask({ range: 'bytes=0-126' })).status, 404);
    });
    assert.equal((await service.ask('/tiles/streets.pmtiles', { key: null })).status, 404);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('pages are found by search engines where the operator wants it', isBuilt, async () => {
  const plain = await service.ask('/robots.txt', { key: null });
  assert.equal(plain.bytes.toString(), 'User-agent: *\nDisallow: /\n');
  assert.equal((await service.ask('/sitemap.xml', { key: null })).status, 404);
  assert.equal((await service.ask('/.well-known/security.txt', { key: null })).status, 404);
  const config = {
    search_engines: 'on',
    security_contact: 'mailto:security@example.org',
    public_url: 'https://permits.example.org',
  } as const;
  await withService({ config }, async (found) => {
    const ask = async (path: string) => {
      const { status, bytes, headers } = await found.ask(path, { key: null, headers: browser });
      assert.equal(status, 200, path);
      return { text: bytes.toString(), etag: headers.etag ?? '' };
    };
    const permitId = permitIds[0] ?? '';
    const { text, etag } = await ask(`/permits/${permitId}`);
    const address = `https://permits.example.org/permits/${permitId}`;
    assert.match(text, /<title>Permit [^<]+ · Lintel<\/title>/);
    assert.equal(text.match(/<meta name="description"/g)?.length, 1);
    assert.ok(text.includes(`<link rel="canonical" href="${address}" />`));
    assert.ok(text.includes(`<meta property="og:url" content="${address}" />`));
    assert.match(text, /<li>Permit [^<]+<\/li><\/ol><h1>[^<]+<\/h1>.*<dl class="facts">.*<div id="root">/s);
    const [, json = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(text) ?? [];
    const data = JSON.parse(json) as Record<string, unknown>;
    assert.deepEqual([data['@type'], data.url], ['GovernmentPermit', address]);
    const [, picture = ''] =
      /property="og:image" content="https:\/\/permits\.example\.org([^"]+)"/.exec(text) ?? [];
    const places = (await ask('/sitemap/places.xml')).text;
    const [, place = ''] = /\.org(\/places\/city\/[\w-]+)</.exec(places) ?? [];
    const contractors = (await ask('/sitemap/contractors-0.xml')).text;
    const [, contractor = ''] = /\.org(\/contractors\/[\w-]+)</.exec(contractors) ?? [];
    assert.ok((await ask(contractor)).text.includes(`/pictures${contractor}.png" />`));
    for (const path of [picture, `/pictures${place}.png`, `/pictures${contractor}.png`]) {
      const { bytes } = await found.ask(path, { key: null });
      const { width, height, data } = decode(bytes);
      assert.deepEqual([width, height], [1200, 630], path);
      assert.ok(new Set(data).size > 3, path);
    }
    for (const none of [
      '/pictures/permits/none.png',
      '/pictures/places/city/none.png',
      '/pictures/contractors/none.png',
      '/pictures/permits/x',
    ])
      assert.equal((await found.ask(none, { key: null })).status, 404);
    const again = await found.ask(`/permits/${permitId}`, {
      key: null,
      headers: { ...browser, 'if-none-match': etag },
    });
    assert.equal(again.status, 304);
    for (const none of ['/permits/none', '/contractors/none', '/places/city/none', '/places/none/TX']) {
      const { status, bytes } = await found.ask(none, { key: null, headers: browser });
      assert.equal(status, 404, none);
      assert.match(bytes.toString(), /<title>Lintel<\/title>.*<main><\/main>/s);
    }
    for (const own of ['/places/area/none', '/address']) await ask(own);
    assert.match((await ask('/')).text, /"@type":"Dataset"/);
    assert.doesNotMatch(json, /null/);
    assert.match((await ask('/contractors')).text, /<title>Contractors · Lintel<\/title>/);
    const typed = (await ask('/address?q=1+main+st%3Cb%3E')).text;
    assert.match(typed, /<title>Around 1 main st&lt;b&gt; · Lintel<\/title>/);
    assert.match(typed, /<meta name="robots" content="noindex" \/>/);
    assert.doesNotMatch(text, /"noindex"/);
    assert.match(
      (await ask('/robots.txt')).text,
      /^Sitemap: https:\/\/permits\.example\.org\/sitemap\.xml$/m,
    );
    assert.ok(
      (await ask('/sitemap.xml')).text.includes(
        '<loc>https://permits.example.org/sitemap/permits-0.xml</loc>',
      ),
    );
    assert.ok((await ask('/sitemap/permits-0.xml')).text.includes(`<loc>${address}</loc>`));
    assert.match(
      (await ask('/sitemap/places.xml')).text,
      /\/places\/state\/[A-Z]{2}<\/loc>.*\/places\/city\//s,
    );
    assert.equal((await found.ask('/sitemap/none-0.xml', { key: null })).status, 404);
    assert.match(
      (await ask('/.well-known/security.txt')).text,
      /^Contact: mailto:security@example\.org\nExpires: /,
    );
    const icon = await found.ask('/favicon.ico', { key: null });
    assert.match(icon.headers.location ?? '', /^\/assets\/mark-[\w-]+\.svg$/);
  });
});
