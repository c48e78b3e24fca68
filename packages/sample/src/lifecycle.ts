/**
 * The life of a permit: filed, reviewed, issued, inspected, finished, or abandoned on the way, up to the
 * world's today. The phases are finer than any office's status words; shapes translate them.
 */
import { nextOpenDay } from './calendar.js';
import type { Random } from './random.js';
import type { Review, Work, WorkCategory } from './works/work.js';

const phases = [
  'received',
  'reviewing',
  'corrections',
  'ready',
  'issued',
  'inspecting',
  'finaled',
  'expired',
  'withdrawn',
  'denied',
  'void',
] as const;
export type Phase = (typeof phases)[number];

/** Days since 1970; null for phases not reached. */
export interface Life {
  readonly filed: number;
  readonly issued: number | null;
  readonly finaled: number | null;
  readonly phase: Phase;
}

/** Median days of review. */
const reviewDays: Readonly<Record<Review, number>> = { counter: 0.6, review: 14, plan: 52, long: 130 };
const reviewSpread: Readonly<Record<Review, number>> = { counter: 1.1, review: 0.8, plan: 0.6, long: 0.5 };
/** Days after issue at which unfinished work lapses. */
const lapseDays = 365;

const givenUpBeforeIssue = 0.035;
/** Share that waits for the applicant indefinitely. */
const stalled = 0.016;
const neverFinished = 0.17;

/** The life of work filed on `filed`. `slowness` is a property of the office. */
export function liveOn(work: Work, filed: number, today: number, slowness: number, random: Random): Life {
  const fate = random.unit();
  const review = Math.floor(random.lognormal(reviewDays[work.review] * slowness, reviewSpread[work.review]));
  const issued = nextOpenDay(filed + review);
  const unissued = { filed, issued: null, finaled: null };
  if (issued > today) return { ...unissued, phase: waitingPhase((today - filed) / (issued - filed)) };
  if (fate < givenUpBeforeIssue) {
    return { ...unissued, phase: fate < 0.02 ? 'withdrawn' : fate < 0.028 ? 'denied' : 'void' };
  }
  if (fate < givenUpBeforeIssue + stalled) return { ...unissued, phase: waitingPhase(random.unit()) };
  const build = Math.max(1, Math.round(random.lognormal(work.days, 0.65)));
  const finaled = nextOpenDay(issued + build);
  if (random.chance(neverFinished)) {
    const lapsed = issued + lapseDays < today;
    return { filed, issued, finaled: null, phase: lapsed && random.chance(0.72) ? 'expired' : 'issued' };
  }
  if (finaled <= today) return { filed, issued, finaled, phase: 'finaled' };
  return { filed, issued, finaled: null, phase: today - issued > build / 3 ? 'inspecting' : 'issued' };
}

/** By the completed share of the review. */
function waitingPhase(done: number): Phase {
  if (done < 0.15) return 'received';
  if (done < 0.6) return 'reviewing';
  return done < 0.85 ? 'corrections' : 'ready';
}
type InspectionResult = 'passed' | 'failed' | 'partial' | 'cancelled';

export interface Inspection {
  readonly name: string;
  readonly day: number;
  readonly result: InspectionResult;
}

const building = ['Footings & Forms', 'Foundation', 'Rough Frame', 'Insulation', 'Drywall', 'Building Final'];
const inspectionNames: Readonly<Record<WorkCategory, readonly string[]>> = {
  new_building: building,
  addition: building,
  adu: building,
  alteration: ['Rough Frame', 'Rough Electrical', 'Rough Plumbing', 'Building Final'],
  accessory: ['Footings & Forms', 'Building Final'],
  roof: ['Roof Deck', 'Roof Final'],
  electrical: ['Rough', 'Electrical Final'],
  plumbing: ['Rough', 'Plumbing Final'],
  mechanical: ['Rough', 'Mechanical Final'],
  gas: ['Gas Pressure Test', 'Gas Final'],
  pool: ['Pool Steel & Bonding', 'Pool Deck', 'Pool Final'],
  demolition: ['Sewer Cap', 'Demolition Final'],
  grading: ['Erosion Control', 'Grading Final'],
  site: ['Forms', 'Site Final'],
  utility: ['Open Trench', 'Utility Final'],
  fence: ['Fence Final'],
  sign: ['Sign Final'],
  fire: ['Hydrostatic Test', 'Fire Final'],
  solar: ['Rough', 'Solar Final'],
  telecom: ['Telecom Final'],
  occupancy: ['Occupancy Final'],
};

/** The inspections up to today: all of a finished permit, some of an open one; a failed one is repeated. */
export function inspect(
  life: Life,
  work: Work,
  failing: number,
  today: number,
  random: Random,
): Inspection[] {
  if (life.issued === null || life.phase === 'issued') return [];
  const end = life.finaled ?? Math.min(today, life.issued + Math.round(work.days * 0.6));
  const names = inspectionNames[work.category];
  const wanted = life.phase === 'finaled' ? names.length : Math.floor(names.length / 2);
  const inspections: Inspection[] = [];
  for (let n = 0; n < wanted; n++) {
    const name = names[n] ?? 'Final';
    const day = life.issued + Math.floor(((end - life.issued) * (n + 1)) / names.length);
    if (random.chance(failing))
      inspections.push({ name, day: Math.max(life.issued, day - 3), result: 'failed' });
    else if (random.chance(0.05))
      inspections.push({ name, day: Math.max(life.issued, day - 2), result: 'partial' });
    else if (random.chance(0.03))
      inspections.push({ name, day: Math.max(life.issued, day - 1), result: 'cancelled' });
    inspections.push({ name, day, result: 'passed' });
  }
  return inspections;
}
