/** The documentation site as the service sends it: every page, its policy, and where its links lead. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { isStored, readStored } from '@lintel/testing/base/stored-page.js';
import { earlierRelease } from '@lintel/testing/http/memory-records.js';
import { testService } from '@lintel/testing/http/service.js';

const site = join(
  dirname(createRequire(import.meta.url).resolve('@lintel/web/package.json')),
  'dist',
  'docs',
);
const isBuilt = isStored(join(site, 'index.html')) ? {} : { skip: 'the documentation is not built' };
// Every page is asked for more than once, which no address does in a minute.
const service = testService({ config: { anonymous_requests_per_minute: 1_000_000 } });
after(() => service.close());

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const ask = (path: string, headers: Record<string, string> = browser) =>
  service.ask(path, { key: null, headers });
const read = (path: string) => readStored(join(site, path));

const pages = isBuilt.skip
  ? []
  : readdirSync(site, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replace(/\.br$/, ''))
      .filter((name) => name.endsWith('.html') && name !== '404.html')
      .map((name) => `/docs/${name.replaceAll('\\', '/').replace(/(?:(^|\/)index)?\.html$/, '$1')}`);

test('every page of the documentation is sent under a policy without inline code', isBuilt, async () => {
  assert.ok(pages.length > 80, `only ${pages.length} pages`);
  for (const page of pages) {
    const { status, headers, bytes } = await ask(page);
    assert.equal(status, 200, page);
    assert.match(headers['content-type'] ?? '', /^text\/html/);
    assert.match(headers['content-security-policy'] ?? '', /^default-src 'self';/);
    assert.doesNotMatch(headers['content-security-policy'] ?? '', /unsafe|https?:/);
    assert.equal(headers['cache-control'], 'no-cache');
    const html = bytes.toString();
    assert.doesNotMatch(html, /<script(?![^>]* src=)|<style| style="| on\w+="/, page);
    assert.doesNotMatch(html, /(?:src|<link[^>]* href)="(?!\/docs\/)/, page);
    const again = await ask(page, { ...browser, 'if-none-match': headers.etag ?? '' });
    assert.equal(again.status, 304, page);
  }
});

test('every link and anchor of the documentation leads somewhere', isBuilt, async () => {
  const ids = new Map<string, Set<string>>();
  for (const page of pages) {
    const html = (await ask(page)).bytes.toString();
    ids.set(page, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)));
  }
  const found = new Map<string, number>();
  const statusOf = async (path: string) => {
    const status = found.get(path) ?? (await ask(path)).status;
    found.set(path, status);
    return status;
  };
  const faults: string[] = [];
  for (const page of pages) {
    const html = (await ask(page)).bytes.toString();
    for (const [, link = ''] of html.matchAll(/ (?:href|src)="([^"]+)"/g)) {
      if (/^https?:/.test(link)) continue;
      const [path = '', fragment] = link.split('#');
      const target = path === '' ? page : path;
      const isThere = (await statusOf(target)) === 200;
      const hasAnchor = fragment === undefined || ids.get(target)?.has(fragment);
      if (!isThere || !hasAnchor) faults.push(`${page}: ${link}`);
    }
  }
  assert.deepEqual([...new Set(faults)], []);
});

test('every page is also Markdown, and llms.txt lists them with links that work', isBuilt, async () => {
  const { status, headers, bytes } = await ask('/docs/api.md');
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'text/markdown; charset=utf-8');
  assert.match(bytes.toString(), /^# The API\n/);
  for (const path of ['/llms.txt', '/llms-full.txt']) {
    const { headers, bytes } = await ask(path, {});
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
    assert.match(bytes.toString(), /^# Lintel\n\n> /);
    const links = [...bytes.toString().matchAll(/\]\((\/docs\/[^)#\s]*)/g)].map(([, link = '']) => link);
    assert.ok(links.length > 40, path);
    for (const link of new Set(links)) assert.equal((await ask(link)).status, 200, `${path}: ${link}`);
  }
});

test('files of the documentation are kept for ever by caches and come compressed', isBuilt, async () => {
  const name = readdirSync(join(site, 'assets')).find((file) => /^docs-.*\.js\.br$/.test(file)) ?? '';
  const path = `assets/${name.slice(0, -'.br'.length)}`;
  const { headers, bytes } = await ask(`/docs/${path}`, { 'accept-encoding': 'br' });
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(headers['content-encoding'], 'br');
  assert.equal(brotliDecompressSync(bytes).toString(), read(path));
});

test('a missing page is a page for people and an error for programs', isBuilt, async () => {
  for (const path of [
    '/docs/nothing',
    '/docs/index.html',
    '/docs/decisions/nothing',
    '/docs/..%2Fsite%2Findex',
  ]) {
    const shown = await ask(path);
    assert.equal(shown.status, 404, path);
    assert.equal(shown.bytes.toString(), read('404.html'));
    const told = await ask(path, {});
    assert.deepEqual([told.status, told.body], [404, { detail: 'Not Found' }]);
  }
  const moved = await ask('/docs');
  assert.deepEqual([moved.status, moved.headers.location], [308, '/docs/']);
});

test('the request that the reference fills in is one that the service understands', isBuilt, async () => {
  interface Field {
    readonly name: string;
    readonly in: string;
    readonly filled: boolean;
    readonly list: string | null;
    readonly example: string;
  }
  const name = readdirSync(join(site, 'assets')).find((file) => /^operations-.*\.json\.br$/.test(file)) ?? '';
  const operations = JSON.parse(read(`assets/${name.slice(0, -'.br'.length)}`)) as Record<
    string,
    { readonly path: string; readonly fields: readonly Field[] }
  >;
  assert.ok(Object.keys(operations).length > 50);
  const shown = readdirSync(join(site, 'reference'))
    .filter((file) => file.endsWith('.md.br'))
    .map((file) => file.slice(0, -'.br'.length))
    .flatMap((file) => [
      ...read(join('reference', file)).matchAll(/^curl .*"http:\/\/127\.0\.0\.1:8080(.*)"$/gm),
    ]);
  assert.equal(shown.length, Object.keys(operations).length);
  for (const [, url = ''] of shown) {
    // Ids of the examples are of no release.
    const { status, body } = await service.ask(url.replace(/(?<=changes\?from=)[\w-]+/, earlierRelease));
    assert.ok(status === 200 || status === 404, `${url}: ${status} ${JSON.stringify(body)}`);
  }
});
