/**
 * Packs a refined permit into its entry: the finished JSON, preceded by the numbers that the table of stored
 * fields asks for. The fields and their order are those of the contract, so a new field is packed without a
 * change here.
 *
 * The JSON is identical to that of `JSON.stringify`, at half the cost: most of a record is key names, which
 * are copied here as bytes, and no intermediate string is built and encoded.
 */
import { type OtherContractor, Permit } from '@lintel/contract';
import { propertyFactNames } from '@lintel/contract/plain';
import { dateNumber } from '../../base/calendar-date.js';
import { type ByteSink, encoded, type JsonKey, jsonKey } from '../../base/memory/byte-sink.js';
import { type HeadType, keyFields, permitFields, storedField } from '../../format/permit-fields.js';
import { xOf, yOf } from '../../format/points/mercator.js';
import {
  type OtherMention,
  type PermitRecord,
  type RefinedPermit,
  shownName,
} from '../../refine/record/refined.js';
import { packStated } from './address-facts.js';
import { noContractorId, noMention, permitAt, tagBits, wholeNumber } from './permit-entry.js';

/**
 * A member of a permit's JSON as it is packed; an offset in the head is -1 where the head holds nothing of
 * it.
 */
interface Member {
  readonly name: string;
  readonly key: JsonKey;
  /** Omitted when unknown (C6); all others are null then. */
  readonly isOptional: boolean;
  /** Its bit among the key fields and among the facts of the property, 0 without one. */
  readonly fillBit: number;
  readonly factBit: number;
  readonly head: HeadType | null;
  readonly headAt: number;
  /** The numbers of a vocabulary's words. */
  readonly words: ReadonlyMap<unknown, number> | null;
  /** Where the head stores the byte at which its value begins; the end follows. */
  readonly placeAt: number;
  /** The members of an object. */
  readonly members: readonly Member[] | null;
}

type Properties = Readonly<Record<string, object>>;

/** The members of an object of the contract, in its order. */
function membersOf(properties: Properties, required: readonly string[]): Member[] {
  return Object.entries(properties).map(([name, schema], index) => {
    const { head = null, words } = storedField(name);
    const at = permitAt as Readonly<Record<string, number>>;
    const bit = (names: readonly string[]) => (names.includes(name) ? 1 << names.indexOf(name) : 0);
    const object = schema as { readonly properties?: Properties; readonly required?: readonly string[] };
    return {
      name,
      key: jsonKey(`${index === 0 ? '{' : ','}"${name}":`),
      isOptional: !required.includes(name),
      fillBit: bit(keyFields),
      factBit: bit(propertyFactNames),
      head,
      headAt: head === null ? -1 : (at[name] ?? -1),
      words: words === undefined ? null : new Map(words.map((word, i) => [word, i + 1])),
      placeAt: at[`${name}_from`] ?? -1,
      members: object.properties === undefined ? null : membersOf(object.properties, object.required ?? []),
    };
  });
}

const members = membersOf(Permit.properties, Permit.required);

const packedNames = members.flatMap((member) => [member, ...(member.members ?? [])].map(({ name }) => name));
const unpacked = Object.keys(permitFields).find((name) => !packedNames.includes(name));
if (unpacked !== undefined) throw new Error(`the contract has no field ${unpacked}, which is to be stored`);

/** Bytes between the end of a value and the value of the next member: `,"tags":`. */
export function keyBytes(name: keyof Permit): number {
  return Buffer.byteLength(`,"${name}":`);
}

type Value = PermitRecord[keyof PermitRecord] | PermitRecord['address']['latlng'];

const end = encoded('}');

/** Appends the payload of a permit. */
export function packPermit(
  sink: ByteSink,
  { record, otherContractors, isWorkArea = false }: RefinedPermit,
): void {
  const start = sink.skip(permitAt.json);
  sink.setUint32(start + permitAt.mention, noMention);
  const others = otherContractors.length > 0 && { other_contractors: otherContractors.map(wireForm) };
  packObject(
    sink,
    start,
    members,
    (others ? { ...record, ...others } : record) as Readonly<Record<string, Value>>,
  );
  packPlaceNumbers(sink, start, record.address);
  sink.setUint32(start + permitAt.stated, sink.length - start - permitAt.json);
  if (record.geo_ids.address_id !== null) sink.text(packStated(record, isWorkArea));
}

