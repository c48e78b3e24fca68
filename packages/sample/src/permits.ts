/**
 * A permit of the sample world by number: what was done where, by whom, for how much, and its progress.
 *
 * Permit `i` of an office is derived from (seed, office, i) alone, so permits can be made in any order
 * without keeping any. New buildings bring their own lots; permits that follow on such a lot look up the one
 * that built it.
 */
import { yearOf } from './calendar.js';
import type { Contractor } from './contractors.js';
import { domains } from './domains.js';
import { type Life, liveOn } from './lifecycle.js';
import { type MessName, messOf } from './mess.js';
import type { Property } from './properties.js';
import { hash32, Random } from './random.js';
import type { Work, WorkGroup } from './works/work.js';
import { chooseWork, describe, groupOfClass, groupOfNewBuilding, isHouse } from './works/works.js';
import type { Office, World } from './world.js';

export interface Permit {
  readonly office: Office;
  /** From 0, in the order of filing. */
  readonly index: number;
  readonly year: number;
  /** From 1 in its year. */
  readonly inYear: number;
  readonly property: Property;
  readonly group: WorkGroup;
  readonly work: Work;
  readonly life: Life;
  /** As the applicant wrote it. */
  readonly description: string;
  /** Dollars; 0 where the kind of work has none. */
  readonly value: number;
  /** Dollars and cents. */
  readonly fees: number;
  readonly unit: string | null;
  /** The world's last day. */
  readonly today: number;
  readonly contractor: Contractor | null;
  readonly mess: readonly MessName[];
  /** Continues the permit's own stream, for the choices of its shape. */
  readonly random: Random;
}

/** Share of permits for a new building. */
const newBuildingShare = 0.055;
/** Share that follow on a lot built on within the year before. */
const followingShare = 0.085;
/** Share for such a lot later: fences, pools, solar panels. */
const laterShare = 0.04;
/** Square feet of an existing building that one job may affect. */
const largestPart = 12_000;
/** Share of home owners who do the work themselves. */
const ownerBuilt = 0.09;

const random = new Random();

/** Permit `index` of an office. The result is valid until the next one is made, as they share `random`. */
export function makePermit(world: World, office: Office, index: number): Permit {
  const filed = world.curve.dayOfFiling(index, office.permits);
  const year = yearOf(filed);
  random.start(office.seed, domains.permit, index);
  const { property, group } = placeOf(world, office, index, filed);
  const work = chooseWork(group, office.place.climate, filed, random);
  const life = liveOn(work, filed, world.today, office.place.slowness, random);
  const description = describe(work, { property, group }, random);
  const value = jobValueOf(work, property, group);
  const homemade = (group === 'home' || group === 'newHome') && random.chance(ownerBuilt);
  return {
    office,
    index,
    year,
    inYear: index - (office.before.get(year) ?? 0) + 1,
    property,
    group,
    work,
    life,
    description,
    value,
    fees: feesOf(value),
    unit: group.startsWith('new') ? null : unitOf(property),
    today: world.today,
    contractor: homemade ? null : office.contractors.choose(tradeOf(work), life.issued ?? filed, random),
    mess: messOf(office.seed, index),
    random,
  };
}

interface Placed {
  readonly property: Property;
  readonly group: WorkGroup;
}

function placeOf(world: World, office: Office, index: number, filed: number): Placed {
  if (isNewBuilding(office, index)) {
    const property = office.properties.newLot(index, filed);
    return { property, group: groupOfNewBuilding(property.class) };
  }
  const draw = random.unit();
  if (draw < followingShare) {
    const window = Math.max(8, Math.round(office.permits / 24));
    const builder = earlierBuilding(office, index, window);
    if (builder !== null) {
      const property = newLotOf(world, office, builder);
      return {
        property,
        group: groupOfNewBuilding(property.class) === 'newHome' ? 'onNewHome' : 'onNewOther',
      };
    }
  } else if (draw < followingShare + laterShare) {
    const builder = earlierBuilding(office, index - Math.round(office.permits / 24), index);
    if (builder !== null) {
      const property = newLotOf(world, office, builder);
      return { property, group: groupOfClass[property.class] };
    }
  }
  const property = office.properties.existing(random.below(office.parcels.existing));
  return { property, group: groupOfClass[property.class] };
}

function isNewBuilding(office: Office, index: number): boolean {
  return hash32(office.seed, domains.newBuilding, index) < newBuildingShare * 4_294_967_296;
}

/** A permit for a new building among the `window` before `index`, or null when a few tries find none. */
function earlierBuilding(office: Office, index: number, window: number): number | null {
  for (let attempt = 0; attempt < 30; attempt++) {
    const candidate = index - 1 - random.below(window);
    if (candidate >= 0 && isNewBuilding(office, candidate)) return candidate;
  }
  return null;
}

function newLotOf(world: World, office: Office, builder: number): Property {
  return office.properties.newLot(builder, world.curve.dayOfFiling(builder, office.permits));
}

function tradeOf(work: Work): Work['trade'] {
  if (work.trade === 'homebuilder' || work.trade === 'general') return work.trade;
  return random.chance(0.08) ? 'general' : work.trade;
}

/** Most job values are round numbers, because people estimate them. */
function jobValueOf(work: Work, property: Property, group: WorkGroup): number {
  const [median, spread] = work.value;
  if (median === 0) return 0;
  const built =
    property.yearBuilt > 2012 ? property.buildingArea : Math.min(property.buildingArea, largestPart);
  const size = work.perFoot ? Math.max(500, built) : 1;
  const larger = isHouse(group) ? 1 : (work.otherTimes ?? 1);
  const value = random.lognormal(median, spread) * size * larger;
  const grain = value > 100_000 ? 1000 : value > 10_000 ? 100 : value > 1000 ? 50 : 10;
  if (random.chance(0.15)) return Math.round(value);
  return Math.max(grain, Math.round(value / grain) * grain);
}

/** A base fee and a share of the value that falls with its size; whole cents. */
function feesOf(value: number): number {
  const graded = 58 + Math.min(value, 50_000) * 0.011 + Math.max(0, value - 50_000) * 0.0058;
  return Math.round(graded * 100) / 100;
}

function unitOf(property: Property): string | null {
  const many = property.class === 'condo' || property.class === 'apartments';
  if (many && random.chance(property.class === 'condo' ? 0.9 : 0.4)) {
    const floor = random.between(1, Math.max(1, Math.min(property.stories, 30)));
    return random.chance(0.3)
      ? `${floor}${random.pick(['A', 'B', 'C', 'D'])}`
      : String(floor * 100 + random.between(1, 12));
  }
  if ((property.class === 'office' || property.class === 'retail') && random.chance(0.5)) {
    return String(random.between(1, 9) * 100 + random.below(10) * 10);
  }
  return null;
}
