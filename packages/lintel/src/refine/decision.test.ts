import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Decision } from '@lintel/contract';
import { chicago as source } from '@lintel/testing/refine/sources.js';
import { loadGeography } from '../geography/load.js';
import { refineDecision } from './decision.js';
import type { CanonicalDecision } from './record/canonical.js';
import { whyItMatters } from './text/why-it-matters.js';
import { readZoningChange } from './text/zoning-change.js';

const geography = loadGeography();

function decision(fields: CanonicalDecision): Decision {
  const refined = refineDecision('k', fields, { source, geography, today: '2026-11-21', defects: [] });
  assert.equal(refined.kind, 'decision');
  if (refined.kind !== 'decision') throw new Error('refused');
  return refined.record;
}

test('zoning changes are parsed with their overlays, and other words are never districts', () => {
  const cases: readonly (readonly [string, string | null, string | null])[] = [
    ['changing from an M1-1 District to an R7A District', 'M1-1', 'R7A'],
    ['changing from an existing R6B District to an R7X District, Borough', 'R6B', 'R7X'],
    [
      'changing from an M1-1 District to an R7A District and establishing within the proposed R7A District a C2-4 District',
      'M1-1',
      'R7A/C2-4',
    ],
    [
      'changing from an R6 District to an R6A District, and changing from a C4-3 District to an R7D District',
      'R6, C4-3',
      'R6A, R7D',
    ],
    ['Rezone 4 acres from RS-1 to DX-5', 'RS-1', 'DX-5'],
    ['changing the name from an old one to a new one', null, null],
    ['A change of use from office to retail', null, null],
  ];
  for (const [text, previous, next] of cases)
    assert.deepEqual(readZoningChange(text), { previous, next }, text);
});

test('the name of the applicant ends before the legal basis', () => {
  const cases = [
    ['submitted by Quill Fairweather LLC pursuant to Section 201', 'Quill Fairweather LLC'],
    [
      'submitted by the Maple Home for the Aged, Inc., pursuant to Section 197',
      'Maple Home for the Aged, Inc.',
    ],
    ['concerning the petition of Elm Cafe Inc., for a revocable consent', 'Elm Cafe Inc.'],
    ['the application is submitted', null],
  ] as const;
  for (const [text, name] of cases)
    assert.equal(decision({ title: 'x', description: text }).applicant_name, name);
});

test('a lot number does not mean land, and an asset class is given only if the words name one', () => {
  const cases = [
    ['Elm Manor, Block 12, Lot 7', null],
    ['to rezone a vacant lot', 'land'],
    ['a mixed-use building with retail', 'mixed_use'],
    ['an apartment building of 40 dwelling units', 'multifamily'],
    ['a residence for senior housing', 'specialized_housing'],
    ['the Office of the Mayor establishing a C2-4 commercial overlay', null],
    ['an unenclosed sidewalk café', 'commercial'],
  ] as const;
  for (const [text, asset] of cases) assert.equal(decision({ title: text }).asset_class, asset, text);
});

test('a category comes from what is decided, not from the law that is cited', () => {
  const cases = [
    ['an amendment of the Zoning Resolution, modifying Appendix F', 'zoning_code_modification'],
    ['the grant of a special permit pursuant to Section 74 of the Zoning Resolution', 'land_use_planning'],
    ['an amendment of the Zoning Map, changing from an R4 District to an R6 District', 'spot_rezoning'],
    ['annexation of 40 acres', 'annexation'],
    ['final plat of Elm Acres', 'final_plat'],
    ['disposition of city-owned property', 'city_properties'],
  ] as const;
  for (const [title, category] of cases) assert.equal(decision({ title }).category, category, title);
});

test('the sentence restates facts of the record and the outcome, or is missing', () => {
  const facts = {
    text: '',
    outcome: 'Adopted',
    previous: 'R4',
    next: 'R6',
    street: '12 ELM ST',
    category: null,
  };
  assert.equal(whyItMatters(facts), 'Changes the zoning at 12 ELM ST from R4 to R6.');
  assert.equal(
    whyItMatters({ ...facts, outcome: 'Disapproved' }),
    'The application to change the zoning at 12 ELM ST from R4 to R6 was disapproved.',
  );
  assert.equal(
    whyItMatters({ ...facts, outcome: 'Filed', street: null }),
    'The application asks to change the zoning from R4 to R6.',
  );
  const words = { ...facts, previous: null, next: null };
  assert.equal(
    whyItMatters({ ...words, text: 'for the grant of a special permit' }),
    'Grants a special permit at 12 ELM ST.',
  );
  assert.equal(whyItMatters({ ...words, text: 'Elm Manor, Block 12, Lot 7' }), null);
  const mapped = { ...words, text: 'Elm Manor Rezoning', category: 'spot_rezoning' } as const;
  assert.equal(
    whyItMatters(mapped),
    'Changes the zoning map at 12 ELM ST.',
    'no more than the category is known',
  );
  const exempted = decision({ title: 'Elm Manor, Block 12', subcategory: 'Property tax exemption' });
  assert.equal(exempted.why_it_matters, 'Exempts property from real property taxes.');
});
