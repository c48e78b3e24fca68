/**
 * The cells of a place's metrics: one for each tag and property type, including `all`. A permit is in the
 * cells of its tags and of `all`, each for its property type and for `all` (C29).
 */
import { permitStatuses, propertyTypes, tagIds } from '@lintel/contract/plain';
import { at, u32At } from '../../base/memory/at.js';
import {
  countedTags,
  fact,
  inspectionOf,
  isRenewal,
  jobValueOf,
  propertyTypeOf,
  statusOf,
  tagsHighOf,
} from './permit-facts.js';

const allTags = tagIds.length;
const allTypes = propertyTypes.length;
const typeSlots = allTypes + 1;

/** The maximum number of cells of a place. */
export const cellCount = (allTags + 1) * typeSlots;

/** The number of the cell for a tag and a property type of a request; -1 when one of them is unknown. */
export function cellNumber(tag: string, propertyType: string): number {
  const tagNumber = numberOf(tagIds, tag);
  const typeNumber = numberOf(propertyTypes, propertyType);
  return tagNumber < 0 || typeNumber < 0 ? -1 : tagNumber * typeSlots + typeNumber;
}

/** The index of a word in a list, `all` after the last. */
function numberOf(words: readonly string[], word: string): number {
  return word === 'all' ? words.length : words.indexOf(word);
}

/** Sums of one cell: a row of numbers. Averages are sums over counts; status counts are optional. */
export const sum = {
  permits: 0,
  contractors: 1,
  constructionCount: 2,
  construction: 3,
  approvalCount: 4,
  approval: 5,
  inspectionCount: 6,
  inspection: 7,
  jobValueCount: 8,
  jobValue: 9,
} as const;

/** The number of sums in a cell. */
export const sumCount = 10;
/** Number of the contractor + 1 last counted in a cell: scratch for counting each once. */
const lastContractor = sumCount;
const width = sumCount + 1;
/** Start of the counts that have a sum each: a permit adds the same to them in all its cells. */
const firstCounted = sum.constructionCount;

/**
 * Sums permits cell by cell. Permits must be sorted by contractor, so that each counts once in a cell.
 * Durations and values go to the cell of the permit's type only; `settle` adds those of all types to the cell
 * of `all`.
 */
export class CellSums {
  /** Nonempty cells, by first appearance. */
  readonly touched = new Uint16Array(cellCount);
  touchedCount = 0;
  readonly #sums = new Float64Array(cellCount * width);
  /** What the current permit adds to each of its cells from `firstCounted` on. */
  readonly #counted = new Float64Array(sumCount - firstCounted);

  /** Adds the row of facts at word `at`, unless it renews a permit. */
  add(facts: Uint32Array, at: number): void {
    const rest = u32At(facts, at + fact.rest);
    if (isRenewal(rest)) return;
    const { low, high } = countedTags(facts, at);
    const type = propertyTypeOf(rest);
    const contractor = u32At(facts, at + fact.contractor);
    this.#read(facts, at, rest);
    this.#addTag(allTags, type, contractor);
    for (let bits = low; bits !== 0; bits &= bits - 1) {
      this.#addTag(31 - Math.clz32(bits & -bits), type, contractor);
    }
    for (let bits = high; bits !== 0; bits &= bits - 1) {
      this.#addTag(63 - Math.clz32(bits & -bits), type, contractor);
    }
  }

  /** Completes the sums once all permits are added. */
  settle(): void {
    const sums = this.#sums;
    for (let i = 0; i < this.touchedCount; i++) {
      const cell = at(this.touched, i);
      const type = cell % typeSlots;
      if (type === allTypes) continue;
      const from = cell * width;
      const to = (cell - type + allTypes) * width;
      for (let slot = firstCounted; slot < sumCount; slot++) {
        sums[to + slot] = (sums[to + slot] ?? 0) + (sums[from + slot] ?? 0);
      }
    }
  }

  /** Where the sums of a cell begin in `values`. */
  at(cell: number): number {
    return cell * width;
  }

  get values(): Float64Array {
    return this.#sums;
  }

  clear(): void {
    const sums = this.#sums;
    for (let i = 0; i < this.touchedCount; i++) {
      const from = at(this.touched, i) * width;
      for (let slot = from; slot < from + width; slot++) sums[slot] = 0;
    }
    this.touchedCount = 0;
  }

