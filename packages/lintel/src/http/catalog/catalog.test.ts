/** The catalogue is JSON-LD by DCAT 3: it expands without a loss, uses its terms, and has what harvesters need. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import type { ReleaseInfo } from '@lintel/contract';
import { memoryRelease, memoryReleaseStore } from '@lintel/testing/http/memory-release.js';
import { testService } from '@lintel/testing/http/service.js';
import jsonld from 'jsonld';
import { defaultConfig } from '../../base/config.js';

const first = memoryRelease('release-1');
const sources: ReleaseInfo['sources'] = [
  { id: 'a-ks', name: 'A', license: 'CC-BY-4.0', attribution: 'City of A', as_of: '2026-01-09', rows: 5 },
  { id: 'b-ks', name: 'B', license: 'Public domain, see site', attribution: null, as_of: null, rows: 5 },
  { id: 'c-ks', name: 'C', license: null, attribution: null, as_of: null, rows: 5 },
];
const releases = memoryReleaseStore({ ...first, info: { ...first.info, sources } });
const service = testService({
  releases,
  config: { fetch: { ...defaultConfig.fetch, operator: 'Elm County <data@elm.example>' } },
});
after(() => service.close());

const dcat = 'http://www.w3.org/ns/dcat#';
const dct = 'http://purl.org/dc/terms/';

/** Terms that DCAT 3 has added; the package has those of DCAT 2. */
const since3 = ['version'];

type Expanded = Readonly<
  Record<string, readonly { readonly '@id'?: string; readonly '@value'?: string }[]>
> & {
  readonly '@id': string;
  readonly '@type': readonly string[];
};

const answered = await service.ask('/catalog.jsonld', { key: null });
const document = JSON.parse(answered.bytes.toString()) as object;
/** Fails where a term has no meaning or an address is not whole. */
const flat = (await jsonld.flatten(
  (await jsonld.expand(document, { safe: true } as jsonld.Options.Expand)) as jsonld.JsonLdDocument,
)) as unknown as Expanded[];
const ofType = (type: string) => flat.filter((node) => node['@type']?.includes(type));

test('the catalogue is served free and without a key, as JSON-LD with a tag and a time', async () => {
  assert.equal(answered.status, 200);
  assert.equal(answered.headers['content-type'], 'application/ld+json; charset=utf-8');
  assert.equal(answered.headers['x-credits-request'], undefined);
  const headers = { 'if-none-match': answered.headers.etag ?? '' };
  assert.equal((await service.ask('/catalog.jsonld', { key: null, headers })).status, 304);
  releases.publish(null);
  assert.equal((await service.ask('/catalog.jsonld', { key: null })).status, 503);
});

test('every property and class of DCAT in it is one of the vocabulary', () => {
  const vocabulary = createRequire(import.meta.url).resolve('@vocabulary/dcat');
  const known = readFileSync(join(dirname(vocabulary), 'dcat.nq'), 'utf8');
  const used = new Set(
    flat
      .flatMap((node) => [...Object.keys(node), ...(node['@type'] ?? [])])
      .filter((name) => name.startsWith(dcat))
      .map((name) => name.slice(dcat.length)),
  );
  assert.ok(used.size > 10);
  for (const name of since3) used.delete(name);
  for (const name of used) assert.ok(known.includes(`<${dcat}${name}>`), name);
});

test('catalogue, data sets, distributions and service have what DCAT-AP makes mandatory', () => {
  const mandatory: Readonly<Record<string, readonly string[]>> = {
    Catalog: [`${dct}title`, `${dct}description`, `${dct}publisher`, `${dcat}dataset`],
    Dataset: [`${dct}title`],
    Distribution: [`${dcat}accessURL`],
    DataService: [`${dct}title`, `${dcat}endpointURL`],
  };
  for (const [type, properties] of Object.entries(mandatory)) {
    const nodes = ofType(`${dcat}${type}`);
    assert.ok(nodes.length > 0, type);
    for (const node of nodes) {
      for (const property of properties)
        assert.ok((node[property]?.length ?? 0) > 0, `${node['@id']} ${property}`);
    }
  }
  const [catalog] = ofType(`${dcat}Catalog`);
  assert.equal(catalog?.['@id'], 'http://localhost:80/catalog.jsonld');
  const listed = catalog?.[`${dcat}dataset`]?.map(({ '@id': id }) => id?.split('#')[1]);
  assert.deepEqual(listed, ['permits', 'contractors', 'decisions']);
});

test('every source is named with its licence and whom to name, and the operator without its address in the name', () => {
  const licences = sources.map(({ id }) => {
    const node = flat.find((each) => each['@id'].endsWith(`#source-${id}`));
    const licence = node?.[`${dct}license`]?.[0]?.['@id'];
    const labelled = flat.find((each) => each['@id'] === licence);
    return labelled?.['http://www.w3.org/2000/01/rdf-schema#label']?.[0]?.['@value'] ?? licence;
  });
  assert.deepEqual(licences, ['https://spdx.org/licenses/CC-BY-4.0', 'Public domain, see site', undefined]);
  const names = flat.flatMap((node) => node['http://xmlns.com/foaf/0.1/name'] ?? []);
  assert.deepEqual([...new Set(names.map(({ '@value': name }) => name))].sort(), ['City of A', 'Elm County']);
});

test('data.json has what DCAT-US 1.1 requires, and is there only with an address to write to', async () => {
  releases.publish({ ...first, info: { ...first.info, sources } });
  const { status, body } = await service.ask('/data.json', { key: null });
  assert.equal(status, 200);
  const { conformsTo, dataset } = body as { conformsTo: string; dataset: Record<string, unknown>[] };
  assert.equal(conformsTo, 'https://project-open-data.cio.gov/v1.1/schema');
  assert.equal(dataset.length, 3);
  const required = [
    'title',
    'description',
    'keyword',
    'modified',
    'publisher',
    'contactPoint',
    'identifier',
    'accessLevel',
  ];
  for (const each of dataset) {
    for (const name of required) assert.ok(each[name], `${each.title} ${name}`);
    assert.deepEqual(each.contactPoint, {
      '@type': 'vcard:Contact',
      fn: 'Elm County',
      hasEmail: 'mailto:data@elm.example',
    });
    // What is not public has its reason.
    assert.equal(each.accessLevel, 'restricted public');
    assert.ok(each.rights);
  }
  const silent = testService();
  assert.equal((await silent.ask('/data.json', { key: null })).status, 404);
  assert.equal((await silent.ask('/catalog.jsonld', { key: null })).status, 200);
  await silent.close();
});
