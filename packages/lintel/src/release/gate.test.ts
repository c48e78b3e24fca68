import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SourceReport } from './build/report.js';
import { gateReasons } from './gate.js';
import type { Manifest } from './manifest.js';

interface Shape {
  readonly permits?: number;
  readonly contractors?: number;
  readonly withFees?: number;
  readonly rareField?: number;
  readonly defective?: number;
  readonly sources?: Readonly<Record<string, number>>;
}

/** As much of a manifest as the gate looks at. */
function manifest(shape: Shape): Manifest {
  const { permits = 1000, contractors = 100, withFees = 500, rareField = 5, defective = 100 } = shape;
  const source = (id: string, records: number): SourceReport => ({
    source: id,
    kind: 'permits',
    read: records,
    records,
    merged: 0,
    quarantined: 0,
    refined: records,
    defective: Math.round((defective * records) / permits),
    vanished: 0,
    defects: [],
    fill: {},
    unstated: [],
  });
  const sources = Object.entries(shape.sources ?? { a: permits }).map(([id, records]) => source(id, records));
  const counts = {
    permits,
    contractors,
    decisions: 0,
    addresses: 0,
    cities: 0,
    counties: 0,
    jurisdictions: 0,
  };
  const fill = { fees: withFees, final_date: rareField };
  return { info: { counts }, report: { fill, sources } } as unknown as Manifest;
}

const cases: [name: string, before: Shape, after: Shape, reason: RegExp | null][] = [
  ['equal releases', {}, {}, null],
  ['more of everything', {}, { permits: 2000, contractors: 300, withFees: 1500 }, null],
  ['9.9 % fewer permits', {}, { permits: 901, withFees: 450 }, null],
  ['10 % fewer permits', {}, { permits: 900, withFees: 450 }, /permits fell from 1000 to 900/],
  ['10 % fewer contractors', {}, { contractors: 90 }, /contractors fell from 100 to 90/],
  ['a field filled less often', {}, { withFees: 440 }, /permits with fees fell from 50\.0 % to 44\.0 %/],
  ['a field that hardly any permit has', {}, { rareField: 0 }, null],
  ['more defects', {}, { defective: 200 }, /rows without a defect fell from 90\.0 % to 80\.0 %/],
  [
    'a source that vanished while another grew',
    { sources: { a: 500, b: 500 } },
    { sources: { a: 1000 } },
    /records of b fell from 500 to 0/,
  ],
  ['a first release with nothing in it', { permits: 0, contractors: 0, withFees: 0, sources: {} }, {}, null],
];

for (const [name, before, after, reason] of cases) {
  test(`the gate ${reason === null ? 'lets pass' : 'stops'}: ${name}`, () => {
    const reasons = gateReasons(manifest(before), manifest(after));
    if (reason === null) assert.deepEqual(reasons, []);
    else
      assert.ok(
        reasons.some((line) => reason.test(line)),
        reasons.join('; '),
      );
  });
}
