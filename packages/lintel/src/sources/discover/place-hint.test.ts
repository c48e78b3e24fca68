/** Publishers, titles and hosts as portals name them: which place they mean, and when they mean none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadGeography } from '../../geography/load.js';
import { loadCatalog } from '../source/load-catalog.js';
import { PlaceHints } from './place-hint.js';

const hints = new PlaceHints(loadGeography(), loadCatalog().sources);

const cases: readonly (readonly [string, string | null, string, string])[] = [
  ['Framingham, MA Building Permits', null, 'services1.arcgis.com', 'MA Framingham'],
  ['Building permits', 'City of Bee Cave, TX', 'services1.arcgis.com', 'TX Bee Cave'],
  ['Residential Permits', 'Montgomery County', 'data.montgomerycountymd.gov', 'MD Montgomery County'],
  ['Permits', null, 'data.sonomacounty.ca.gov', 'CA'],
  ['Permits', 'Maricopa County', 'services1.arcgis.com', 'AZ Maricopa County'],
  ['Building Permits', null, 'data.cityofchicago.org', 'IL Chicago 1714000'],
  ['Building Permits', 'City of Kansas City', 'data.example.org', 'MO Kansas City 2938000'],
  ['Licensed contractors', 'State of Oregon', 'services1.arcgis.com', 'OR of the state'],
  ['Permits', 'Nevada County', 'data.example.org', 'CA Nevada County'],
  ['Washington County Permits', 'Washington County', 'services1.arcgis.com', ''],
  ['Permits in 2024 OR earlier', 'GIS', 'services1.arcgis.com', ''],
];

test('a place is known by its names, and a name of many places is none', () => {
  for (const [title, publisher, host, expected] of cases) {
    const { state, county, city, geoid, isStatewide } = hints.of({
      catalogs: [],
      title,
      description: '',
      publisher,
      homepage: null,
      license: null,
      updatedMs: null,
      isOfficial: null,
      fetch: { protocol: 'socrata', base_url: `https://${host}`, dataset: 'abcd-1234' },
      format: {},
      columns: [],
      rows: null,
      middle: null,
    });
    const found = [state?.code, county?.name, city?.name, geoid, isStatewide ? 'of the state' : null];
    assert.equal(found.filter(Boolean).join(' '), expected, `${title}, ${publisher}, ${host}`);
  }
});
