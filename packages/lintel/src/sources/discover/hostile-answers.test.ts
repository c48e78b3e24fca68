/** Answers of public catalogs in which any one value is another than it should be. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Listing, speakCatalog } from '@lintel/testing/portals/speak-catalogs.js';
import { PortalFault } from '../fetch/portal-fault.js';
import { addressOf, identityOf } from './found-dataset.js';
import { publicCatalogs } from './public-catalogs.js';

const long = 'x'.repeat(20_000);
const hostile: readonly unknown[] = [
  ...[
    null,
    true,
    0,
    -1,
    1e308,
    9e15,
    '9e15',
    '+275760-09-13T00:00:00.001Z',
    '',
    long,
    `https://x.gov/${long}`,
  ],
  ...['\0\u001b]0;x\u0007', '\ud800', 'https://[::1', 'https://x.gov:99999', 'javascript:alert(1)', '../..'],
  ...[
    {},
    [],
    [[]],
    ['x'],
    { toString: 1 },
    [{ toString: 1 }],
    Array(150_000).fill([1, 2]),
    Array(200).fill(long),
  ],
];
/** An id that each catalog can have. */
const ids: readonly (readonly [Listing['catalog'], string])[] = [
  ['socrata', 'aaaa-1111'],
  ['hub', 'https://gis.x.gov/arcgis/rest/services/permits/MapServer/1'],
  ['ckan', '01234567-89ab-cdef-0123-456789abcdef'],
  ['data.gov', 'https://x.gov/permits.csv'],
  ['opendatasoft', 'permits'],
];
const listings = ids.map(([catalog, id]) => ({
  ...{ catalog, id, title: 'permit', publisher: 'City of Austin', columns: { a: 'text', b: 'date' } },
}));

/** The answer with each of its values in turn in place of another. */
function* changed(answer: unknown, value: unknown): Generator<unknown> {
  yield value;
  if (Array.isArray(answer)) {
    for (const [at, part] of answer.entries())
      for (const other of changed(part, value)) yield answer.with(at, other);
  } else if (typeof answer === 'object' && answer !== null) {
    for (const [key, part] of Object.entries(answer))
      for (const other of changed(part, value)) yield { ...answer, [key]: other };
  }
}

test('no value in the answer of a catalog ends a search, or comes through beyond its limits', () => {
  const catalogs = publicCatalogs('TX', {});
  let datasets = 0;
  for (const catalog of catalogs) {
    const { pathname, searchParams } = new URL(catalog.request({ words: 'permit', box: null }, null).url);
    const reply = speakCatalog(listings, pathname, searchParams);
    assert.ok(reply !== null);
    const answer: unknown = JSON.parse(String(reply.body));
    assert.equal(catalog.page(answer, null).found.length, 1, catalog.name);
    for (const value of hostile) {
      for (const other of changed(answer, value)) {
        try {
          for (const dataset of catalog.page(other, null).found) {
            datasets += 1;
            const { title, description, publisher, homepage, license, columns, updatedMs } = dataset;
            const text = `${title}${description}${publisher}${homepage}${license}${identityOf(dataset.fetch)}`;
            assert.doesNotMatch(text + addressOf(dataset), /[\p{Cc}\p{Cs}]/u);
            assert.ok(text.length <= 10_000 && JSON.stringify(columns).length <= 1_000_000);
            if (updatedMs !== null) new Date(updatedMs).toISOString();
          }
        } catch (error) {
          if (!(error instanceof PortalFault)) throw error;
        }
      }
    }
  }
  assert.ok(datasets > 1000);
});
