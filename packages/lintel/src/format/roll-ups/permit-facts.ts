/**
 * What metrics read of one permit, as a row of 32-bit words: small enough to sort by place and to store by
 * the million, and summed without decoding. The build writes such rows; contractors' and addresses' metrics
 * read them again.
 */

import {
  kindsOfOtherBuildings,
  permitRecordKinds,
  propertyTypes,
  tagIds,
  withParents,
} from '@lintel/contract/plain';
import { u32At } from '../../base/memory/at.js';

/** Index of each word of a row. */
export const fact = {
  /** start_date as YYYYMMDD, 0 when unknown. */
  start: 0,
  /** One bit per tag, in the order of `tagIds`: the first 32. */
  tagsLow: 1,
  /**
   * The other tags (8 bits), property type (4), status (4), inspections passed in percent + 1 (8),
   * kind of record (4).
   */
  rest: 2,
  /** Days + 1, 0 when unknown. */
  construction: 3,
  approval: 4,
  /** Cents: low word, then high word + 1, which is 0 when unknown. */
  jobLow: 5,
  jobHigh: 6,
  /** Number of the contractor + 1, 0 without one. */
  contractor: 7,
} as const;

/** Words of a row. */
export const factWords = 8;

if (tagIds.length > 40 || propertyTypes.length > 14)
  throw new Error('the vocabulary has outgrown the facts of a permit');

/**
 * A permit's numbers as the build has them; unknown ones are negative, NaN (money) or 0 (date, status, type).
 */
interface PermitNumbers {
  readonly start: number;
  readonly status: number;
  readonly propertyType: number;
  readonly recordKind: number;
  readonly tagsLow: number;
  readonly tagsHigh: number;
  readonly jobValue: number;
  readonly construction: number;
  readonly approval: number;
  readonly inspection: number;
  readonly contractor: number;
}

/** Writes the row of a permit at word `at`. */
export function packFacts(into: Uint32Array, at: number, permit: PermitNumbers): void {
  const hasValue = !Number.isNaN(permit.jobValue);
  into[at + fact.start] = permit.start;
  into[at + fact.tagsLow] = permit.tagsLow;
  into[at + fact.rest] =
    (permit.tagsHigh |
      (permit.propertyType << 8) |
      (permit.status << 12) |
      ((permit.inspection + 1) << 16) |
      (permit.recordKind << 24)) >>>
    0;
  into[at + fact.construction] = permit.construction + 1;
  into[at + fact.approval] = permit.approval + 1;
  into[at + fact.jobLow] = hasValue ? permit.jobValue % 2 ** 32 : 0;
  into[at + fact.jobHigh] = hasValue ? Math.floor(permit.jobValue / 2 ** 32) + 1 : 0;
  into[at + fact.contractor] = permit.contractor + 1;
}

export const tagsHighOf = (rest: number) => rest & 0xff;
/** 1 + index in `propertyTypes`, 0 when unknown. */
export const propertyTypeOf = (rest: number) => (rest >>> 8) & 0xf;
/** 1 + index in `permitStatuses`, 0 when unknown. */
export const statusOf = (rest: number) => (rest >>> 12) & 0xf;
/** Percent, -1 when unknown. */
export const inspectionOf = (rest: number) => ((rest >>> 16) & 0xff) - 1;

const kindNumber = (kind: (typeof permitRecordKinds)[number]) => permitRecordKinds.indexOf(kind) + 1;
const renewal = kindNumber('renewal');
const ofOtherBuildings = kindsOfOtherBuildings.reduce((bits, kind) => bits | (1 << kindNumber(kind)), 0);
const kindOf = (rest: number) => (rest >>> 24) & 0xf;

/** Whether it is the same permit once more, which metrics leave out (C51). */
export const isRenewal = (rest: number) => kindOf(rest) === renewal;

/** Tags that say that a building is new. */
export const newBuildingTags = tagIds.filter((tag) => withParents([tag]).includes('new_construction'));
const [newLow, newHigh] = [0, 32].map((from) =>
  newBuildingTags.reduce((bits, tag) => {
    const bit = tagIds.indexOf(tag) - from;
    return bit >= 0 && bit < 32 ? bits | (1 << bit) : bits;
  }, 0),
) as [number, number];

/** The bits of the tags under which metrics count a permit: under those of new buildings only what is one (C51). */
export function countedTags(facts: Uint32Array, at: number): { readonly low: number; readonly high: number } {
  const rest = u32At(facts, at + fact.rest);
  const [low, high] = [u32At(facts, at + fact.tagsLow), tagsHighOf(rest)];
  if (((ofOtherBuildings >>> kindOf(rest)) & 1) === 0) return { low, high };
  return { low: low & ~newLow, high: high & ~newHigh };
}

/** Cents, -1 when unknown. */
export function jobValueOf(facts: Uint32Array, at: number): number {
  const high = u32At(facts, at + fact.jobHigh) - 1;
  return high < 0 ? -1 : high * 2 ** 32 + u32At(facts, at + fact.jobLow);
}

/** A month of a date YYYYMMDD as a running number over years: 0 is January of the year 0. */
export function monthOf(date: number): number {
  const month = Math.floor(date / 100);
  return Math.floor(month / 100) * 12 + (month % 100) - 1;
}

/** The first day of a month as `YYYY-MM-DD`. */
export function monthText(month: number): string {
  const year = String(Math.floor(month / 12)).padStart(4, '0');
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}
