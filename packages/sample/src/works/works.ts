/**
 * All kinds of work, and which one is done on a lot: weighted by what is there and by climate, reduced by
 * season and by the years in which the kind spread.
 */
import { monthOf, yearOf } from '../calendar.js';
import type { Climate } from '../jurisdictions.js';
import type { PropertyClass } from '../properties.js';
import type { Random } from '../random.js';
import { readData } from '../read-data.js';
import { compileTemplate, type Template } from '../template.js';
import { type Work, type WorkContext, type WorkGroup, workGroups } from './work.js';
import { workValues } from './work-values.js';

/** Buildings, then work inside them, services, grounds. */
export const works = readData<readonly Work[]>('works');

/** What is on an existing lot, in terms of work. */
export const groupOfClass: Readonly<Record<PropertyClass, WorkGroup>> = {
  house: 'home',
  townhouse: 'home',
  condo: 'multi',
  apartments: 'multi',
  retail: 'shop',
  restaurant: 'shop',
  hotel: 'shop',
  office: 'office',
  warehouse: 'plant',
  farm: 'plant',
  civic: 'civic',
  land: 'land',
};

/** The permit for the building itself, by what is built. */
export function groupOfNewBuilding(kind: PropertyClass): WorkGroup {
  if (kind === 'house' || kind === 'townhouse') return 'newHome';
  return kind === 'apartments' || kind === 'condo' ? 'newMulti' : 'newBusiness';
}

interface Choice {
  readonly works: readonly Work[];
  /** Running sums of the weights. */
  readonly cumulative: readonly number[];
  readonly total: number;
}

const climates: readonly Climate[] = ['hot', 'mild', 'cold'];
const choices = new Map<string, Choice>(
  workGroups.flatMap((group) =>
    climates.map((climate) => [`${group}/${climate}`, choiceOf(group, climate)] as const),
  ),
);

function choiceOf(group: WorkGroup, climate: Climate): Choice {
  const possible = works.filter((work) => work.on[group] !== undefined);
  let total = 0;
  const cumulative = possible.map((work) => {
    total += (work.on[group] ?? 0) * (work.climate?.[climate] ?? 1);
    return total;
  });
  return { works: possible, cumulative, total };
}

/** Share of the seasonal work wanted in each month that is filed, January first. */
const warmMonths = [0.45, 0.5, 0.75, 0.95, 1, 1, 1, 1, 0.95, 0.85, 0.6, 0.45];
const coldMonths = [1, 0.95, 0.8, 0.55, 0.4, 0.3, 0.3, 0.35, 0.6, 0.9, 1, 1];
/** Years from the first adopters to everyone. */
const spreadYears = 11;

/** The kind of work of one permit filed on `day`. */
export function chooseWork(group: WorkGroup, climate: Climate, day: number, random: Random): Work {
  const choice = choices.get(`${group}/${climate}`);
  if (!choice) throw new RangeError(`no kind of work for ${group}`);
  let work = draw(choice, random);
  for (let attempt = 0; attempt < 3 && !random.chance(likelihood(work, day)); attempt++)
    work = draw(choice, random);
  return work;
}

function draw(choice: Choice, random: Random): Work {
  const wanted = random.unit() * choice.total;
  let at = 0;
  while (at < choice.works.length - 1 && (choice.cumulative[at] ?? 0) <= wanted) at++;
  const work = choice.works[at];
  if (!work) throw new RangeError('an empty choice of work');
  return work;
}

function likelihood(work: Work, day: number): number {
  const month = monthOf(day);
  const season = work.season === 'warm' ? warmMonths[month] : work.season === 'cold' ? coldMonths[month] : 1;
  const spread = work.since === undefined ? 1 : (yearOf(day) - work.since + 1) / spreadYears;
  return (season ?? 1) * Math.min(1, Math.max(0.04, spread));
}

/** Whether the lot has a house, built or under construction. */
export function isHouse(group: WorkGroup): boolean {
  return group === 'home' || group === 'newHome' || group === 'onNewHome';
}

interface Wording {
  readonly house: readonly Template<WorkContext>[];
  readonly other: readonly Template<WorkContext>[];
}

const wordings = new Map<string, Wording>(works.map((work) => [work.id, wordingOf(work)]));

function wordingOf(work: Work): Wording {
  const compile = (words: readonly string[]) => words.map((text) => compileTemplate(text, workValues));
  const everywhere = compile(work.words);
  return {
    house: [...everywhere, ...compile(work.houseWords ?? [])],
    other: [...everywhere, ...compile(work.otherWords ?? [])],
  };
}

/** The description as the applicant wrote it, before the office's habits. */
export function describe(work: Work, context: WorkContext, random: Random): string {
  const wording = wordings.get(work.id);
  if (!wording) throw new RangeError(`no words for ${work.id}`);
  const templates = isHouse(context.group) ? wording.house : wording.other;
  return random.pick(templates)(random, context);
}
