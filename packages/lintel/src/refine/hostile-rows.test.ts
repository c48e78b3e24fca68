/** No row takes more than 50 ms of processor time, whatever the text of a field is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rounds } from '@lintel/testing/base/rounds.js';
import { mostMs, texts, timeOf, units } from '@lintel/testing/refine/hostile-texts.js';
import { sanFrancisco } from '@lintel/testing/refine/sources.js';
import fc from 'fast-check';
import { loadGeography } from '../geography/load.js';
import { contractorFields, decisionFields, permitFields, propertyFields } from './record/canonical.js';
import type { Canonical } from './record/source.js';
import { refine } from './refine.js';

const geography = loadGeography();
const today = '2026-11-21';

const fieldsOf = {
  permits: permitFields,
  contractors: contractorFields,
  decisions: decisionFields,
  properties: propertyFields,
};
/** The fields without which a row of this kind is refused. */
const needed = {
  decisions: { title: 'A title' },
  properties: { address: '12 Main St' },
  permits: {},
  contractors: {},
};

function refineText(kind: keyof typeof fieldsOf, field: string, text: string): void {
  // No run finds entries of another in refinement's caches.
  const fields = { ...needed[kind], [field]: text + Math.random() };
  const refined = refine({ kind, key: 'k', fields } as Canonical, sanFrancisco, geography, { today });
  assert.ok(refined.kind !== 'refused' || !/cannot be/.test(refined.reason), JSON.stringify(refined));
}

for (const [kind, fields] of Object.entries(fieldsOf) as [keyof typeof fieldsOf, readonly string[]][]) {
  test(`no text in a field of ${kind} takes refinement long`, () => {
    for (const field of fields) {
      for (const text of texts) {
        const ms = timeOf(() => refineText(kind, field, text));
        assert.ok(ms <= mostMs, `${field} of ${JSON.stringify(text.slice(0, 40))}… took ${ms} ms`);
      }
    }
  });
}

test('no mixture of texts takes refinement long', () => {
  const part = fc.tuple(fc.constantFrom(...units), fc.integer({ min: 1, max: 400 }));
  const mixture = fc.array(part, { minLength: 1, maxLength: 8 });
  const field = fc.constantFrom(
    'address',
    'contractor_name',
    'description',
    'point',
    'street_name',
    'type',
    'work',
  );
  fc.assert(
    fc.property(field, mixture, (name, parts) => {
      const text = parts.map(([unit, times]) => unit.repeat(times)).join('');
      const ms = timeOf(() => refineText('permits', name, text));
      assert.ok(ms <= mostMs, `${ms} ms`);
    }),
    { numRuns: rounds(2_000, 400_000) },
  );
});
