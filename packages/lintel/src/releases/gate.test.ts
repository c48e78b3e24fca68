import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateNumber } from '../base/calendar-date.js';
import type { Manifest } from '../format/manifest.js';
import type { Overlap, SourceReport } from '../format/report.js';
import { freshness } from '../raw/source-silence.js';
import { gateReasons } from './gate.js';

interface Source {
  readonly records: number;
  /** Rows they were made from; by default as many. */
  readonly refined?: number;
  readonly defective?: number;
  readonly vanished?: number;
  readonly ahead?: number;
  /** Its newest record. */
  readonly newest?: string;
  /** The day when it was read; by default that of the release. */
  readonly read?: string;
  /** By default the id. */
  readonly namespace?: string;
  readonly fill?: Readonly<Record<string, number>>;
}

interface Shape {
  /** Its day. */
  readonly day?: string;
  readonly contractors?: number;
  readonly sources?: Readonly<Record<string, Source>>;
  readonly overlaps?: readonly Overlap[];
}

const usual: Source = { records: 1000, defective: 100, fill: { fees: 500, final_date: 5, zip_code: 990 } };

/** The parts of a manifest that the gate reads. */
function manifest(shape: Shape): Manifest {
  const { day = '2026-06-30', contractors = 100, sources: given = { a: usual }, overlaps = [] } = shape;
  const sources = Object.entries(given).map(([source, { records, refined, ...rest }]): SourceReport => {
    const { namespace = source, defective = 0, vanished = 0, ahead, fill = {} } = rest;
    const counts = { read: records, records, merged: 0, quarantined: 0, refined: refined ?? records };
    return {
      source,
      namespace,
      kind: 'permits',
      ...counts,
      defective,
      vanished,
      ahead,
      defects: [],
      fill,
      unstated: [],
    };
  });
  const permits = sources.reduce((sum, { records }) => sum + records, 0);
  const counts = {
    permits,
    contractors,
    decisions: 0,
    addresses: 0,
    cities: 0,
    counties: 0,
    jurisdictions: 0,
  };
  const infos = Object.entries(given).map(([id, { newest, read = day }]) => ({
    id,
    ...(newest !== undefined && { ...freshness(undefined, dateNumber(newest), day), as_of: read }),
  }));
  const info = { counts, released_at: day, sources: infos };
  return { info, report: { sources, overlaps } } as unknown as Manifest;
}

const fewer = (records: number): Shape => ({ sources: { a: { records, fill: { fees: records / 2 } } } });
const withFees = (fees: number): Shape => ({ sources: { a: { ...usual, fill: { ...usual.fill, fees } } } });
/** The daily reports of a city, and its portal, whose rows replace most of theirs and lack ZIP codes. */
const daily: Source = { records: 1000, namespace: 'city', fill: { zip_code: 990 } };
const dailyBesidePortal: Shape = {
  sources: {
    daily: { records: 300, refined: 1000, namespace: 'city', fill: { zip_code: 290 } },
    portal: { records: 5000, namespace: 'city', fill: { zip_code: 700 } },
  },
};

/** A release of one source. */
const of = (day: string, newest: string, ahead = 3): Shape => ({
  day,
  sources: { a: { ...usual, newest, ahead } },
});

