/**
 * Adds the property facts of assessors' files and other permits to the prepared permit: the facts at the end
 * of its JSON, the tag that a property type found there adds (C36), and the numbers in its head, which
 * filters and sums use.
 *
 * Between an assessor's facts and the permit's own, the newer win and the others fill gaps; those of other
 * permits fill what is still missing. The source of each fact is stored with the permit's origin.
 */
import type { PropertyFacts, PropertyType, TagId } from '@lintel/contract';
import { propertyFactNames, propertyTypes, withParents } from '@lintel/contract/plain';
import { keyFieldBits, keyFields, permitFields } from '../../format/permit-fields.js';
import { type FactsOfOrigin, factBit } from '../../format/segment/fact-origins.js';
import { tagOfType, typeBesideTags } from '../../refine/text/use-tags.js';
import { headFields, permitAt, tagBit, wholeNumber } from '../entry/permit-entry.js';

/** What an assessor's rows state about an address, as of a date (YYYYMMDD). */
export interface AssessedFacts {
  readonly asOf: number;
  readonly facts: PropertyFacts;
  readonly factOrigins: readonly FactsOfOrigin[];
}

/** Facts that other permits of the address give. */
export interface GivenFacts {
  readonly facts: Partial<PropertyFacts>;
  readonly factOrigins: readonly FactsOfOrigin[];
}

/** What is known of a permit's property besides what the permit states. */
export interface KnownFacts {
  readonly assessed: AssessedFacts | null;
  readonly carried: GivenFacts | null;
}

/** How the facts in a permit's JSON change. */
export interface EnrichedFacts {
  /** The end of the JSON, which holds the facts of its property, and where it begins. */
  readonly from: number;
  readonly text: Buffer;
  readonly type: PropertyType | null;
  /** The sources of the facts that the permit did not state. */
  readonly factOrigins: readonly FactsOfOrigin[];
  /** Whether the permit's own tags overrule a type from another source. */
  readonly isOverruled: boolean;
}

/** How a permit's JSON changes. */
export interface EnrichedPermit extends EnrichedFacts {
  /**
   * The member `tags` with the comma before it, and where the rest begins; null where the tags are unchanged.
   */
  readonly tags: { readonly text: Buffer; readonly to: number } | null;
}

const tagsKey = ',"tags":';
const useTags = { residential: tagBit('residential'), commercial: tagBit('commercial') } as const;
const tagsFill = keyFieldBits('tags');
/** The facts that are counted, with their bits. */
const factFills = keyFields.flatMap((field) =>
  isFact(field) ? [{ field, bit: keyFieldBits(field) } as const] : [],
);
const headFacts = headFields.filter(isFact);

function isFact<Field extends string>(field: Field): field is Field & keyof PropertyFacts {
  return (propertyFactNames as readonly string[]).includes(field);
}

/** Merges what is known into the prepared permit at `at` and updates the numbers in its head. */
export function enrichPermit(bytes: Buffer, at: number, end: number, known: KnownFacts): EnrichedPermit {
  const facts = enrichFacts(bytes, at, end, known);
  return { ...facts, tags: addTag(bytes, at, facts.type) };
}

/** The same for a further address of a permit, whose tags do not depend on it. */
export function enrichFacts(bytes: Buffer, at: number, end: number, known: KnownFacts): EnrichedFacts {
  const from = at + permitAt.json + bytes.readUInt32LE(at + permitAt.geo_ids_to);
  const own = JSON.parse(`{${bytes.toString('utf8', from + 1, end)}`) as PropertyFacts;
  const assessed = known.assessed === null ? null : besideTags(known.assessed, bytes, at);
  const carried = known.carried?.facts ?? null;
  const isNewer = assessed !== null && assessed.asOf >= bytes.readUInt32LE(at + permitAt.start_date);
  const both =
    assessed === null ? own : isNewer ? filledFacts(assessed.facts, own) : filledFacts(own, assessed.facts);
  const all =
    carried === null
      ? both
      : filledFacts(both, { ...nothing(own), property_type: own.property_type, ...carried });
  const facts = Object.fromEntries(Object.keys(own).map((name) => [name, all[name as keyof PropertyFacts]]));
  setNumbers(bytes, at, all);
  return {
    from,
    text: Buffer.from(`,${JSON.stringify(facts).slice(1)}`),
    type: all.property_type,
    factOrigins: factOriginsOf(all, own, assessed, known.carried),
    isOverruled: assessed !== known.assessed,
  };
}

/**
 * The facts without a type that is neither housing nor business, where the tags of the permit at `at` say
 * which it is.
 */
