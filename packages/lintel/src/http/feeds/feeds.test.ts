/** Feeds: Atom by RFC 4287, JSON Feed by 1.1, whole walks, and credits exactly as in `/v2`. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, test } from 'node:test';
import type { Permit } from '@lintel/contract';
import { cityId } from '@lintel/testing/http/memory-records.js';
import { memoryRelease, memoryReleaseStore } from '@lintel/testing/http/memory-release.js';
import { type AskOptions, testService, urlOf } from '@lintel/testing/http/service.js';
import { SaxesParser } from 'saxes';
import { createKey } from '../../ledger/keys.js';
import { plansOf } from '../../ledger/plans.js';
import { openSqliteStorage } from '../../ledger/sqlite-storage.js';
import { element, escapeXml } from './xml.js';

const releases = memoryReleaseStore();
const service = testService({ releases });
after(() => service.close());

const permits = (format: string, query: Record<string, string> = {}) =>
  urlOf(`/feeds/permits.${format}`, { geo_id: 'NY', ...query });
const basic = (password: string) => ({
  authorization: `Basic ${Buffer.from(`me:${password}`).toString('base64')}`,
});
const used = async () => (await service.ledger.usage(service.account.id)).used;
const ask = (url: string, options: AskOptions = {}) => service.ask(url, options);

interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  readonly children: Node[];
}

/** An XML document as a tree; throws if it is not well-formed. */
function parseXml(text: string): Node {
  const root: Node = { name: '', attributes: {}, text: '', children: [] };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const node = { name, attributes: attributes as Record<string, string>, text: '', children: [] };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('text', (content) => {
    const node = open.at(-1);
    if (node !== undefined) node.text += content;
  });
  parser.on('closetag', () => open.pop());
  parser.write(text).close();
  return root.children[0] ?? root;
}

const all = (node: Node, name: string) => node.children.filter((child) => child.name === name);
const only = (node: Node, name: string) => {
  const found = all(node, name);
  assert.equal(found.length, 1, name);
  return found[0]?.text ?? '';
};
const isInstant = (text: string) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(text);

interface JsonFeed {
  readonly version: string;
  readonly title: string;
  readonly feed_url: string;
  readonly next_url?: string;
  readonly items: readonly { readonly id: string; readonly url: string; readonly content_text: string }[];
}

async function jsonFeed(url: string): Promise<JsonFeed> {
  const { status, bytes } = await ask(url);
  assert.equal(status, 200, bytes.toString());
  return JSON.parse(bytes.toString()) as JsonFeed;
}

