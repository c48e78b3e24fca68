/** Addresses as catalogs and definitions spell them: which mean the same dataset. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchAt, identityOf } from './found-dataset.js';

const identityAt = (address: string) => {
  const fetch = fetchAt(address);
  return fetch === null ? null : identityOf(fetch);
};

test('spellings of one dataset have one identity, and what Lintel cannot read has none', () => {
  const layer = 'arcgis gis.example.gov/arcgis/rest/services/permits/server/0';
  assert.equal(identityAt('https://gis.example.gov/arcgis/rest/services/Permits/FeatureServer/0'), layer);
  assert.equal(
    identityAt('http://gis.example.gov/ArcGIS/rest/services/Permits/MapServer/0/query?where=1'),
    layer,
  );
  const service = identityAt('https://gis.example.gov/arcgis/rest/services/Permits/FeatureServer/');
  assert.equal(service, layer.replace('/0', ''), 'a service is not its layer');
  const rows = 'https://data.example.com/api/views/abcd-1234/rows.csv?accessType=DOWNLOAD';
  assert.equal(identityAt(rows), identityAt('https://data.example.com/resource/abcd-1234.json'));
  const id = '828e9630-d7cb-42e4-960e-964eae916397';
  const table = identityOf({ protocol: 'ckan', base_url: 'https://data.example.gov', dataset: id });
  assert.equal(identityAt(`https://data.example.gov/dataset/x/resource/${id}/download/permits.csv`), table);
  assert.equal(identityAt(`https://data.example.gov/dataset/x/resource/${id}`), table);
  const exported = 'file data.example.gov/api/explore/v2.1/catalog/datasets/building-permits/exports/jsonl';
  for (const path of [
    'explore/dataset/building-permits/table/?disjunctive.type',
    'api/explore/v2.1/catalog/datasets/building-permits/exports/csv?delimiter=%3B',
  ])
    assert.equal(identityAt(`https://data.example.gov/${path}`), exported);
  const chosen = 'https://example.gov/export.csv?layer=permits';
  assert.equal(fetchAt(chosen)?.dataset, 'export.csv?layer=permits', 'what an address asks for is kept');
  for (const address of ['https://example.com/page', 'ftp://example.com/a.csv', 'not an address', null])
    assert.equal(fetchAt(address), null);
});