function besideTags(assessed: AssessedFacts, bytes: Buffer, at: number): AssessedFacts {
  const { property_type: type } = assessed.facts;
  if (type === null) return assessed;
  const has = (tag: 'residential' | 'commercial') => hasTag(bytes, at, tag);
  if (typeBesideTags(type, has('residential'), has('commercial')) === type) return assessed;
  return { ...assessed, facts: { ...assessed.facts, property_type: null, property_type_detail: null } };
}

/** The sources of the facts that the permit did not state itself. */
function factOriginsOf(
  all: PropertyFacts,
  own: PropertyFacts,
  assessed: AssessedFacts | null,
  carried: GivenFacts | null,
): FactsOfOrigin[] {
  let fromAssessor = 0;
  let fromPermits = 0;
  for (const name of propertyFactNames) {
    if (all[name] === null || all[name] === own[name]) continue;
    if (assessed !== null && assessed.facts[name] === all[name]) fromAssessor |= factBit(name);
    else fromPermits |= factBit(name);
  }
  const among = (factOrigins: readonly FactsOfOrigin[], bits: number) =>
    factOrigins.map(([origin, facts]) => [origin, facts & bits] as const).filter(([, facts]) => facts !== 0);
  return [
    ...among(assessed?.factOrigins ?? [], fromAssessor),
    ...among(carried?.factOrigins ?? [], fromPermits),
  ];
}

function hasTag(bytes: Buffer, at: number, tag: 'residential' | 'commercial'): boolean {
  const { at: word, bit } = useTags[tag];
  return (bytes.readUInt32LE(at + permitAt[word]) & bit) !== 0;
}

/**
 * Adds the tag of this type to the permit at `at`; returns the new member, null where the tags are unchanged.
 */
function addTag(bytes: Buffer, at: number, type: PropertyType | null): EnrichedPermit['tags'] {
  const tag = tagOfType(type);
  if (tag === null || hasTag(bytes, at, tag)) return null;
  const { at: word, bit } = useTags[tag];
  bytes.writeUInt32LE((bytes.readUInt32LE(at + permitAt[word]) | bit) >>> 0, at + permitAt[word]);
  bytes.writeUInt32LE((bytes.readUInt32LE(at + permitAt.fill) | tagsFill) >>> 0, at + permitAt.fill);
  const json = at + permitAt.json;
  const to = json + bytes.readUInt32LE(at + permitAt.tags_to);
  const tags = JSON.parse(
    bytes.toString('utf8', json + bytes.readUInt32LE(at + permitAt.tags_from), to),
  ) as TagId[];
  return { text: Buffer.from(`${tagsKey}${JSON.stringify(withParents([...tags, tag]))}`), to };
}

/**
 * The first facts, with gaps filled from the others. Type and detail belong together, and so do the owner's
 * name and kind: an older owner never replaces a newer one who is not named.
 */
export function filledFacts(first: PropertyFacts, second: PropertyFacts): PropertyFacts {
  const isOtherType = first.property_type !== null && first.property_type !== second.property_type;
  const hasOwner = first.property_legal_owner !== null || first.property_owner_type !== null;
  const usable: PropertyFacts = {
    ...second,
    ...(isOtherType && { property_type_detail: null }),
    ...(hasOwner && { property_legal_owner: null, property_owner_type: null }),
  };
  const missing = Object.entries(usable).filter(([name]) => first[name as keyof PropertyFacts] === null);
  return { ...first, ...Object.fromEntries(missing) };
}

/** Facts, none of them known. */
function nothing(facts: PropertyFacts): PropertyFacts {
  return Object.fromEntries(Object.keys(facts).map((name) => [name, null])) as unknown as PropertyFacts;
}

/** Updates the facts in the head of the permit at `at`. */
function setNumbers(bytes: Buffer, at: number, facts: PropertyFacts): void {
  let fill = bytes.readUInt32LE(at + permitAt.fill);
  for (const { field, bit } of factFills) if (facts[field] !== null) fill |= bit;
  bytes.writeUInt32LE(fill >>> 0, at + permitAt.fill);
  let known = 0;
  for (const name of propertyFactNames) if (facts[name] !== null) known |= factBit(name);
  bytes.writeUInt16LE(known, at + permitAt.facts);
  for (const name of headFacts) setHeadFact(bytes, at + permitAt[name], name, facts);
}

function setHeadFact(
  bytes: Buffer,
  at: number,
  name: (typeof headFacts)[number],
  facts: PropertyFacts,
): void {
  const { head } = permitFields[name];
  if (name === 'property_type') {
    bytes.writeUInt8(facts.property_type === null ? 0 : 1 + propertyTypes.indexOf(facts.property_type), at);
  } else if (head === 'f64') bytes.writeDoubleLE(facts[name] ?? Number.NaN, at);
  else bytes.writeInt32LE(wholeNumber(facts[name]), at);
}