test('an Atom feed has what RFC 4287 demands of a feed and of each entry', async () => {
  for (const url of [permits('atom'), urlOf('/feeds/decisions.atom', { geo_id: cityId })]) {
    const { status, headers, bytes } = await ask(url);
    assert.equal(status, 200, bytes.toString());
    assert.equal(headers['content-type'], 'application/atom+xml; charset=utf-8');
    const feed = parseXml(bytes.toString());
    assert.equal(feed.attributes.xmlns, 'http://www.w3.org/2005/Atom');
    // 4.1.1: exactly one id, title and updated, at least one author, one self link.
    for (const node of [feed, ...all(feed, 'entry')]) {
      assert.match(only(node, 'id'), /^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      assert.notEqual(only(node, 'title'), '');
      assert.ok(isInstant(only(node, 'updated')));
    }
    assert.equal(only(all(feed, 'author')[0] ?? feed, 'name'), 'Lintel');
    const links = all(feed, 'link').map(({ attributes }) => [attributes.rel, attributes.href]);
    assert.deepEqual(links[0], ['self', `http://localhost:80${url}`]);
    const entries = all(feed, 'entry');
    assert.equal(entries.length, 20);
    assert.equal(new Set(entries.map((entry) => only(entry, 'id'))).size, 20);
    for (const entry of entries) {
      // 4.1.2: an entry without content has an alternate link; ours have both.
      assert.equal(all(entry, 'content')[0]?.attributes.type, 'text');
      assert.equal(all(entry, 'link')[0]?.attributes.rel, 'alternate');
    }
  }
});

test('a feed says the same as the records of the search, in its order, with texts intact', async () => {
  const query = { geo_id: 'NY', permit_from: '2026-01-01', permit_to: '2026-12-31', size: '20' };
  const search = (await ask(urlOf('/v2/permits/search', query))).body as { items: Permit[] };
  const feed = parseXml((await ask(permits('atom'))).bytes.toString());
  const entries = all(feed, 'entry');
  search.items.forEach((permit, i) => {
    const entry = entries[i];
    assert.ok(entry !== undefined);
    assert.ok(only(entry, 'content').startsWith(`${permit.description}\n`));
    assert.deepEqual(all(entry, 'link')[0]?.attributes.href, `http://localhost:80/v2/permits/${permit.id}`);
    assert.deepEqual(
      all(entry, 'category').map(({ attributes }) => attributes.term),
      permit.tags,
    );
    assert.equal(only(entry, 'georss:point'), permit.address.latlng?.join(' '));
  });
  const json = await jsonFeed(permits('json'));
  assert.deepEqual(
    json.items.map(({ content_text }) => content_text),
    entries.map((entry) => only(entry, 'content')),
  );
  assert.deepEqual(
    json.items.map(({ id }) => id),
    entries.map((entry) => only(entry, 'id')),
  );
});

test('a JSON feed has what JSON Feed 1.1 demands, and its next_url walks to the end', async () => {
  const seen: string[] = [];
  for (let url: string | undefined = permits('json', { size: '25' }); url !== undefined; ) {
    const feed: JsonFeed = await jsonFeed(url.replace('http://localhost:80', ''));
    assert.equal(feed.version, 'https://jsonfeed.org/version/1.1');
    assert.notEqual(feed.title, '');
    for (const item of feed.items) assert.equal(typeof item.content_text, 'string');
    seen.push(...feed.items.map(({ id }) => id));
    url = feed.next_url;
  }
  assert.equal(new Set(seen).size, 60);
  assert.equal(seen.length, 60);
});

test('markup, quotes and characters that XML cannot have do not break out of a text', () => {
  const text = `<script>&amp;]]> "it's" \u0000\u000b\u001f\ufffe a\r\nb\tc 𝒳`;
  const parsed = parseXml(element('a', { b: text }, text));
  const kept = `<script>&amp;]]> "it's"  a\r\nb\tc 𝒳`;
  assert.equal(parsed.text, kept);
  assert.equal(parsed.attributes.b, kept);
  assert.equal(escapeXml('plain'), 'plain');
});

test('only an empty feed says why it is empty (C37)', async () => {
  assert.equal((await ask(permits('json'))).headers['x-empty-reason'], undefined);
  const none = await ask(
    permits('json', { permit_status: 'final', permit_tags: 'telecom', permit_property_type: 'residential' }),
  );
  assert.equal(none.status, 200, none.bytes.toString());
  assert.equal(none.headers['x-empty-reason'], 'no_match');
});

test('xmllint finds a feed well-formed', (t) => {
  if (spawnSync('xmllint', ['--version']).status !== 0) {
    t.skip('xmllint is missing');
    return;
  }
  return ask(permits('atom')).then(({ bytes }) => {
    const { status, stderr } = spawnSync('xmllint', ['--noout', '-'], { input: bytes });
    assert.equal(status, 0, stderr.toString());
  });
});

test('a feed costs a credit an entry; asked again with its tag or its time it costs nothing', async () => {
  const before = await used();
  const first = await ask(permits('atom', { size: '7' }));
  assert.equal(first.headers['x-credits-request'], '7');
  assert.equal(await used(), before + 7);
  const { etag = '', 'last-modified': modified = '' } = first.headers;
  assert.equal(modified, 'Sat, 10 Jan 2026 12:00:00 GMT');
  for (const headers of [{ 'if-none-match': etag }, { 'if-modified-since': modified }] as Record<
    string,
    string
  >[]) {
    const { status, bytes } = await ask(permits('atom', { size: '7' }), { headers });
    assert.deepEqual([status, bytes.length], [304, 0]);
  }
  // A later time is of a release that was rolled back since.
  for (const other of ['Sat, 10 Jan 2026 11:59:59 GMT', 'Sun, 11 Jan 2026 12:00:00 GMT']) {
    const headers = { 'if-modified-since': other };
    assert.equal((await ask(permits('atom', { size: '7' }), { method: 'HEAD', headers })).status, 200);
  }
  assert.equal(await used(), before + 7);
  // The tag decides where both are sent.
  const both = { 'if-none-match': '"other"', 'if-modified-since': modified };
  assert.equal((await ask(permits('atom', { size: '1' }), { headers: both })).status, 200);
});

test('a new release with the same entries leaves the tag as it is, one with others changes it', async () => {
  const { etag = '' } = (await ask(permits('json', { size: '1' }))).headers;
  const same = memoryRelease('release-1');
  releases.publish({ ...same, id: 'renamed', info: { ...same.info, released_at: '2026-01-11' } });
  assert.equal(
    (await ask(permits('json', { size: '1' }), { headers: { 'if-none-match': etag } })).status,
    304,
  );
  releases.publish(memoryRelease('release-2'));
  assert.equal(
    (await ask(permits('json', { size: '1' }), { headers: { 'if-none-match': etag } })).status,
    200,
  );
  releases.publish(same);
});

test('of feeds and tables the key may be the password of Basic credentials, and only there', async () => {
  const headers = basic(service.key.secret);
  for (const url of [
    permits('atom', { size: '1' }),
    '/v2/export/permits?format=csv',
    '/v2/permits/aggregate?group_by=status',
    '/v2/counties/US/metrics/current',
  ]) {
    const { status, body } = await ask(url, { key: null, headers });
    assert.ok(status === 200 || status === 422, `${url}: ${status} ${JSON.stringify(body)}`);
    const fetched = { ...headers, 'sec-fetch-mode': 'cors' };
    assert.equal((await ask(url, { key: null, headers: fetched })).status, status, 'of Node');
    const page = { ...fetched, 'sec-fetch-site': 'same-origin' };
    const script = await ask(url, { key: null, headers: page });
    assert.equal(script.status, 401, url);
    assert.doesNotMatch(script.headers['www-authenticate'] ?? '', /Basic/, 'a page asks for a password');
  }
  assert.equal((await ask('/v2/usage', { key: null, headers })).status, 401);
  for (const [what, bad] of Object.entries({
    none: {},
    wrong: basic('nonsense'),
    broken: { authorization: 'Basic !!!' },
    'without a colon': { authorization: `Basic ${Buffer.from(service.key.secret).toString('base64')}` },
    'caused by another site': {
      ...headers,
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
    },
  })) {
    const refused = await ask(permits('atom'), { key: null, headers: bad });
    assert.equal(refused.status, 401, what);
    assert.match(refused.headers['www-authenticate'] ?? '', /^Basic realm="lintel", charset="UTF-8", ApiKey/);
  }
});

test('a key reads the feeds of its scopes only, and no feed beyond its credits', async () => {
  const storage = openSqliteStorage(service.ledgerPath);
  const administration = { storage, plans: plansOf(service.config.plans), actor: 'test' };
  const { secret: key } = storage.writeNow(() =>
    createKey(administration, service.account.id, { scopes: ['decisions'] }),
  );
  await storage.close();
  assert.equal((await ask(permits('atom', { size: '1' }), { key })).status, 403);
  assert.equal(
    (await ask(urlOf('/feeds/decisions.json', { geo_id: cityId, size: '1' }), { key })).status,
    200,
  );
  const poor = testService({ config: { plans: { free: { credits: 5, requests_per_minute: 1000 } } } });
  const refused = await poor.ask(permits('atom', { size: '6' }));
  assert.deepEqual([refused.status, (await poor.ledger.usage(poor.account.id)).used], [402, 0]);
  assert.equal(refused.headers['last-modified'], undefined);
  await poor.close();
});

test('parameters are those of the search: faults are refused, and a period is not needed', async () => {
  assert.equal((await ask('/feeds/permits.atom')).status, 422);
  assert.equal((await ask(permits('atom', { permit_tags: 'rooof' }))).status, 422);
  assert.equal(
    (await ask(permits('atom', { permit_from: '2026-06-01', permit_to: '2026-01-01' }))).status,
    422,
  );
  const empty = await ask(permits('json', { permit_to: '2020-01-01' }));
  assert.equal(empty.headers['x-empty-reason'], 'window');
  assert.equal(empty.headers['x-credits-request'], '0');
});
