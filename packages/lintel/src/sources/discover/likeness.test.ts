/** Titles and columns of datasets as portals name them: which look like a kind. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SourceKind } from '../../base/source-kind.js';
import { likenessOf, titleLikeness } from './likeness.js';

const titles: Readonly<Record<SourceKind, { yes: readonly string[]; no: readonly string[] }>> = {
  permits: {
    yes: [
      'Issued Building Permits',
      'BuildingPermits_2026',
      'Residential roofing permits',
      'ACCELA_ALL_PERMITS_V',
    ],
    no: [
      'Film Permits',
      'Residential Parking Permit Zones',
      'Building Permits by Month',
      'Building Footprints',
    ],
  },
  contractors: {
    yes: [
      'Licensed Contractors',
      'Contractor License Data - General',
      'Registered Home Improvement Contractors',
    ],
    no: ['Liquor Licenses', 'Contracts', 'Construction Permits'],
  },
  properties: {
    yes: ['Tax Parcels', 'Parcels with Assessor Data', 'Real Property Assessments'],
    no: ['Vacant Parcels', 'Property Sales', 'Parks'],
  },
  decisions: {
    yes: ['Planning Cases', 'Rezoning Applications', 'Land_Use_Applications'],
    no: ['Code Enforcement Cases', 'Zoning Districts', 'Police Cases'],
  },
};

test('a title of the kind is likelier than one of something else', () => {
  for (const [kind, { yes, no }] of Object.entries(titles) as [
    SourceKind,
    { yes: string[]; no: string[] },
  ][]) {
    for (const title of yes) assert.ok(titleLikeness(kind, title) >= 0.9, `${kind}: ${title}`);
    for (const title of no) assert.ok(titleLikeness(kind, title) < 0.3, `${kind}: ${title}`);
  }
});

test('columns decide where a title says little, and a title cannot make up for columns of something else', () => {
  const columns = (...names: string[]) => names.map((name) => ({ name }));
  const permits = columns(
    'permit_no',
    'permit_type',
    'issue_date',
    'status',
    'site_address',
    'description',
    'valuation',
  );
  assert.ok(likenessOf('permits', 'PED_Detail', permits) > 0.5);
  assert.ok(likenessOf('permits', 'Building Permits', columns('ward', 'year', 'total')) < 0.5);
  assert.ok(
    likenessOf('permits', 'Film Permits', permits) < likenessOf('permits', 'Building Permits', permits) / 2,
  );
});