/** A further contractor as the record has it, without an id yet. */
function wireForm({ mention: { facts }, role }: OtherMention): OtherContractor {
  return { id: noContractorId, name: shownName(facts), role };
}

/** Appends the JSON of an object and sets the numbers of its members in the head of the permit at `start`. */
function packObject(
  sink: ByteSink,
  start: number,
  members: readonly Member[],
  object: Readonly<Record<string, Value>>,
): void {
  let fill = 0;
  let facts = 0;
  for (let i = 0; i < members.length; i++) {
    const member = members[i];
    if (member === undefined) break;
    const value = object[member.name];
    if (member.head !== null) packNumber(sink, start + member.headAt, member, value);
    if (value === undefined) {
      if (!member.isOptional) throw new Error(`a refined permit lacks ${member.name}`);
      continue;
    }
    if (value !== null && !(Array.isArray(value) && value.length === 0)) {
      fill |= member.fillBit;
      // A 0 is about the work: an older permit may know more of the property.
      if (value !== 0) facts |= member.factBit;
    }
    packValue(sink, start, member, value);
    if (member.placeAt < 0) continue;
    const from = start + permitAt.json;
    sink.setUint32(start + member.placeAt + 4, sink.length - from);
  }
  sink.bytes(end);
  if (fill !== 0) sink.orUint32(start + permitAt.fill, fill);
  if (facts !== 0) sink.setUint16(start + permitAt.facts, facts);
}

/** Appends a member, whatever the type of its value. */
function packValue(sink: ByteSink, start: number, member: Member, value: Value): void {
  if (member.placeAt >= 0) {
    sink.setUint32(start + member.placeAt, sink.length + member.key.bare.length - start - permitAt.json);
  }
  if (value === null || typeof value === 'string') sink.jsonText(member.key, value);
  else if (typeof value === 'number') sink.jsonNumber(member.key, value);
  else {
    sink.bytes(member.key.bare);
    if (member.members !== null) {
      packObject(sink, start, member.members, value as unknown as Readonly<Record<string, Value>>);
    } else if (member.head === 'tags') sink.bytes(tagsJson(value as PermitRecord['tags']));
    else sink.text(JSON.stringify(value));
  }
}

/** Sets the number of a value at `at`; those of places are set together (`packPlaceNumbers`). */
function packNumber(sink: ByteSink, at: number, { head, words }: Member, value: Value): void {
  switch (head) {
    case 'f64':
      sink.setDouble(at, (value as number | null) ?? Number.NaN);
      return;
    case 'i32':
      sink.setInt32(at, wholeNumber(value as number | null | undefined));
      return;
    case 'word':
      sink.setUint8(at, words?.get(value) ?? 0);
      return;
    case 'date':
      sink.setUint32(at, dateNumber((value as string | null | undefined) ?? null));
      return;
    case 'geo_id':
      sink.setGeoId(at, value as string | null);
      return;
    case 'tags': {
      const { low, high } = tagBits(value as PermitRecord['tags']);
      sink.setUint32(at, low);
      sink.setUint32(at + 4, high);
      return;
    }
    case 'point': {
      const point = value as PermitRecord['address']['latlng'];
      sink.setUint32(at, point === null ? 0 : xOf(point[1] ?? 0));
      sink.setUint32(at + 4, point === null ? 0 : yOf(point[0] ?? 0));
    }
  }
}

/** State and ZIP code as numbers; a value not in the form of the contract is unknown to the filters. */
function packPlaceNumbers(sink: ByteSink, start: number, address: PermitRecord['address']): void {
  const { state, zip_code: zip, zip_code_ext: ext } = address;
  if (state !== null && /^[A-Z]{2}$/.test(state)) {
    sink.setUint16(start + permitAt.state, state.charCodeAt(0) + state.charCodeAt(1) * 256);
  }
  if (zip === null || !/^\d{5}$/.test(zip)) return;
  sink.setUint32(start + permitAt.zip_code, Number(zip) + 1);
  if (ext !== null && /^\d{4}$/.test(ext)) {
    sink.setUint32(start + permitAt.zip_code_ext, Number(zip + ext) + 1);
  }
}

/** The JSON of lists of tags, which recur as the same objects. */
const tagLists = new WeakMap<readonly string[], Uint8Array>();

function tagsJson(tags: readonly string[]): Uint8Array {
  let json = tagLists.get(tags);
  if (json === undefined) {
    json = encoded(JSON.stringify(tags));
    tagLists.set(tags, json);
  }
  return json;
}
