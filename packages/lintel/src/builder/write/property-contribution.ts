/**
 * What one permit states about a property, as bytes that are sorted by property: the numbers and places that
 * properties are filtered by, then its JSON: the address with its geo_ids, and the facts. Contributions to
 * one property are merged, the newest first.
 */
import type { PropertyFacts } from '@lintel/contract';
import { propertyTypes } from '@lintel/contract/plain';
import { u32At } from '../../base/memory/at.js';
import { layOut, type Width } from '../../base/memory/byte-layout.js';
import { placeColumns } from '../../format/filters/terms.js';
import { type PropertyNumberColumn, propertyNumberColumns } from '../../format/permit-fields.js';
import { numberReader, type PermitView } from '../entry/permit-view.js';
import { filledFacts, isStated } from '../link/joined-facts.js';

type PlaceColumn = (typeof placeColumns)[number];

const members = {
  ...(Object.fromEntries(propertyNumberColumns.map(({ name }) => [name, 'f64'])) as Record<
    PropertyNumberColumn,
    Width
  >),
  ...(Object.fromEntries(placeColumns.map((name) => [name, 'u32'])) as Record<PlaceColumn, Width>),
  type: 'u8',
  isFurther: 'u8',
  zipExt: 'u32',
  /** Where the facts begin, from the start of the JSON. */
  facts: 'u32',
} as const satisfies Record<string, Width>;
const at = layOut(members);

/** The numbers of a contribution, where each begins, and how to read that of a permit. */
const numbers = propertyNumberColumns.map(({ name, field }) => ({
  offset: at[name],
  read: numberReader(field),
}));

/** A contribution, or several merged. */
export interface PropertyShare {
  /** In the order of `propertyNumberColumns`; NaN when unknown. */
  readonly numbers: readonly number[];
  /** 1 + index in `propertyTypes`, 0 when unknown. */
  readonly type: number;
  readonly facts: PropertyFacts;
  /** JSON of the address and the geo_ids, starting with the value of the address. */
  readonly place: Buffer;
  /** JSON of the facts, starting with the comma before the first. */
  readonly factsJson: Buffer;
}

/** Packs the head of a contribution; its JSON follows it as it is in the record. */
export class ContributionPacker {
  readonly #head = Buffer.alloc(at.end);

  /**
   * The head for a permit whose places have these numbers + 1, in the order of `placeColumns`. `isFurther`: whether the
   * property is a further address of the permit. Valid until the next call.
   */
  pack(permit: PermitView, places: Uint32Array, isFurther: boolean): Buffer {
    const into = this.#head;
    for (const { offset, read } of numbers) {
      const value = read(permit);
      into.writeDoubleLE(value >= 0 ? value : Number.NaN, offset);
    }
    for (const [i, name] of placeColumns.entries()) into.writeUInt32LE(u32At(places, i), at[name]);
    into.writeUInt8(permit.propertyType, at.type);
    into.writeUInt8(isFurther ? 1 : 0, at.isFurther);
    into.writeUInt32LE(permit.zipCodeExt, at.zipExt);
    into.writeUInt32LE(placeBytes(permit), at.facts);
    return into;
  }
}

/**
 * Bytes of the address and the geo_ids as properties have them: without the address members of the permit
 * alone.
 */
function placeBytes({ building, addressBrace, factsFrom }: PermitView): number {
  return building.to - building.from + factsFrom - addressBrace;
}

/** Number of the place of a kind in a contribution, plus one; 0 when unknown. */
export function placeNumber(contribution: Buffer, column: PlaceColumn): number {
  return contribution.readUInt32LE(at[column]);
}

/**
 * Its ZIP code with extension as in the head of a permit, where the property is a further address; else 0.
 */
export function furtherZipExt(contribution: Buffer): number {
  return contribution.readUInt8(at.isFurther) === 1 ? contribution.readUInt32LE(at.zipExt) : 0;
}

/** One contribution. */
export function readShare(contribution: Buffer): PropertyShare {
  const from = factsFrom(contribution);
  return {
    numbers: propertyNumberColumns.map(({ name }) => contribution.readDoubleLE(at[name])),
    type: contribution.readUInt8(at.type),
    facts: readFacts(contribution),
    place: contribution.subarray(at.end, from),
    factsJson: contribution.subarray(from, contribution.length - 1),
  };
}

/** The newest of several contributions, with facts that it does not state (null or 0) filled from older ones. */
export function mergeShares(newest: Buffer, older: readonly Buffer[]): PropertyShare {
  const own = readFacts(newest);
  const all = older.reduce((facts, each) => filledFacts(facts, readFacts(each), isStated), own);
  const kept = Object.fromEntries(Object.keys(own).map((name) => [name, all[name as keyof PropertyFacts]]));
  return {
    numbers: propertyNumberColumns.map(({ field }) => all[field] ?? Number.NaN),
    type: all.property_type === null ? 0 : 1 + propertyTypes.indexOf(all.property_type),
    facts: all,
    place: newest.subarray(at.end, factsFrom(newest)),
    factsJson: Buffer.from(`,${JSON.stringify(kept).slice(1, -1)}`),
  };
}

function factsFrom(contribution: Buffer): number {
  return at.end + contribution.readUInt32LE(at.facts);
}

function readFacts(contribution: Buffer): PropertyFacts {
  return JSON.parse(`{${contribution.toString('utf8', factsFrom(contribution) + 1)}`) as PropertyFacts;
}
