/**
 * What the permits of one address state about its building, and which of it is true of another permit (C50).
 *
 * A fact is shared only where all permits of the address that state it agree. One of the building needs more: the
 * address has one building, and the same building stood there on the days of both permits. New buildings and
 * demolitions divide the time of an address: what was stated before says nothing about what stands there afterwards.
 * Never shared are an owner, a value and the area of the work.
 */
import type { PropertyFacts } from '@lintel/contract';
import { at as elementAt } from '../../base/memory/at.js';
import { type FieldWith, fieldsWith, permitFields } from '../../format/permit-fields.js';
import type { PermitRecord } from '../../refine/record/refined.js';

type SharedField = FieldWith<'shared'>;

/** The facts that permits of one address share. */
const sharedFields: readonly SharedField[] = fieldsWith('shared');
const isOfBuilding = sharedFields.map((field) => permitFields[field].shared === 'building');
const typeAt = sharedFields.indexOf('property_type');
const detailAt = sharedFields.indexOf('property_type_detail');
const yearAt = sharedFields.indexOf('property_year_built');

/** What a permit does to the building of its address. */
type BuildingEvent = 'erects' | 'demolishes';

/** What a permit says about the property at its address. */
export interface Stated {
  /** In the order of `sharedFields`, null where it states none; empty where it states no fact at all. */
  readonly facts: readonly (string | number | null)[];
  /** The parcel, comparable: capital letters and digits. */
  readonly parcel: string | null;
  readonly event: BuildingEvent | null;
  /** Whether its address names one of several buildings. */
  readonly isOneOfSeveral: boolean;
}

const nothing: Stated = { facts: [], parcel: null, event: null, isOneOfSeveral: false };

/** The part of a permit that says something about its property. */
type StatingPermit = PropertyFacts & Pick<PermitRecord, 'tags' | 'parcel_number' | 'address'>;

/**
 * What a permit says, as text to be sorted with its address; empty if nothing. `isWorkArea`: the area is that of the
 * work, not of the building that the other permits of the address share.
 */
export function packStated(permit: StatingPermit, isWorkArea: boolean): string {
  let facts: (string | number | null)[] | null = null;
  for (let at = 0; at < sharedFields.length; at++) {
    const field = sharedFields[at];
    const value = field === undefined ? null : permit[field];
    if (value === null || (isWorkArea && field === 'property_building_area')) continue;
    facts ??= sharedFields.map(() => null);
    facts[at] = value;
  }
  const parcel = comparableParcel(permit.parcel_number);
  const event = eventOf(permit);
  const isOneOfSeveral = /^(?:BLDG|BUILDING)\b/.test(permit.address.unit ?? '');
  if (facts === null && parcel === null && event === null && !isOneOfSeveral) return '';
  return JSON.stringify([facts ?? [], parcel, event, isOneOfSeveral]);
}

/** The inverse of `packStated`. */
export function unpackStated(text: string): Stated {
  if (text === '') return nothing;
  const [facts, parcel, event, isOneOfSeveral] = JSON.parse(text) as [
    Stated['facts'],
    Stated['parcel'],
    Stated['event'],
    boolean,
  ];
  return { facts, parcel, event, isOneOfSeveral };
}

/** A parcel number without what sources write differently; null for none or a placeholder. */
export function comparableParcel(text: string | null): string | null {
  const parcel = text?.toUpperCase().replace(/[^A-Z0-9]/g, '') ?? '';
  return /[A-Z1-9]/.test(parcel) ? parcel : null;
}

function eventOf({ tags }: StatingPermit): BuildingEvent | null {
  if (tags.includes('new_construction')) return 'erects';
  return tags.includes('demolition') ? 'demolishes' : null;
}

/** A permit of the address: the day on which it starts (YYYYMMDD, 0 unknown), and what it says. */
export interface PermitOfAddress {
  readonly day: number;
  readonly stated: Stated;
}

/** Facts that a permit is given, and from which permits, in the order in which `AddressFacts` received them. */
export interface LackingFacts {
  readonly facts: Partial<PropertyFacts>;
  readonly statedBy: { readonly [field in SharedField]?: number };
}

/** Years within which demolitions and new buildings are one project. */
const projectYears = 3;
/** A year in days of the form YYYYMMDD. */
const year = 10_000;

/** The work of one project that changes what stands at the address. */
interface Project {
  /** Its first and its last day. */
  readonly from: number;
  to: number;
  erects: boolean;
  demolishes: boolean;
}

/** What the permits of an address, newest first, state about it together. */
export class AddressFacts {
  readonly #permits: readonly PermitOfAddress[];
  readonly #newest: (string | number | null)[] = sharedFields.map(() => null);
  readonly #disputed = new Set<number>();
  readonly #projects: readonly Project[];
  /** Whether it had one building at a time, as far as its permits say. */
  readonly hasOneBuilding: boolean;

