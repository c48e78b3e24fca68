/** The conditions on tags, status, property type and kind of record, as bits that are compared with those of a permit. */
import { permitRecordKinds, permitStatuses, propertyTypes, tagIds } from '@lintel/contract/plain';
import { highTagsMask, isOutlier, kindOf, statusOf, typeOf } from '../format/filters/terms.js';

interface FacetConditions {
  /** Tag ids; a leading `-` excludes the tag. */
  readonly tags?: readonly string[] | null;
  readonly statuses?: readonly string[] | null;
  readonly types?: readonly string[] | null;
  readonly kinds?: readonly string[] | null;
  /** `false`: no renewals. */
  readonly includeRenewals?: boolean;
  /** `true`: none whose declared value is far beyond the usual. */
  readonly excludeOutliers?: boolean;
}

/** A bit for every kind of record, and for none. */
const allKinds = 2 ** (permitRecordKinds.length + 1) - 1;
const renewal = 1 << (permitRecordKinds.indexOf('renewal') + 1);

interface Words {
  readonly low: number;
  readonly high: number;
}

/** Bits of tags. */
export function tagWords(tags: readonly string[]): Words {
  let [low, high] = [0, 0];
  for (const tag of tags) {
    const number = (tagIds as readonly string[]).indexOf(tag);
    if (number < 32) low |= 1 << number;
    else high |= 1 << (number - 32);
  }
  return { low: low >>> 0, high: high >>> 0 };
}

export const wanted = (values: readonly string[] | null | undefined) =>
  (values ?? []).filter((value) => !value.startsWith('-'));
export const unwanted = (values: readonly string[] | null | undefined) =>
  (values ?? []).filter((value) => value.startsWith('-')).map((value) => value.slice(1));

export class FacetFilter {
  readonly tags: readonly string[];
  readonly excludedTags: readonly string[];
  /** Numbers of statuses and types as prepared permits have them, 0 for those without. */
  readonly statuses: readonly number[];
  readonly types: readonly number[];
  readonly #all: Words;
  readonly #none: Words;
  readonly #statusBits: number;
  readonly #typeBits: number;
  readonly #kindBits: number;
  readonly #excludesOutliers: boolean;

  constructor(asked: FacetConditions) {
    const { tags, statuses, types, kinds, includeRenewals = true } = asked;
    this.#excludesOutliers = asked.excludeOutliers ?? false;
    this.tags = [...new Set(wanted(tags))];
    this.excludedTags = [...new Set(unwanted(tags))];
    this.#all = tagWords(this.tags);
    this.#none = tagWords(this.excludedTags);
    this.statuses = numbers(statuses, permitStatuses);
    this.types = numbers(types, propertyTypes);
    this.#statusBits = bits(this.statuses);
    this.#typeBits = bits(this.types);
    const kindBits = bits(numbers(kinds, permitRecordKinds)) || allKinds;
    this.#kindBits = includeRenewals ? kindBits : kindBits & ~renewal;
  }

  /** The statuses and types of which there are lists of rows: none where permits without one are asked for too. */
  get listedStatuses(): readonly number[] {
    return listed(this.statuses);
  }

  get listedTypes(): readonly number[] {
    return listed(this.types);
  }

  /** Whether anything can match. */
  get isEmpty(): boolean {
    return (
      this.tags.length + this.excludedTags.length === 0 &&
      this.#statusBits === 0 &&
      this.#typeBits === 0 &&
      !this.hasUnlisted
    );
  }

  /** Whether there are conditions that no list of rows covers. */
  get hasUnlisted(): boolean {
    return (
      this.excludedTags.length > 0 ||
      this.#kindBits !== allKinds ||
      this.#excludesOutliers ||
      this.statuses.includes(none) ||
      this.types.includes(none)
    );
  }

  /** Whether the facets of a permit match. */
  test(low: number, packed: number): boolean {
    if (!this.testTags(low, packed)) return false;
    if (this.#statusBits !== 0 && ((this.#statusBits >>> statusOf(packed)) & 1) === 0) return false;
    if (this.#typeBits !== 0 && ((this.#typeBits >>> typeOf(packed)) & 1) === 0) return false;
    if (this.#excludesOutliers && isOutlier(packed)) return false;
    return ((this.#kindBits >>> kindOf(packed)) & 1) === 1;
  }

  /** Whether the tags alone do. */
  testTags(low: number, packed: number): boolean {
    const high = packed & highTagsMask;
    const { low: allLow, high: allHigh } = this.#all;
    const { low: noneLow, high: noneHigh } = this.#none;
    if ((low & allLow) >>> 0 !== allLow || (high & allHigh) !== allHigh) return false;
    return (low & noneLow) === 0 && (high & noneHigh) === 0;
  }
}

/** The number of no word of a vocabulary: `unknown` is none of its words. */
const none = 0;

const listed = (numbers: readonly number[]) => (numbers.includes(none) ? [] : numbers);

function numbers(values: readonly string[] | null | undefined, vocabulary: readonly string[]): number[] {
  return [...new Set((values ?? []).map((value) => vocabulary.indexOf(value) + 1))];
}

function bits(values: readonly number[]): number {
  return values.reduce((all, value) => all | (1 << value), 0);
}
