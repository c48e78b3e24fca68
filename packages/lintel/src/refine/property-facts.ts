/**
 * Reads the facts of a property from the columns of a permit, or from a row of an assessor's or parcel file.
 *
 * The name of an owner is kept only for organisations: a person's name with an address shows where the person
 * lives. A row without a house address is refused: it belongs to no permit.
 */
import type { PropertyFacts } from '@lintel/contract';
import { addressGeoId } from './address/address-key.js';
import { linkPlace } from './address/place.js';
import { withoutPrivateOwner } from './contractor/private-person.js';
import type { CanonicalPermit, CanonicalProperty } from './record/canonical.js';
import { readDate } from './record/dates.js';
import { type DefectList, note } from './record/defects.js';
import { readMoney } from './record/money.js';
import { readArea, readCount, readYear } from './record/numbers.js';
import type { RefineContext } from './record/refine-context.js';
import type { RefinedProperty, RefusedRow } from './record/refined.js';
import { readLine } from './record/text.js';
import { readProperty, snakeCase } from './text/property.js';
import { permitRules } from './text/rule-set.js';

type PropertyKind = ReturnType<typeof readProperty>;

/** The facts in wire form, keys in the contract's order. `kind` is what the property is used for. */
export function readPropertyFacts(
  fields: CanonicalPermit | CanonicalProperty,
  kind: PropertyKind,
  countyGeoid: string | null,
  today: string,
  defects: DefectList,
): PropertyFacts {
  const district = readLine(fields.congressional_district, 'congressional_district', defects);
  const facts = {
    property_census_tract: readTract(fields.census_tract, countyGeoid, defects),
    property_congressional_district: district,
    property_type: kind.type,
    property_type_detail: kind.detail,
    property_legal_owner: readLine(fields.owner_name, 'owner_name', defects),
    property_owner_type: fields.owner_type === undefined ? null : snakeCase(fields.owner_type),
    property_lot_size: readArea(fields.lot_size, 'lot_size', defects),
    property_building_area: readArea(fields.building_area, 'building_area', defects, 'floor_area'),
    property_story_count: readCount(fields.story_count, 'story_count', 'stories', defects),
    property_unit_count: readCount(fields.unit_count, 'unit_count', 'units', defects),
    property_year_built: readYear(fields.year_built, 'year_built', today, defects),
    property_assess_market_value: readMoney(fields.market_value, 'market_value', [], defects),
  };
  return withoutPrivateOwner(facts, defects);
}

/** Address and facts of a row of an assessor's file. */
export function refineProperty(
  fields: CanonicalProperty,
  { source, geography, today, defects }: RefineContext,
): RefinedProperty | RefusedRow {
  const place = linkPlace(fields, source, geography, defects);
  const { streetNo, street } = place.parsed;
  const addressId = addressGeoId(place.state, place.area, streetNo, street);
  if (addressId === null) return { kind: 'refused', reason: 'has no house address' };
  const { names } = permitRules().match({ use: fields.use });
  const kind = readProperty(
    fields.property_type,
    fields.property_type_detail,
    { use: fields.use },
    names,
    defects,
  );
  const asOf = readDate(fields.as_of, 'as_of', { timeZone: source.timeZone, today }, defects);
  const facts = withoutZeros(readPropertyFacts(fields, kind, place.countyGeoid, today, defects), defects);
  const parcel = readLine(fields.parcel, 'parcel', defects);
  return { kind: 'property', addressId, asOf, parcel, facts, defects };
}

/** Assessors write 0 for what they do not know; of a permit it is a fact (C50). */
function withoutZeros(facts: PropertyFacts, defects: DefectList): PropertyFacts {
  const zeros = Object.entries(facts).filter(([, value]) => value === 0);
  for (const [name] of zeros) note(defects, 'number_placeholder', name.replace('property_', ''));
  return { ...facts, ...Object.fromEntries(zeros.map(([name]) => [name, null])) };
}

/** An 11-digit tract GEOID; a bare tract number (`153`, `9502.01`) is completed with its county. */
function readTract(text: string | undefined, countyGeoid: string | null, defects: DefectList): string | null {
  if (text === undefined) return null;
  const tract = text.trim();
  if (/^\d{11}$/.test(tract)) return tract;
  const short = /^(?:tract\s+)?(\d{1,4})(?:\.(\d{1,2}))?$/i.exec(tract);
  if (countyGeoid !== null) {
    if (short) return `${countyGeoid}${(short[1] ?? '').padStart(4, '0')}${(short[2] ?? '').padEnd(2, '0')}`;
    if (/^\d{6}$/.test(tract)) return countyGeoid + tract;
  }
  note(defects, 'number_unreadable', 'census_tract');
  return null;
}
