/**
 * The cells of a place's metrics: one for each tag and property type, `all` included. A permit stands in the cell of
 * each of its tags and of `all`, there of its property type and of `all` (C29).
 */
import { permitStatuses, propertyTypes, tagIds } from '@lintel/contract';
import { fact, inspectionOf, jobValueOf, propertyTypeOf, statusOf, tagsHighOf } from './permit-facts.js';

const allTags = tagIds.length;
const allTypes = propertyTypes.length;
const typeSlots = allTypes + 1;

/** How many cells a place has at most. */
export const cellCount = (allTags + 1) * typeSlots;

/** The number of the cell for a tag and a property type as a request names them; -1 when one of them is no such word. */
export function cellNumber(tag: string, propertyType: string): number {
  const tagNumber = numberOf(tagIds, tag);
  const typeNumber = numberOf(propertyTypes, propertyType);
  return tagNumber < 0 || typeNumber < 0 ? -1 : tagNumber * typeSlots + typeNumber;
}

/** The place of a word in a list, `all` behind the last. */
function numberOf(words: readonly string[], word: string): number {
  return word === 'all' ? words.length : words.indexOf(word);
}

/** Sums of one cell: a row of numbers. Averages are sums over counts; a status count stands only where it is asked for. */
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

/** Numbers that a cell's sums are. */
export const sumCount = 10;
/** Number of the contractor + 1 that a cell counted last: scratch for counting each once. */
const lastContractor = sumCount;
const width = sumCount + 1;

/** Adds up permits cell by cell. Permits must come sorted by contractor, so that each counts once in a cell. */
export class CellSums {
  /** Cells that hold something, in the order in which they were first met. */
  readonly touched = new Uint16Array(cellCount);
  touchedCount = 0;
  readonly #sums = new Float64Array(cellCount * width);
  /** Adds the row of facts at word `at`. */
  add(facts: Uint32Array, at: number): void {
    const rest = facts[at + fact.rest] ?? 0;
    const type = propertyTypeOf(rest);
    this.#addTag(allTags, type, facts, at);
    for (let bits = facts[at + fact.tagsLow] ?? 0; bits !== 0; bits &= bits - 1) {
      this.#addTag(31 - Math.clz32(bits & -bits), type, facts, at);
    }
    for (let bits = tagsHighOf(rest); bits !== 0; bits &= bits - 1) {
      this.#addTag(63 - Math.clz32(bits & -bits), type, facts, at);
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
    for (let i = 0; i < this.touchedCount; i++) {
      const from = (this.touched[i] ?? 0) * width;
      this.#sums.fill(0, from, from + width);
    }
    this.touchedCount = 0;
  }

  #addTag(tag: number, type: number, facts: Uint32Array, at: number): void {
    this.#addCell(tag * typeSlots + allTypes, facts, at);
    if (type > 0) this.#addCell(tag * typeSlots + type - 1, facts, at);
  }

  /** The innermost step of a build's roll-ups: whole words are added, and nothing is allocated. */
  #addCell(cell: number, facts: Uint32Array, from: number): void {
    const sums = this.#sums;
    const at = cell * width;
    if (sums[at] === 0) this.touched[this.touchedCount++] = cell;
    sums[at] = (sums[at] ?? 0) + 1;
    const contractor = facts[from + fact.contractor] ?? 0;
    if (contractor > 0 && sums[at + lastContractor] !== contractor) {
      sums[at + lastContractor] = contractor;
      sums[at + sum.contractors] = (sums[at + sum.contractors] ?? 0) + 1;
    }
    const construction = facts[from + fact.construction] ?? 0;
    if (construction > 0) addTo(sums, at + sum.constructionCount, construction - 1);
    const approval = facts[from + fact.approval] ?? 0;
    if (approval > 0) addTo(sums, at + sum.approvalCount, approval - 1);
    const inspection = inspectionOf(facts[from + fact.rest] ?? 0);
    if (inspection >= 0) addTo(sums, at + sum.inspectionCount, inspection);
    const jobValue = jobValueOf(facts, from);
    if (jobValue >= 0) addTo(sums, at + sum.jobValueCount, jobValue);
  }
}

/** Counts a value and adds it to the sum behind the count. */
function addTo(sums: Float64Array, count: number, value: number): void {
  sums[count] = (sums[count] ?? 0) + 1;
  sums[count + 1] = (sums[count + 1] ?? 0) + value;
}

const active = permitStatuses.indexOf('active') + 1;
const inReview = permitStatuses.indexOf('in_review') + 1;

/** Permits of each cell that are now active or in review, whatever their dates. */
export class StatusCounts {
  readonly active = new Uint32Array(cellCount);
  readonly inReview = new Uint32Array(cellCount);

  add(facts: Uint32Array, at: number): void {
    const rest = facts[at + fact.rest] ?? 0;
    const status = statusOf(rest);
    const counts = status === active ? this.active : status === inReview ? this.inReview : null;
    if (counts === null) return;
    const type = propertyTypeOf(rest);
    addTag(counts, allTags, type);
    for (let bits = facts[at + fact.tagsLow] ?? 0; bits !== 0; bits &= bits - 1) {
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
  counts[all] = (counts[all] ?? 0) + 1;
  if (type === 0) return;
  const one = tag * typeSlots + type - 1;
  counts[one] = (counts[one] ?? 0) + 1;
}

/** Whether a permit stands in the cell. */
export function isInCell(cell: number, facts: Uint32Array, at: number): boolean {
  const tag = Math.floor(cell / typeSlots);
  const type = cell % typeSlots;
  const rest = facts[at + fact.rest] ?? 0;
  if (type < allTypes && propertyTypeOf(rest) !== type + 1) return false;
  if (tag === allTags) return true;
  return tag < 32
    ? (((facts[at + fact.tagsLow] ?? 0) >>> tag) & 1) === 1
    : ((tagsHighOf(rest) >>> (tag - 32)) & 1) === 1;
}
