/**
 * Writes the JSON of a refined permit straight into the bytes of its entry, and tells where its parts stand there.
 *
 * The bytes are those of `JSON.stringify`, at half its price: most of a record are the names of its keys, which are
 * copied as bytes here, and no text of the whole is made, searched and encoded.
 */
import { Permit } from '@lintel/contract';
import { type ByteSink, encoded, type JsonKey, jsonKey } from '../../base/memory/byte-sink.js';
import type { PermitRecord } from '../../refine/record/refined.js';

/** Where parts of the JSON stand, in bytes from its start. */
export interface PermitParts {
  /** Where `contractor_id` belongs: before the key of the tags. */
  readonly split: number;
  /** The address object, from its brace up to, not including, what follows it. */
  readonly addressFrom: number;
  readonly addressTo: number;
}

type KeyOf<Properties> = { readonly [name in keyof Properties]: JsonKey };

/** The keys of an object as they stand in its JSON; the first one opens it. */
function keysOf<Properties extends object>(properties: Properties): KeyOf<Properties> {
  return Object.fromEntries(
    Object.keys(properties).map((name, index) => [name, jsonKey(`${index === 0 ? '{' : ','}"${name}":`)]),
  ) as unknown as KeyOf<Properties>;
}

const key = keysOf(Permit.properties);
const addressKey = keysOf(Permit.properties.address.properties);
const placeKey = keysOf(Permit.properties.geo_ids.properties);
const end = encoded('}');

/** Of lists of tags, which come again as the same objects, their JSON. */
const tagLists = new WeakMap<readonly string[], Uint8Array>();

/** Appends the JSON of the permit. */
export function writePermitJson(sink: ByteSink, permit: PermitRecord): PermitParts {
  const start = sink.length;
  writeTexts(sink, permit);
  const split = sink.length - start;
  sink.bytes(key.tags.bare);
  sink.bytes(tagsJson(permit.tags));
  sink.bytes(key.address.bare);
  const addressFrom = sink.length - start;
  writeAddress(sink, permit.address);
  const addressTo = sink.length - start;
  sink.bytes(key.geo_ids.bare);
  writeGeoIds(sink, permit.geo_ids);
  writePropertyFacts(sink, permit);
  sink.bytes(end);
  return { split, addressFrom, addressTo };
}

function tagsJson(tags: readonly string[]): Uint8Array {
  let json = tagLists.get(tags);
  if (json === undefined) {
    json = encoded(JSON.stringify(tags));
    tagLists.set(tags, json);
  }
  return json;
}

function writeTexts(sink: ByteSink, permit: PermitRecord): void {
  sink.jsonText(key.id, permit.id);
  sink.jsonText(key.number, permit.number);
  sink.jsonText(key.description, permit.description);
  sink.jsonText(key.description_derived, permit.description_derived);
  sink.jsonText(key.jurisdiction, permit.jurisdiction);
  sink.jsonNumber(key.job_value, permit.job_value);
  sink.jsonText(key.type, permit.type);
  sink.jsonText(key.subtype, permit.subtype);
  sink.jsonNumber(key.fees, permit.fees);
  sink.jsonText(key.status, permit.status);
  sink.jsonText(key.file_date, permit.file_date);
  if (permit.issue_date !== undefined) sink.jsonText(key.issue_date, permit.issue_date);
  if (permit.final_date !== undefined) sink.jsonText(key.final_date, permit.final_date);
  sink.jsonText(key.start_date, permit.start_date);
  sink.jsonText(key.end_date, permit.end_date);
  sink.jsonNumber(key.total_duration, permit.total_duration);
  sink.jsonNumber(key.construction_duration, permit.construction_duration);
  sink.jsonNumber(key.approval_duration, permit.approval_duration);
  if (permit.inspection_pass_rate !== undefined) {
    sink.jsonNumber(key.inspection_pass_rate, permit.inspection_pass_rate);
  }
}

function writeAddress(sink: ByteSink, address: PermitRecord['address']): void {
  sink.jsonText(addressKey.street_no, address.street_no);
  sink.jsonText(addressKey.street, address.street);
  sink.jsonText(addressKey.city, address.city);
  sink.jsonText(addressKey.county, address.county);
  sink.jsonText(addressKey.zip_code, address.zip_code);
  sink.jsonText(addressKey.zip_code_ext, address.zip_code_ext);
  sink.jsonText(addressKey.state, address.state);
  sink.jsonText(addressKey.jurisdiction, address.jurisdiction);
  sink.bytes(addressKey.latlng.bare);
  sink.text(address.latlng === null ? 'null}' : `[${address.latlng[0]},${address.latlng[1]}]}`);
}

function writeGeoIds(sink: ByteSink, geoIds: PermitRecord['geo_ids']): void {
  sink.jsonText(placeKey.address_id, geoIds.address_id);
  sink.jsonText(placeKey.city_id, geoIds.city_id);
  sink.jsonText(placeKey.county_id, geoIds.county_id);
  sink.jsonText(placeKey.jurisdiction_id, geoIds.jurisdiction_id);
  sink.bytes(end);
}

function writePropertyFacts(sink: ByteSink, permit: PermitRecord): void {
  sink.jsonText(key.property_census_tract, permit.property_census_tract);
  sink.jsonText(key.property_congressional_district, permit.property_congressional_district);
  sink.jsonText(key.property_type, permit.property_type);
  sink.jsonText(key.property_type_detail, permit.property_type_detail);
  sink.jsonText(key.property_legal_owner, permit.property_legal_owner);
  sink.jsonText(key.property_owner_type, permit.property_owner_type);
  sink.jsonNumber(key.property_lot_size, permit.property_lot_size);
  sink.jsonNumber(key.property_building_area, permit.property_building_area);
  sink.jsonNumber(key.property_story_count, permit.property_story_count);
  sink.jsonNumber(key.property_unit_count, permit.property_unit_count);
  sink.jsonNumber(key.property_year_built, permit.property_year_built);
  sink.jsonNumber(key.property_assess_market_value, permit.property_assess_market_value);
}