const cases: [name: string, before: Shape, after: Shape, reason: RegExp | null][] = [
  ['equal releases', {}, {}, null],
  [
    'more of everything',
    {},
    { contractors: 300, sources: { a: { records: 2000, fill: { fees: 1500, zip_code: 1990 } } } },
    null,
  ],
  ['9.9 % fewer permits', fewer(1000), fewer(901), null],
  ['10 % fewer permits', fewer(1000), fewer(900), /permits fell from 1,000 to 900/],
  ['10 % fewer contractors', {}, { contractors: 90 }, /contractors fell from 100 to 90/],
  ['a field filled less often', {}, withFees(440), /permits of a with fees fell from 50\.0 % to 44\.0 %/],
  [
    'a field that hardly any permit has',
    {},
    { sources: { a: { ...usual, fill: { fees: 500, zip_code: 990 } } } },
    null,
  ],
  [
    'a field that a few of ten permits lack by chance',
    { sources: { a: { records: 10, fill: { fees: 5 } } } },
    { sources: { a: { records: 10, fill: { fees: 3 } } } },
    null,
  ],
  [
    'more defects',
    {},
    { sources: { a: { ...usual, defective: 200 } } },
    /rows of a without a defect fell from 90\.0 % to 80\.0 %/,
  ],
  [
    'a source that vanished while another grew',
    { sources: { a: { records: 500 }, b: { records: 500 } } },
    { sources: { a: { records: 1000 } } },
    /records of b fell from 500 to 0/,
  ],
  [
    'a city that is added and has no ZIP codes and many defects',
    {},
    { sources: { a: usual, b: { records: 9000, defective: 9000, fill: { zip_code: 0 } } } },
    null,
  ],
  [
    'a source that lost its ZIP codes while a large city was added that has them',
    {},
    {
      sources: {
        a: { ...usual, fill: { ...usual.fill, zip_code: 10 } },
        b: { records: 9000, fill: { zip_code: 9000 } },
      },
    },
    /permits of a with zip_code fell from 99\.0 % to 1\.0 %/,
  ],
  [
    'a portal that is added to the daily reports of its city',
    { sources: { daily } },
    dailyBesidePortal,
    null,
  ],
  [
    'a source whose rows became fewer while another of its city was added',
    { sources: { daily } },
    { sources: { ...dailyBesidePortal.sources, daily: { records: 100, refined: 400, namespace: 'city' } } },
    /usable rows of daily fell from 1,000 to 400/,
  ],
  [
    'a source that lost half of its rows, which stay in the release',
    {},
    { sources: { a: { ...usual, vanished: 500 } } },
    /rows that a still has fell from 1,000 to 500 .*"sources": \{"a": \{"vanished_share": 1\}\}/,
  ],
  [
    'the same rows lost as in the published release',
    { sources: { a: { ...usual, vanished: 500 } } },
    { sources: { a: { ...usual, vanished: 520 } } },
    null,
  ],
  [
    'a clock a year ahead',
    of('2026-06-30', '2026-06-29'),
    of('2027-07-01', '2026-06-30'),
    /is the clock ahead/,
  ],
  ['a year without a night', of('2026-06-30', '2026-06-29'), of('2027-07-01', '2027-06-29'), null],
  [
    'rows that are built again after a year',
    of('2026-06-30', '2026-06-29'),
    { day: '2027-07-01', sources: { a: { ...usual, newest: '2026-06-29', read: '2026-06-30' } } },
    null,
  ],
  ['an archive after a year', of('2026-06-30', '2020-01-01'), of('2027-07-01', '2020-01-01'), null],
  [
    'a clock a month behind',
    of('2026-06-30', '2026-06-29'),
    of('2026-05-30', '2026-05-30'),
    /is the clock behind/,
  ],
  [
    'the right day after a clock a year ahead',
    of('2027-06-30', '2026-06-29'),
    of('2026-07-01', '2026-06-30'),
    null,
  ],
  ['a clock a day behind', of('2026-06-30', '2026-06-29'), of('2026-06-29', '2026-06-29'), null],
  [
    'permits that are suddenly of the next year',
    of('2026-06-30', '2026-06-29'),
    of('2026-07-01', '2026-06-29', 23),
    /permits of a dated after the day of their release rose from 3 to 23/,
  ],
  ['a first release with nothing in it', { contractors: 0, sources: {} }, {}, null],
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

test('the gate lets a source lose as many rows as the operator says', () => {
  const after = manifest({ sources: { a: { ...usual, vanished: 500 } } });
  assert.equal(gateReasons(manifest({}), after, { a: { vanished_share: 0.4 } }).length, 1);
  assert.deepEqual(gateReasons(manifest({}), after, { a: { vanished_share: 0.6 } }), []);
});

test('permits that a new source has in common with another are not lost by it', () => {
  const region: Source = { records: 1000, fill: { fees: 500 } };
  const beside: Shape = {
    sources: {
      region: { ...region, records: 700, refined: 1000 },
      city: { records: 300, fill: { fees: 150 } },
    },
    overlaps: [{ source: 'city', other: 'region', same: 300, repeated: 0, different: 0 }],
  };
  assert.deepEqual(gateReasons(manifest({ sources: { region } }), manifest(beside)), []);
});

test('where permits become fewer because sources share them, the gate says so', () => {
  const both = (records: number): Shape => ({
    sources: { city: { records: 300 }, region: { records, refined: 1000 } },
    overlaps:
      records === 1000 ? [] : [{ source: 'city', other: 'region', same: 300, repeated: 0, different: 0 }],
  });
  assert.deepEqual(gateReasons(manifest(both(1000)), manifest(both(700))), [
    'permits fell from 1,300 to 1,000; of 300 another source has the same permit',
    'records of city and region fell from 1,300 to 1,000',
  ]);
});
