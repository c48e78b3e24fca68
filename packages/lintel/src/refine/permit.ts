/**
 * Makes the wire record of a permit (C6) and the contractor it names from one canonical row, by named steps.
 *
 * Each field is filled only from what the row tells; what a step repairs or refuses is a defect of the record. A row
 * with no number, no date and no address is no permit and is refused.
 */
import { type PermitAddress, type PermitGeoIds, permitId } from '@lintel/contract';
import { addressGeoId } from './address.js';
import type { CanonicalPermit } from './canonical.js';
import { sightContractor } from './contractor.js';
import { type DateFrame, deriveDates, orderDates, type PermitDates, readDate } from './dates.js';
import type { DefectList } from './defects.js';
import { deriveDescription } from './description.js';
import { readMoney } from './money.js';
import { passRate, readCount } from './numbers.js';
import { linkPlace, type Place } from './place.js';
import { spellOut } from './portal-codes.js';
import { withoutContacts } from './private-person.js';
import { readProperty } from './property.js';
import { readPropertyFacts } from './property-facts.js';
import type { ContractorSighting, RefinedPermit, Refusal } from './refined.js';
import type { RowFrame } from './row-frame.js';
import { readStatus } from './status.js';
import { unwatched } from './steps.js';
import { tagsAmong } from './tags.js';
import { readLine, readText } from './text.js';
import { findNames } from './text-rules.js';

const noPlaceholders: readonly number[] = [];

/** Wire record (keys in the contract's order), contractor sighting and defects of a permit row. */
export function refinePermit(key: string, fields: CanonicalPermit, frame: RowFrame): RefinedPermit | Refusal {
  const { record, contractor, place } = readPermit(key, fields, frame);
  if (record.number === null && record.start_date === null && place.parsed.kind === 'none') {
    return { kind: 'refused', reason: 'has no number, no date and no address' };
  }
  return { kind: 'permit', record, contractor, defects: frame.defects };
}

/** What the steps make of a row, even where that is too little for a permit. */
export interface PermitReading {
  readonly record: RefinedPermit['record'];
  readonly contractor: ContractorSighting | null;
  readonly place: Place;
}

/** Runs the steps; what they repair or refuse is in the frame's defects. */
export function readPermit(key: string, fields: CanonicalPermit, frame: RowFrame): PermitReading {
  const { source, geography, today, defects, watch = unwatched } = frame;
  const place = watch('place', () => linkPlace(fields, source, geography, defects));
  const dates = watch('dates', () => readDates(fields, { timeZone: source.timeZone, today }, defects));
  const derived = deriveDates(dates);
  const { number, description, type, subtype, sentence } = watch('texts', () => readTexts(fields, defects));
  const { value, fees } = watch('money', () => readAmounts(fields, source.jobValuePlaceholders, defects));
  const status = watch('status', () => readStatus(fields.status_raw, dates, source, defects));
  const record: Draft = {
    id: permitId(source.namespace, key),
    number,
    description,
    description_derived: sentence,
    jurisdiction: place.jurisdiction,
    job_value: value,
    type,
    subtype,
    fees,
    status,
    file_date: dates.file,
  };
  if (dates.issue !== null) record.issue_date = dates.issue;
  if (dates.final !== null) record.final_date = dates.final;
  record.start_date = derived.start;
  record.end_date = derived.end;
  record.total_duration = derived.total;
  record.construction_duration = derived.construction;
  record.approval_duration = derived.approval;
  const rate = watch('inspections', () => readPassRate(fields, defects));
  if (rate !== null) record.inspection_pass_rate = rate;
  const names = watch('tags', () => findNames(fields));
  record.tags = tagsAmong(names);
  record.address = addressOf(place);
  record.geo_ids = geoIdsOf(place);
  watch('property', () => tellProperty(record, fields, names, place, today, defects));
  const contractor = watch('contractor', () => sightContractor(fields, source, geography, defects));
  return { record: record as RefinedPermit['record'], contractor, place };
}

/** The derived description, with codes of type and work in words. */
function describe(
  fields: CanonicalPermit,
  type: string | null,
  subtype: string | null,
  description: string | null,
): string | null {
  const kind = spellOut(fields.type, fields.work);
  if (kind.type === fields.type) return deriveDescription(type, subtype, description);
  return deriveDescription(kind.type ?? null, fields.subtype ?? kind.work ?? null, description);
}

/** A record in the making: its keys are set one after the other in the contract's order, the optional ones if known. */
type Draft = { -readonly [key in keyof RefinedPermit['record']]?: RefinedPermit['record'][key] };

function readTexts(fields: CanonicalPermit, defects: DefectList) {
  const number = readLine(fields.number, 'number', defects);
  const description = withoutContacts(
    readText(fields.description, 'description', defects),
    'description',
    defects,
  );
  const type = readLine(fields.type, 'type', defects);
  const subtype = readLine(fields.subtype ?? fields.work, 'subtype', defects);
  return { number, description, type, subtype, sentence: describe(fields, type, subtype, description) };
}

function readAmounts(fields: CanonicalPermit, placeholders: readonly number[], defects: DefectList) {
  return {
    value: readMoney(fields.job_value, 'job_value', placeholders, defects),
    fees: readMoney(fields.fees, 'fees', noPlaceholders, defects),
  };
}

/** Sets what is known of the property; gives the record. */
function tellProperty(
  record: Draft,
  fields: CanonicalPermit,
  names: ReadonlySet<string>,
  place: Place,
  today: string,
  defects: DefectList,
): Draft {
  const kind = readProperty(fields.property_type, fields.property_type_detail, fields, names, defects);
  Object.assign(record, readPropertyFacts(fields, kind, place.countyGeoid, today, defects));
  return record;
}

function geoIdsOf({ state, area, parsed, cityId, countyId, jurisdictionId }: Place): PermitGeoIds {
  return {
    address_id: addressGeoId(state, area, parsed.streetNo, parsed.street),
    city_id: cityId,
    county_id: countyId,
    jurisdiction_id: jurisdictionId,
  };
}

/** The three dates of a permit in their order; one that contradicts the others is set aside (C8). */
function readDates(fields: CanonicalPermit, frame: DateFrame, defects: DefectList): PermitDates {
  return orderDates(
    {
      file: readDate(fields.file_date, 'file_date', frame, defects),
      issue: readDate(fields.issue_date, 'issue_date', frame, defects),
      final: readDate(fields.final_date, 'final_date', frame, defects),
    },
    defects,
  );
}

function readPassRate(fields: CanonicalPermit, defects: DefectList): number | null {
  return passRate(
    readCount(fields.inspections_passed, 'inspections_passed', 'inspections', defects),
    readCount(fields.inspections_failed, 'inspections_failed', 'inspections', defects),
    readCount(fields.inspections_partial, 'inspections_partial', 'inspections', defects),
  );
}

function addressOf(place: Place): PermitAddress {
  return {
    street_no: place.parsed.streetNo,
    street: place.parsed.street,
    city: place.city,
    county: place.county,
    zip_code: place.zip,
    zip_code_ext: place.zipExt,
    state: place.state,
    jurisdiction: place.jurisdiction,
    latlng: place.latlng,
  };
}
