/** Charts on other sites: who may frame them, what they show, who pays, and how a link leads to one. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { type TestService, testService, withService } from '@lintel/testing/http/service.js';
import { embedModulePath } from './embeds.js';

const built = existsSync(embedModulePath) ? {} : { skip: 'the pages are not built' };
const site = 'https://news.example.org';
const base = 'https://permits.example.org';
const config = { embed_origins: [site], public_url: base, visitors: 'none' as const };

const ask = async (service: TestService, path: string) => {
  const { status, headers, bytes } = await service.ask(path, { key: null, headers: { accept: 'text/html' } });
  return { status, headers, text: bytes.toString() };
};

test('without the setting there are no embeds, and no page names one', built, async () => {
  const service = testService();
  for (const path of ['/embed/summary', '/embed/summary.svg', '/oembed?url=https://a.example/summary'])
    assert.equal((await ask(service, path)).status, 404, path);
  assert.doesNotMatch((await ask(service, '/summary')).text, /oembed/);
  await service.close();
});

test('a reader without a key sees a chart, which visitors pay once for a release', built, async () => {
  await withService({ config }, async (service) => {
    const used = async () => (await service.ledger.usage('acc_visitors')).used;
    const picture = await ask(service, '/embed/summary.svg?group=year&renewals=no');
    assert.equal(picture.status, 200);
    assert.equal(picture.headers['content-type'], 'image/svg+xml');
    assert.match(picture.text, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="720"/);
    assert.match(picture.text, /Permits without renewals, by year, all places/);
    assert.match(picture.text, /Data from [A-Z][a-z]{2} \d{4} to /);
    assert.match(picture.text, /Source: .*Release release-1, permits\.example\.org\./);
    assert.doesNotMatch(picture.text, /var\(|<script|<foreignObject|data-/);
    const price = await used();
    assert.ok(price > 0);
    // Other looks, other ways to write it, and the document of the frame are the same question.
    const dark = await ask(service, '/embed/summary.svg?renewals=no&group=year&theme=dark&width=360');
    assert.match(dark.text, /width="360"/);
    assert.match(dark.text, /#14181b/);
    const page = await ask(service, '/embed/summary?renewals=no&columns=number&group=year&theme=auto');
    assert.match(
      page.headers['content-security-policy'] ?? '',
      / frame-ancestors https:\/\/news\.example\.org$/,
    );
    assert.match(page.text, /media="\(prefers-color-scheme: dark\)"/);
    assert.match(page.text, /<th scope="row">2026<\/th><td>\d+<\/td>/);
    assert.doesNotMatch(page.text, /<script/);
    assert.equal(await used(), price);
    const cached = await service.ask('/embed/summary.svg?group=year&renewals=no', {
      key: null,
      headers: { 'if-none-match': picture.headers.etag ?? '' },
    });
    assert.equal(cached.status, 304);
    await ask(service, '/embed/summary.svg?group=month&renewals=no');
    assert.ok((await used()) > price);
  });
});

test('where visitors have no credits left, a text takes the place of the chart', built, async () => {
  const plans = {
    visitor: { credits: 1, requests_per_minute: 100 },
    free: { credits: 1, requests_per_minute: 1 },
  };
  await withService({ config: { ...config, plans } }, async (service) => {
    const picture = await ask(service, '/embed/summary.svg?group=year');
    assert.equal(picture.status, 402);
    assert.equal(picture.headers['cache-control'], 'no-store');
    assert.match(picture.text, /^<svg.*used up their credits/s);
    const page = await ask(service, '/embed/summary?group=year');
    assert.match(page.text, /used up their credits/);
    assert.match(page.headers['content-security-policy'] ?? '', /frame-ancestors https/);
  });
});

test('a link to a summary or place leads to its frame, and what is wrong is said', built, async () => {
  await withService({ config }, async (service) => {
    const { text } = await ask(service, '/summary?group=tag');
    const address = `${base}/oembed?url=${encodeURIComponent(`${base}/summary?group=tag`)}`;
    assert.ok(text.includes(`<link rel="alternate" type="application/json+oembed" href="${address}" />`));
    const { body } = await service.ask(address.slice(base.length), { key: null });
    const { type, version, title, html, width } = body as Record<string, unknown>;
    assert.deepEqual([type, version, width], ['rich', '1.0', 720]);
    assert.equal(title, 'Permits, by tag, all places');
    assert.ok(String(html).startsWith(`<iframe src="${base}/embed/summary?group=tag" width="720"`));
    const small = await service.ask(`${address.slice(base.length)}&maxwidth=400&maxheight=250`, {
      key: null,
    });
    const look = small.body as { readonly width: number; readonly height: number };
    assert.equal(look.width, 400);
    assert.ok(look.height >= 240 && look.height <= 250, `${look.height}`);
    const wrong: readonly (readonly [string, number, RegExp])[] = [
      [`/oembed?url=${base}/permits/x`, 404, /below https:\/\/permits\.example\.org\/summary or/],
      ['/oembed?url=https://elsewhere.example/summary', 404, /url must be the address/],
      [`/oembed?url=${base}/summary&format=xml`, 501, /format must be json/],
      [`/oembed?url=${base}/places/state/ZZ`, 404, /names a place or has a filter/],
      [`/oembed?url=${base}/places/area/wards:9`, 404, /names a place or has a filter|fits/],
      ['/embed/summary?theme=blue', 400, /theme must be one of light, dark, auto/],
      ['/embed/summary.svg?width=wide', 400, /width must be a whole number of pixels/],
    ];
    for (const [path, status, message] of wrong) {
      const told = await ask(service, path);
      assert.equal(told.status, status, path);
      assert.match(told.text, message, path);
    }
  });
});
