/**
 * No row takes more than 50 ms of processor time, whatever its texts are: each field of each kind of source, and each
 * source of the catalog with all its columns at once, is given texts that make patterns try again and again.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { loadGeography } from '../geography/load.js';
import { contractorFields, decisionFields, permitFields, propertyFields } from '../refine/canonical.js';
import { sanFrancisco } from '../refine/fixture/sources.js';
import { refine } from '../refine/refine.js';
import type { Canonical } from '../refine/source.js';
import { loadCatalog } from './load-catalog.js';

const geography = loadGeography();
const today = '2026-11-21';
const mostMs = 50;
/** Longer than any limit. */
const length = 30_000;

/** What texts are made of: white space, marks, digits, and the words that the rules look for. */
const units = [
  ...[
    ' ',
    '\t',
    '\n',
    ' a',
    'a',
    'A',
    '1',
    '1 ',
    '1,',
    ',',
    ', ',
    '"',
    '/',
    ' / ',
    '-',
    '- ',
    ' - ',
    '.',
    '. ',
    '(',
  ],
  ...[
    '((',
    '()',
    '*',
    '**',
    ';',
    ':',
    '_',
    '\\',
    '|',
    '&',
    ' & ',
    '#',
    '# 1 ',
    '@',
    'a@',
    'a@.',
    'a.b',
    '<',
    '{',
    '[',
  ],
  ...[
    'é',
    '日 ',
    '\u00a0',
    '\u200b',
    '\ud83c',
    '\u0301',
    '½',
    '&amp;',
    '&#1;',
    '<b',
    '[1,',
    '1.1',
    '1e',
    '$1',
    '//w/ ',
  ],
  ...[
    'NEW ',
    'OLD NEW ',
    'ST ',
    'N ',
    'UNIT 1 ',
    'LOT 1 BLK 2 ',
    'US 1 ',
    'CALLE A ',
    'URB ',
    '1 TO ',
    'A - ',
    'C/O ',
  ],
  ...[
    'CORNER OF ',
    'X & Y ',
    'NEW YORK ',
    'CA 94103 ',
    '94103-',
    'PO BOX ',
    'RR 1 BOX ',
    'POINT (',
    '"coordinates":[',
  ],
  ...[
    'DBA ',
    'INC, ',
    ', THE',
    'OWNER ',
    'AS OWNER ',
    'P & H ',
    'A B ',
    '555-1234 ',
    '(555) 555-1234 ',
    '5551234567',
  ],
  ...[
    'permit no ',
    'BP-1',
    'FL 123',
    'contact: ',
    'this permit ',
    'no gas, ',
    'separate permits for electric; ',
    'to ',
  ],
  ...[
    'roofreroof',
    'kitchen remodel ',
    '(N)',
    'existing ',
    'rezoning from R1 to R2 ',
    'R3-2/',
    'submitted by ',
    'Jan ',
  ],
  ...[
    'James Smith ',
    ' - James ',
    'http://a',
    '2020-01-01T',
    '/Date(',
    'acres ',
    'sq. ft. ',
    'MUNIS Permit Number ',
  ],
];

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** The processor time that `work` takes in the best of three runs: the first may compile code or collect garbage. */
function timeOf(work: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && best > mostMs; run++) {
    const before = cpuMs();
    work();
    best = Math.min(best, cpuMs() - before);
  }
  return best;
}

const repeated = (unit: string) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
const texts = units.flatMap((unit) => [repeated(unit), `1 ${repeated(unit)}!`]);

const fieldsOf = {
  permits: permitFields,
  contractors: contractorFields,
  decisions: decisionFields,
  properties: propertyFields,
};
/** What a row of a kind must have to be refined at all. */
const needed = {
  decisions: { title: 'A title' },
  properties: { address: '12 Main St' },
  permits: {},
  contractors: {},
};

function refineText(kind: keyof typeof fieldsOf, field: string, text: string): void {
  // A run never meets what another has left in the memories of refinement.
  const fields = { ...needed[kind], [field]: text + Math.random() };
  const refined = refine({ kind, key: 'k', fields } as Canonical, sanFrancisco, geography, { today });
  assert.ok(refined.kind !== 'refused' || !/cannot be/.test(refined.reason), JSON.stringify(refined));
}

for (const [kind, fields] of Object.entries(fieldsOf) as [keyof typeof fieldsOf, readonly string[]][]) {
  test(`no text of a field of ${kind} holds refinement up`, () => {
    for (const field of fields) {
      for (const text of texts) {
        const ms = timeOf(() => refineText(kind, field, text));
        assert.ok(ms <= mostMs, `${field} of ${JSON.stringify(text.slice(0, 40))}… took ${ms} ms`);
      }
    }
  });
}

test('no mixture of texts holds refinement up', () => {
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
    { numRuns: 2_000 },
  );
});

test('no row of a source of the catalog holds mapping and refinement up, with all its columns hostile', () => {
  let worst = { ms: 0, what: '' };
  for (const source of loadCatalog().sources.filter(({ id }) => !id.startsWith('sample-'))) {
    for (const text of units.map(repeated)) {
      const row = Object.fromEntries(source.columns.map((column) => [column, text]));
      const ms = timeOf(() => {
        const canonical = source.map(row);
        refine(canonical, canonical.context ?? source.context, geography, { today });
      });
      if (ms > worst.ms) worst = { ms, what: `${source.id} with ${JSON.stringify(text.slice(0, 40))}…` };
    }
  }
  assert.ok(worst.ms <= mostMs, `${worst.what} took ${worst.ms} ms`);
});