  constructor(permits: readonly PermitOfAddress[]) {
    this.#permits = permits;
    for (const { stated } of permits) {
      for (const [field, value] of stated.facts.entries()) {
        if (value === null) continue;
        if ((this.#newest[field] ?? null) === null) this.#newest[field] = value;
        else if (this.#newest[field] !== value) this.#disputed.add(field);
      }
    }
    this.#projects = projectsOf(permits);
    const parcels = new Set(permits.flatMap(({ stated: { parcel } }) => (parcel === null ? [] : [parcel])));
    this.hasOneBuilding =
      parcels.size <= 1 &&
      !permits.some(({ stated }) => stated.isOneOfSeveral) &&
      !this.#disputed.has(yearAt) &&
      !this.#projects.some((project, i) => project.erects && !project.demolishes && this.#stood(i));
  }

  /** The facts known of the address that are true of the permit and that it does not state; null without any. */
  lacking(permit: PermitOfAddress): LackingFacts | null {
    let found: { facts: Record<string, string | number>; statedBy: Record<string, number> } | null = null;
    for (const [at, field] of sharedFields.entries()) {
      const value = this.#newest[at] ?? null;
      if (value === null || (permit.stated.facts[at] ?? null) !== null || this.#isDisputed(at)) continue;
      const giver = this.#giver(at, permit);
      if (giver < 0) continue;
      found ??= { facts: {}, statedBy: {} };
      found.facts[field] = value;
      found.statedBy[field] = giver;
    }
    return found;
  }

  /**
   * Whether the building that an assessor describes as of a day, built in a year if that is known, is the one that the
   * permit is about.
   */
  isAssessed({ day, stated }: PermitOfAddress, asOf: number, built: number | null): boolean {
    const period = this.#period(day, stated.event);
    // A building is assessed in the state after all projects up to the day.
    const assessed = this.#period(asOf, null);
    if (built === null || day === 0) return period === assessed;
    const permitYear = Math.floor(day / year);
    if (stated.event === 'erects') return built >= permitYear && period === assessed;
    return built <= permitYear && assessed >= period;
  }

  /** The fields in which the permit differs from a newer permit of the same address. */
  conflicts({ facts }: Stated): SharedField[] {
    if (this.#disputed.size === 0) return [];
    return sharedFields.filter(
      (_, at) => this.#disputed.has(at) && (facts[at] ?? null) !== null && facts[at] !== this.#newest[at],
    );
  }

  /** A detail means nothing without its type. */
  #isDisputed(field: number): boolean {
    return this.#disputed.has(field) || (field === detailAt && this.#disputed.has(typeAt));
  }

  /** The newest permit whose fact is true of this permit; -1 if there is none. */
  #giver(field: number, permit: PermitOfAddress): number {
    const states = ({ stated }: PermitOfAddress) => (stated.facts[field] ?? null) !== null;
    if (isOfBuilding[field] !== true) return this.#permits.findIndex(states);
    if (!this.hasOneBuilding || this.#cameLater(permit.day)) return -1;
    const period = this.#period(permit.day, permit.stated.event);
    return this.#permits.findIndex(
      (other) => states(other) && this.#period(other.day, other.stated.event) === period,
    );
  }

  /** Whether the year in which the building was built is after the day. */
  #cameLater(day: number): boolean {
    const built = this.#newest[yearAt];
    return day > 0 && typeof built === 'number' && built > Math.floor(day / year);
  }

  /** How many projects had changed what stands at the address; an unknown day is in a period of its own. */
  #period(day: number, event: BuildingEvent | null): number {
    if (this.#projects.length === 0) return 0;
    if (day === 0) return -1;
    return this.#projects.filter(({ from, to }) => (event === 'demolishes' ? day > to : day >= from)).length;
  }

  /** Whether a building stood at the address before a project: other permits or an earlier project show one. */
  #stood(project: number): boolean {
    const from = this.#projects[project]?.from ?? 0;
    const before = this.#projects[project - 1];
    if (before !== undefined) return before.erects;
    return this.#permits.some(({ day }) => day > 0 && day < from);
  }
}

/** The projects of an address, the first one first. */
function projectsOf(permits: readonly PermitOfAddress[]): Project[] {
  const projects: Project[] = [];
  for (let i = permits.length - 1; i >= 0; i--) {
    const { day, stated } = elementAt(permits, i);
    if (stated.event === null || day === 0) continue;
    const last = projects.at(-1);
    const erects = stated.event === 'erects';
    if (last === undefined || day > last.to + projectYears * year) {
      projects.push({ from: day, to: day, erects, demolishes: !erects });
    } else {
      last.to = day;
      last.erects ||= erects;
      last.demolishes ||= !erects;
    }
  }
  return projects;
}
