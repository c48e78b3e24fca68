/**
 * A contractor's finished record, made from everything known about it: the facts of its mentions, and the
 * sums over its permits (2.3, C6, C7).
 *
 * The most frequent phone number and e-mail address come first; other facts are the newest in any mention,
 * and those of a licence come only from mentions with that same licence.
 */
import type { Contractor, ContractorAddress } from '@lintel/contract';
import { dateText } from '../../base/calendar-date.js';
import { u32At } from '../../base/memory/at.js';
import { PermitTallies, type Tallies } from '../../format/filters/permit-tallies.js';
import {
  fact,
  inspectionOf,
  isRenewal,
  jobValueOf,
  statusOf,
  tagsHighOf,
} from '../../format/roll-ups/permit-facts.js';
import type { ContractorFacts } from '../../refine/record/refined.js';
import { RunningAverage } from './running-average.js';

/** Phone numbers or e-mail addresses that a record lists at most. */
const maxContacts = 20;

/**
 * The facts of one mention, how many records carry it, and the date of the newest of them (YYYYMMDD, 0
 * unknown).
 */
export interface CountedFacts {
  readonly facts: ContractorFacts;
  /** The facts as text, to order equally new and frequent ones. */
  readonly text: string;
  readonly count: number;
  readonly latest: number;
}

/** Sums over the permits of one contractor. */
export class PermitTotals {
  count = 0;
  /** Permits that name it besides their main contractor. */
  further = 0;
  /** Earliest and latest known start_date, YYYYMMDD; 0 without one. */
  first = 0;
  last = 0;
  readonly jobValue = new RunningAverage();
  readonly construction = new RunningAverage();
  readonly inspection = new RunningAverage();
  readonly #tallies = new PermitTallies();

  /** Adds the permit whose facts are at word `at`. */
  add(facts: Uint32Array, at: number): void {
    this.count += 1;
    const start = u32At(facts, at + fact.start);
    if (start > 0) {
      if (this.first === 0 || start < this.first) this.first = start;
      if (start > this.last) this.last = start;
    }
    const rest = u32At(facts, at + fact.rest);
    const jobValue = jobValueOf(facts, at);
    const construction = u32At(facts, at + fact.construction) - 1;
    const inspection = inspectionOf(rest);
    if (jobValue >= 0) this.jobValue.add(jobValue);
    if (construction >= 0 && !isRenewal(rest)) this.construction.add(construction);
    if (inspection >= 0) this.inspection.add(inspection);
    this.#tallies.count(statusOf(rest), u32At(facts, at + fact.tagsLow), tagsHighOf(rest));
  }

  /** Permits by status, those of unknown status as `unknown` (C20), and by tag; only those that occur. */
  tallies(): Tallies {
    return this.#tallies.tallies();
  }
}

/** The record on the wire. `mentions` may come in any order; the result does not depend on it. */
export function contractorRecord(
  id: string,
  mentions: readonly CountedFacts[],
  totals: PermitTotals,
): Contractor {
  const newest = [...mentions].sort(newestFirst);
  const license = firstKnown(newest, 'license');
  const licensed = newest.filter(({ facts }) => facts.license === null || facts.license === license);
  const phones = mostFrequent(mentions, 'primary_phone');
  const emails = mostFrequent(mentions, 'primary_email');
  return {
    id,
    license,
    name: firstKnown(newest, 'name'),
    business_name: firstKnown(newest, 'business_name'),
    business_type: firstKnown(newest, 'business_type'),
    classification: firstKnown(licensed, 'classification'),
    classification_derived: [...new Set(newest.flatMap(({ facts }) => facts.classification_derived))].sort(),
    license_issue_date: firstKnown(licensed, 'license_issue_date'),
    license_exp_date: firstKnown(licensed, 'license_exp_date'),
    license_act_date: firstKnown(licensed, 'license_act_date'),
    license_inact_date: firstKnown(licensed, 'license_inact_date'),
    first_seen_date: dateText(totals.first),
    primary_phone: phones[0] ?? null,
    primary_email: emails[0] ?? null,
    phone: phones.length > 0 ? phones.join(',') : null,
    email: emails.length > 0 ? emails.join(',') : null,
    website: firstKnown(newest, 'website'),
    dba: firstKnown(newest, 'dba'),
    sic: null,
    naics: null,
    linkedin_url: null,
    revenue: firstKnown(newest, 'revenue'),
    employee_count: firstKnown(newest, 'employee_count'),
    primary_industry: firstKnown(newest, 'primary_industry'),
    review_count: null,
    rating: null,
    ...totals.tallies(),
    permit_count: totals.count,
    other_permit_count: totals.further,
    avg_job_value: totals.jobValue.average(),
    total_job_value: totals.jobValue.total(),
    avg_construction_duration: totals.construction.average(),
    avg_inspection_pass_rate: totals.inspection.average(),
    address: bestAddress(newest),
  };
}

/**
 * A contractor's record as JSON, and where its two tallies, including their keys, begin and end in its bytes.
 */
export function contractorJson(record: Contractor): { json: string; talliesFrom: number; talliesTo: number } {
  const members = Object.entries(record).map(([name, value]) => `"${name}":${JSON.stringify(value)}`);
  const at = Object.keys(record).indexOf('status_tally');
  const before = `{${members.slice(0, at).join(',')},`;
  const tallies = members.slice(at, at + 2).join(',');
  const talliesFrom = Buffer.byteLength(before);
  return {
    json: `${before}${tallies},${members.slice(at + 2).join(',')}}`,
    talliesFrom,
    talliesTo: talliesFrom + Buffer.byteLength(tallies),
  };
}

/**
 * Newest first; of equal dates the more frequent, then by content, so that the order of the rows does not
 * matter.
 */
function newestFirst(a: CountedFacts, b: CountedFacts): number {
  if (a.latest !== b.latest) return b.latest - a.latest;
  if (a.count !== b.count) return b.count - a.count;
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
}

type TextFact = Exclude<keyof ContractorFacts, 'address' | 'classification_derived'>;

function firstKnown(mentions: readonly CountedFacts[], field: TextFact): string | null {
  for (const { facts } of mentions) if (facts[field] !== null) return facts[field];
  return null;
}

/** All values of a field, the most frequent first, then by text. */
function mostFrequent(mentions: readonly CountedFacts[], field: 'primary_phone' | 'primary_email'): string[] {
  const counts = new Map<string, number>();
  for (const { facts, count } of mentions) {
    const value = facts[field];
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, maxContacts)
    .map(([value]) => value);
}

/** The newest address with a street, else the newest with a city or anything else. */
function bestAddress(newest: readonly CountedFacts[]): ContractorAddress {
  const addresses = newest.map(({ facts }) => facts.address);
  const best =
    addresses.find((address) => address.street !== null) ??
    addresses.find((address) => address.city !== null) ??
    addresses.find((address) => Object.values(address).some((part) => part !== null)) ??
    addresses[0];
  if (best === undefined) throw new Error('a contractor without a mention');
  return best;
}
