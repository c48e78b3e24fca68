/** Texts of sources that programs would obey, in every format whose readers interpret what they are given. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Permit, TileJson } from '@lintel/contract';
import { memoryRelease, memoryReleaseStore } from '@lintel/testing/http/memory-release.js';
import { testService } from '@lintel/testing/http/service.js';
import { parse } from 'csv-parse/sync';
import { SaxesParser } from 'saxes';

const html = `<img src=x onerror="alert('1')">&amp;]]>`;
const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1+1', '＋1', '－1', '＠A1'];

const release = memoryRelease('release-1');
const [first] = release.info.sources;
assert.ok(first);
let served = 0;
/** Permits whose numbers are formulas and whose descriptions are HTML. */
function hostile(page: { readonly items: readonly Buffer[]; readonly next: number | null }) {
  const items = page.items.map((item) => {
    const permit = JSON.parse(item.toString()) as Permit;
    const number = formulas[served++ % formulas.length] ?? null;
    return Buffer.from(JSON.stringify({ ...permit, number, description: html }));
  });
  return { items, next: page.next };
}
const service = testService({
  config: { plans: { free: { credits: null, requests_per_minute: 1000 } } },
  releases: memoryReleaseStore(
    Object.assign(Object.create(release), {
      info: { ...release.info, sources: [{ ...first, name: html, attribution: html, license: html }] },
      searchPermits: (...asked: Parameters<typeof release.searchPermits>) =>
        hostile(release.searchPermits(...asked)),
      all: (...asked: Parameters<typeof release.all>) => hostile(release.all(...asked)),
    }),
  ),
});
after(() => service.close());

test('the attribution in TileJSON, which libraries of maps show as HTML, has no markup', async () => {
  const { attribution } = (await service.ask('/v2/permits/tiles')).body as TileJson;
  assert.ok(!/[<>"']/.test(attribution), attribution);
  assert.ok(
    attribution.startsWith('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;'),
    attribution,
  );
});

test('Atom is well-formed, and its texts are texts', async () => {
  const { bytes } = await service.ask('/feeds/permits.atom?geo_id=NY');
  const texts: string[] = [];
  const elements = new Set<string>();
  const parser = new SaxesParser();
  parser.on('text', (text) => texts.push(text));
  parser.on('opentag', ({ name }) => elements.add(name));
  parser.on('error', (error) => assert.fail(error));
  parser.write(bytes.toString()).close();
  assert.ok(texts.some((text) => text.startsWith(html)));
  assert.ok(!elements.has('img'));
});

test('JSON that a browser opens is never taken for HTML', async () => {
  for (const path of ['/ogc/collections/permits/items', '/feeds/permits.json?geo_id=NY', '/catalog.jsonld']) {
    const { status, headers } = await service.ask(path);
    assert.equal(status, 200, path);
    assert.equal(headers['x-content-type-options'], 'nosniff', path);
    assert.match(String(headers['content-type']), /^application\/(?:[a-z-]+\+)?json/, path);
  }
});

test('a CSV export for spreadsheets has no formula, and without the option the texts of the sources', async () => {
  const numbers = async (query: string) => {
    served = 0;
    const { bytes } = await service.ask(`/v2/export/permits?format=csv${query}`);
    const rows = parse(bytes, { columns: true }) as { number: string }[];
    return rows.slice(0, formulas.length).map(({ number }) => number);
  };
  assert.deepEqual(await numbers(''), formulas);
  assert.deepEqual(
    await numbers('&spreadsheet_safe=true'),
    formulas.map((text) => `'${text}`),
  );
});