  #read(facts: Uint32Array, at: number, rest: number): void {
    const construction = u32At(facts, at + fact.construction);
    const approval = u32At(facts, at + fact.approval);
    this.#count(sum.constructionCount, construction - 1);
    this.#count(sum.approvalCount, approval - 1);
    this.#count(sum.inspectionCount, inspectionOf(rest));
    this.#count(sum.jobValueCount, jobValueOf(facts, at));
  }

  /** Adds a value and its count; negative when unknown. */
  #count(slot: number, value: number): void {
    this.#counted[slot - firstCounted] = value < 0 ? 0 : 1;
    this.#counted[slot - firstCounted + 1] = Math.max(0, value);
  }

  #addTag(tag: number, type: number, contractor: number): void {
    const all = tag * typeSlots + allTypes;
    this.#addPermit(all, contractor);
    const cell = type > 0 ? all - allTypes + type - 1 : all;
    if (cell !== all) this.#addPermit(cell, contractor);
    const sums = this.#sums;
    const counted = this.#counted;
    const at = cell * width + firstCounted;
    for (let i = 0; i < counted.length; i++) sums[at + i] = (sums[at + i] ?? 0) + (counted[i] ?? 0);
  }

  #addPermit(cell: number, contractor: number): void {
    const sums = this.#sums;
    const at = cell * width;
    if (sums[at] === 0) this.touched[this.touchedCount++] = cell;
    sums[at] = (sums[at] ?? 0) + 1;
    if (contractor === 0 || sums[at + lastContractor] === contractor) return;
    sums[at + lastContractor] = contractor;
    sums[at + sum.contractors] = (sums[at + sum.contractors] ?? 0) + 1;
  }
}

const active = permitStatuses.indexOf('active') + 1;
const inReview = permitStatuses.indexOf('in_review') + 1;

/** Permits of each cell that are now active or in review, whatever their dates. */
export class StatusCounts {
  readonly active = new Uint32Array(cellCount);
  readonly inReview = new Uint32Array(cellCount);

  add(facts: Uint32Array, at: number): void {
    const rest = u32At(facts, at + fact.rest);
    const status = statusOf(rest);
    const counts = status === active ? this.active : status === inReview ? this.inReview : null;
    if (counts === null) return;
    const type = propertyTypeOf(rest);
    addTag(counts, allTags, type);
    for (let bits = u32At(facts, at + fact.tagsLow); bits !== 0; bits &= bits - 1) {
      addTag(counts, 31 - Math.clz32(bits & -bits), type);
    }
    for (let bits = tagsHighOf(rest); bits !== 0; bits &= bits - 1) {
      addTag(counts, 63 - Math.clz32(bits & -bits), type);
    }
  }

  clear(): void {
    this.active.fill(0);
    this.inReview.fill(0);
  }
}

function addTag(counts: Uint32Array, tag: number, type: number): void {
  const all = tag * typeSlots + allTypes;
  counts[all] = u32At(counts, all) + 1;
  if (type === 0) return;
  const one = tag * typeSlots + type - 1;
  counts[one] = u32At(counts, one) + 1;
}

/** Whether metrics count a permit in the cell that it is in. */
export function countsInCell(cell: number, facts: Uint32Array, at: number): boolean {
  if (isRenewal(u32At(facts, at + fact.rest))) return false;
  const tag = Math.floor(cell / typeSlots);
  const { low, high } = countedTags(facts, at);
  return tag === allTags || ((tag < 32 ? low >>> tag : high >>> (tag - 32)) & 1) === 1;
}

/** Whether a permit is in the cell. */
export function isInCell(cell: number, facts: Uint32Array, at: number): boolean {
  const tag = Math.floor(cell / typeSlots);
  const type = cell % typeSlots;
  const rest = u32At(facts, at + fact.rest);
  if (type < allTypes && propertyTypeOf(rest) !== type + 1) return false;
  if (tag === allTags) return true;
  return tag < 32
    ? ((u32At(facts, at + fact.tagsLow) >>> tag) & 1) === 1
    : ((tagsHighOf(rest) >>> (tag - 32)) & 1) === 1;
}
