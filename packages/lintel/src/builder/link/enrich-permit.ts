/**
 * Adds the property facts of assessors' files and other permits to the prepared permit: the facts at the end
 * of its JSON with what states each (C50), the tag that a property type found there adds (C36), and the numbers in
 * its head, which filters use.
 *
 * A permit's own facts come first, then an assessor's, then those of other permits. Only its kind, which is mostly
 * read out of texts, gives way to that of a newer row of an assessor.
 */
import type { PropertyFacts, PropertyType, TagId } from '@lintel/contract';
import { propertyFactNames, propertyTypes, withParents } from '@lintel/contract/plain';
import { keyFieldBits, keyFields, permitFields } from '../../format/permit-fields.js';
import { tagOfType, typeBesideTags } from '../../refine/text/use-tags.js';
import { headFields, permitAt, tagBit, wholeNumber } from '../entry/permit-entry.js';
import type { PermitView } from '../entry/permit-view.js';
import {
  type AssessedFacts,
  type FactGivers,
  filledFacts,
  isStated,
  type KnownFacts,
} from './joined-facts.js';

/** How the facts in a permit's JSON change. */
export interface EnrichedFacts {
  /** The end of the JSON, from where the facts of its property begin. */
  readonly text: Buffer;
  /** Its own facts and those that others gave it. */
  readonly facts: PropertyFacts;
  /** What the property gets of this permit: its own facts and those of assessors, the newer first. */
  readonly ofProperty: PropertyFacts;
  /** Whether the permit's own tags overrule a type from another source. */
  readonly isOverruled: boolean;
}

/** How a permit's JSON changes. */
export interface EnrichedPermit extends EnrichedFacts {
  /** The member `tags` with the comma before it; null where the tags are unchanged. */
  readonly tags: Buffer | null;
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

/** Merges what is known into a prepared permit and updates the numbers in its head. */
export function enrichPermit(permit: PermitView, known: KnownFacts): EnrichedPermit {
  const facts = enrichFacts(permit, known);
  return { ...facts, tags: addTag(permit, facts.facts.property_type) };
}

/** The same for a further address of a permit, whose tags do not depend on it. */
export function enrichFacts(permit: PermitView, known: KnownFacts): EnrichedFacts {
  const { bytes, factsFrom, to, startDate: start } = permit;
  const own = JSON.parse(`{${bytes.toString('utf8', factsFrom + 1, to)}`) as PropertyFacts;
  const assessed = known.assessed === null ? null : besideTags(known.assessed, permit);
  const property = known.property === null ? null : besideTags(known.property, permit);
  const stated = assessed === null || assessed.asOf < start ? own : withTypeOf(assessed.facts, own);
  const beside = assessed === null ? stated : filledFacts(stated, assessed.facts);
  const all = known.carried === null ? beside : filledFacts(beside, known.carried.facts);
  const joined = joinedFacts(all, own, assessed, known.carried);
  setFacts(permit, all);
  permit.joined = factBits(joined ?? {});
  const text = JSON.stringify({ ...all, ...(joined !== null && { property_facts_joined: joined }) });
  return {
    text: Buffer.from(`,${text.slice(1)}`),
    facts: all,
    ofProperty: property === null ? own : newerFirst(property, own, start),
    isOverruled: assessed !== known.assessed,
  };
}

/** The facts with the kind that others state, where they state one. */
function withTypeOf(others: PropertyFacts, own: PropertyFacts): PropertyFacts {
  const { property_type, property_type_detail } = others;
  return property_type === null ? own : { ...own, property_type, property_type_detail };
}

function newerFirst({ asOf, facts }: AssessedFacts, own: PropertyFacts, start: number): PropertyFacts {
  const all = asOf >= start ? filledFacts(facts, own) : filledFacts(own, facts);
  // Keys in the order of the record.
  return { ...own, ...all };
}

/**
 * The facts without a type that is neither housing nor business, where the tags of the permit say which it is.
 */
function besideTags(assessed: AssessedFacts, permit: PermitView): AssessedFacts {
  const { property_type: type } = assessed.facts;
  if (type === null) return assessed;
  const has = (tag: 'residential' | 'commercial') => hasTag(permit, tag);
  if (typeBesideTags(type, has('residential'), has('commercial')) === type) return assessed;
  return { ...assessed, facts: { ...assessed.facts, property_type: null, property_type_detail: null } };
}

/** What states each fact that the permit's row does not; null where it states all. */
function joinedFacts(
  all: PropertyFacts,
  own: PropertyFacts,
  assessed: AssessedFacts | null,
  carried: KnownFacts['carried'],
): FactGivers | null {
  const joined = propertyFactNames
    .filter((name) => all[name] !== null && all[name] !== own[name])
    .map((name) => {
      const isAssessed = assessed !== null && assessed.facts[name] === all[name];
      return [name, (isAssessed ? assessed : carried)?.givers[name]] as const;
    });
  return joined.length === 0 ? null : (Object.fromEntries(joined) as FactGivers);
}

function hasTag(permit: PermitView, tag: 'residential' | 'commercial'): boolean {
  const { word, bit } = useTags[tag];
  return (permit[word] & bit) !== 0;
}

/** Adds the tag of this type; returns the new member, null where the tags are unchanged. */
function addTag(permit: PermitView, type: PropertyType | null): Buffer | null {
  const tag = tagOfType(type);
  if (tag === null || hasTag(permit, tag)) return null;
  const { word, bit } = useTags[tag];
  permit[word] |= bit;
  permit.fill |= tagsFill;
  const { bytes, from, to } = permit.tags;
  const tags = JSON.parse(bytes.toString('utf8', from, to)) as TagId[];
  return Buffer.from(`${tagsKey}${JSON.stringify(withParents([...tags, tag]))}`);
}

/** Sets the facts in the head of a permit. */
export function setFacts(permit: PermitView, facts: PropertyFacts): void {
  let { fill } = permit;
  for (const { field, bit } of factFills) fill = facts[field] === null ? fill & ~bit : fill | bit;
  permit.fill = fill;
  permit.facts = factBits(facts);
  for (const name of headFacts) setHeadFact(permit, name, facts);
}

/** The bits of the facts that are known and not 0, in the order of `propertyFactNames`. */
function factBits(facts: { readonly [name in keyof PropertyFacts]?: unknown }): number {
  const isThere = (value: unknown) => value !== undefined && isStated(value);
  return propertyFactNames.reduce((bits, name, i) => (isThere(facts[name]) ? bits | (1 << i) : bits), 0);
}

function setHeadFact(
  { bytes, from }: PermitView,
  name: (typeof headFacts)[number],
  facts: PropertyFacts,
): void {
  const { head } = permitFields[name];
  const at = from + permitAt[name];
  if (name === 'property_type') {
    bytes.writeUInt8(facts.property_type === null ? 0 : 1 + propertyTypes.indexOf(facts.property_type), at);
  } else if (head === 'f64') bytes.writeDoubleLE(facts[name] ?? Number.NaN, at);
  else bytes.writeInt32LE(wholeNumber(facts[name]), at);
}
