/**
 * A refined raw row as bytes, which the build sorts and writes without parsing or serialising it again.
 *
 * Refinement may run in another thread, so a batch of rows travels as one buffer. An entry is a header, a
 * sort key, a payload, the row's origin (JSON of its source and its key there) and a contractor mention. The
 * payload begins with the fixed numbers of the record; its finished JSON follows. All words are little-endian
 * except those in keys, which sort as bytes.
 */
import type { TagId } from '@lintel/contract';
import { propertyFactNames, tagIds } from '@lintel/contract/plain';
import { layOut, type Width } from '../../base/memory/byte-layout.js';
import { type FieldWith, fieldsWith, type HeadType, permitFields } from '../../format/permit-fields.js';

/** What became of a raw row. */
export const outcome = { refused: 0, permit: 1, contractor: 2, decision: 3, property: 4 } as const;

/** Offsets of the numbers at the start of an entry. */
export const entryAt = layOut({
  /** One of `outcome`. */
  outcome: 'u32',
  /** Lengths of the parts, in their order. */
  key: 'u32',
  payload: 'u32',
  origin: 'u32',
  mention: 'u32',
  otherMentions: 'u32',
  /** Latest time at which the source is known to have had the row; milliseconds since 1970 UTC. */
  seenAt: 'f64',
  /** When the source changed the row, by its own account; milliseconds since 1970 UTC, 0 if it does not say. */
  changedAt: 'f64',
  /** 1 when the source no longer has the row. */
  isVanished: 'u32',
});

export const entryBytes = entryAt.end;

/** Stands for the id of a further contractor until its mention has a number (see `further-contractors.ts`). */
export const noContractorId = '0'.repeat(10);

/** Key of a permit or decision: its date inverted (4 bytes, newest first, unknown last), then its id. */
export const keyDateBytes = 4;

/** Bytes of a value by how the head holds it. */
const headWidths = {
  f64: 'f64',
  i32: 'i32',
  word: 'u8',
  date: 'u32',
  geo_id: 'u64',
  tags: 'u64',
  point: 'u64',
  state: 'u16',
  zip_code: 'u32',
  zip_code_ext: 'u32',
} as const satisfies Record<HeadType, Width>;

export type HeadField = FieldWith<'head'>;
export type LocatedField = FieldWith<'isLocated'>;

/** The fields that the head of a permit holds as numbers. */
export const headFields: readonly HeadField[] = fieldsWith('head');
/** The fields for which the head says where their values are in the JSON. */
export const locatedFields: readonly LocatedField[] = fieldsWith('isLocated');

const headMembers = Object.fromEntries(
  headFields.map((name) => [name, headWidths[permitFields[name].head]]),
) as Record<HeadField, Width>;
const placeMembers = Object.fromEntries(
  locatedFields.flatMap((name) => [`${name}_from`, `${name}_to`].map((member) => [member, 'u32'])),
) as Record<`${LocatedField}_${'from' | 'to'}`, Width>;

/**
 * The head of a permit's payload, before its JSON: what a build uses without parsing. A field of the table of
 * stored fields keeps its name here; all offsets count from the start of the JSON, those of a value as
 * `_from` and `_to`.
 */
export const permitMembers = {
  /** Number of the row in the build; set when the row is collected. */
  row: 'u32',
  /** Number of the contractor mention, `noMention` without one; set when the row is collected. */
  mention: 'u32',
  /** Index of the source; set when the row is collected. */
  source: 'u16',
  /** One bit for each key field that is known (see `keyFields`). */
  fill: 'u32',
  /** One bit for each fact of the property that is known and not 0: bit `i` is fact `i` of `propertyFactNames`. */
  facts: 'u16',
  /** The same for each fact that the row of the permit does not state: another one gave it. */
  joined: 'u16',
  /** Where the facts that are carried to other permits of the address begin (see `packStated`). */
  stated: 'u32',
  /** Where the JSON of the origin begins, after the record; set when the row is collected. */
  origin: 'u32',
  /**
   * Where further addresses of the permit begin, after the origin (see permit-addresses.ts); 0 without any.
   */
  others: 'u32',
  /** 1 where the declared value is an outlier; set when the permit is written. */
  outlier: 'u8',
  ...headMembers,
  ...placeMembers,
} as const satisfies Record<string, Width>;

const permitLayout = layOut(permitMembers);

/**
 * Where the members of a permit's head begin; the JSON follows them. The second word of the tags has its own
 * name.
 */
export const permitAt = { ...permitLayout, tagsHigh: permitLayout.tags + 4, json: permitLayout.end };

if (propertyFactNames.length > 16) throw new Error('more facts of a property than bits in their word');
if (tagIds.length > 64) throw new Error('more tags than bits in two words');
for (const name of fieldsWith('words')) {
  if (permitFields[name].words.length > 255) throw new Error(`more words of ${name} than a byte can number`);
}

/** Bytes of a field in the head. */
export const headWidth = (name: HeadField): Width => headMembers[name];

const maxWholeNumber = 0x7fffffff;

/** A number as a 31-bit column holds it: -1 when unknown; filters cannot ask for more than the maximum. */
export function wholeNumber(value: number | null | undefined): number {
  return value == null ? -1 : Math.max(-1, Math.min(maxWholeNumber, Math.round(value)));
}

/** Offsets of the numbers in the payload of a decision. */
export const decisionAt = layOut({
  row: 'u32',
  source: 'u32',
  /** Binary geo_ids, zeros when unknown. */
  city: 'u64',
  address: 'u64',
  /**
   * Bytes of the address as a JSON object of the permit's shape; it begins at `end`, followed by the record.
   */
  addressLength: 'u32',
});

/**
 * Offsets of the parts of a property: the date of its facts (YYYYMMDD, 0 unknown), its source, the length of
 * its facts, and at `end` the facts as JSON; then, once it is collected, the JSON of its origin. Its key is
 * the address.
 */
export const propertyAt = layOut({ asOf: 'u32', source: 'u16', jsonLength: 'u32' });

/** The payload of a licence list's entry: the date on which its licence ended (YYYYMMDD, 0 unknown). */
export const listingAt = layOut({ until: 'u32' });

/**
 * Offsets of the parts of a mention: hash of the whole, length of the keys; at `end` the keys (one per line),
 * then packed facts.
 */
export const mentionAt = layOut({ hash: 'u64', keysLength: 'u32' });

export const noMention = 0xffffffff;

const tagNumbers = new Map(tagIds.map((id, index) => [id as string, index]));

/** Tags as two words of bits. */
export function tagBits(tags: readonly string[]): { low: number; high: number } {
  let low = 0;
  let high = 0;
  for (const tag of tags) {
    const number = tagNumbers.get(tag);
    if (number === undefined) throw new Error(`unknown tag ${tag}`);
    if (number < 32) low |= 1 << number;
    else high |= 1 << (number - 32);
  }
  return { low: low >>> 0, high: high >>> 0 };
}

/** The position of a tag in the two words of bits. */
export function tagBit(tag: TagId): { word: 'tagsLow' | 'tagsHigh'; bit: number } {
  const number = tagIds.indexOf(tag);
  return number < 32 ? { word: 'tagsLow', bit: 1 << number } : { word: 'tagsHigh', bit: 1 << (number - 32) };
}

/** A date as sort keys hold it: newest first, unknown last. */
export const invertedDate = (number: number) => 0xffffffff - number;
