/**
 * The sample world: its places with their parcels and streets, the contractors of its states and its clock,
 * made from a seed and a number of permits. It holds sizes and tables only; every permit is derived on
 * demand.
 */

import { dayOf, type FilingCurve, filingCurve, firstDay, yearOf } from './calendar.js';
import { type ContractorPool, contractorPool } from './contractors.js';
import type { SampleSeed } from './domains.js';
import { type Jurisdiction, jurisdictions, permitsEach } from './jurisdictions.js';
import { type Locality, localitiesOf } from './localities.js';
import type { SamplePlaces } from './places.js';
import { parcelsFor, propertiesOf } from './properties.js';
import { seedOf } from './random.js';
import { streetsOf } from './streets.js';

export interface WorldOptions {
  /** Distinct permits over all jurisdictions, 1 to 100,000,000. */
  readonly permits: number;
  /** Any text; the same one gives the same world. */
  readonly seed?: string;
  /** Last day of the world, `YYYY-MM-DD`. */
  readonly today?: string;
}

export const defaultSeed = 'lintel';
export const defaultToday = '2026-06-30';
const mostPermits = 100_000_000;

/** One jurisdiction as the permits see it. */
export interface Office {
  readonly place: Jurisdiction;
  readonly seed: SampleSeed;
  /** How many permits it has. */
  readonly permits: number;
  readonly localities: readonly Locality[];
  readonly parcels: ReturnType<typeof parcelsFor>;
  readonly properties: ReturnType<typeof propertiesOf>;
  readonly contractors: ContractorPool;
  /** Permits filed before each year, by year. */
  readonly before: ReadonlyMap<number, number>;
}

export interface World {
  readonly seed: string;
  /** Day number. */
  readonly today: number;
  readonly curve: FilingCurve;
  readonly offices: readonly Office[];
  /** The contractors of each state, by code. */
  readonly pools: ReadonlyMap<string, ContractorPool>;
}

/** Makes a world. Fails on an invalid date or number of permits. */
export function createWorld(options: WorldOptions, geography: SamplePlaces): World {
  const seed = options.seed ?? defaultSeed;
  const today = checkedToday(options.today ?? defaultToday);
  checkPermits(options.permits);
  const curve = filingCurve(today);
  const counts = permitsEach(options.permits);
  const places = jurisdictions.map((place) => ({
    place,
    permits: counts.get(place.id) ?? 0,
    localities: localitiesOf(place, geography),
  }));
  const pools = new Map<string, ContractorPool>();
  for (const state of new Set(places.map(({ place }) => place.state))) {
    const ofState = places.filter(({ place }) => place.state === state);
    const permits = ofState.reduce((sum, office) => sum + office.permits, 0);
    const localities = ofState.flatMap((office) => office.localities);
    pools.set(state, contractorPool(state, permits, localities, seed));
  }
  const offices = places.map(({ place, permits, localities }) => {
    const placeSeed = seedOf(`${seed}/${place.id}`);
    const parcels = parcelsFor(permits);
    const street = streetsOf(place, localities, placeSeed);
    const contractors = pools.get(place.state);
    if (!contractors) throw new RangeError(`no contractors in ${place.state}`);
    return {
      place,
      seed: placeSeed,
      permits,
      localities,
      parcels,
      properties: propertiesOf(place, parcels, street, placeSeed),
      contractors,
      before: filedBefore(curve, permits),
    };
  });
  return { seed, today, curve, offices, pools };
}

function filedBefore(curve: FilingCurve, permits: number): Map<number, number> {
  const before = new Map<number, number>();
  for (let year = yearOf(firstDay); year <= yearOf(curve.today); year++) {
    before.set(year, curve.filingsBefore(dayOf(`${year}-01-01`), permits));
  }
  return before;
}

function checkPermits(permits: number): void {
  if (!Number.isInteger(permits) || permits < 1 || permits > mostPermits) {
    throw new RangeError(
      `The number of sample permits is ${permits}; it must be a whole number from 1 to ${mostPermits}.`,
    );
  }
}

function checkedToday(text: string): number {
  const today = dayOf(text);
  if (Number.isNaN(today) || today < firstDay + 365 || text > '2099-12-31') {
    throw new RangeError(
      `The last day of the sample is "${text}"; it must be a date like ${defaultToday}, from 2013-01-03 to 2099-12-31.`,
    );
  }
  return today;
}
