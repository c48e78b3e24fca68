/**
 * Makes the wire record of a permit (C6) and the contractor it names from one canonical row, by named steps.
 *
 * Each field is filled only from what the row tells; what a step repairs or refuses is a defect of the record. A row
 * with no number, no date and no address is no permit and is refused.
 */
import { type Permit, type PermitAddress, permitId } from '@lintel/contract';
import type { Geography } from '../geography/geography.js';
import { addressGeoId } from './address.js';
import type { CanonicalPermit } from './canonical.js';
import { sightContractor } from './contractor.js';
import { type DateFrame, deriveDates, orderDates, type PermitDates, readDate } from './dates.js';
import { type DefectList, note } from './defects.js';
import { deriveDescription } from './description.js';
import { readMoney } from './money.js';
import { passRate, readArea, readCount, readYear } from './numbers.js';
import { linkPlace, type Place } from './place.js';
import { readProperty, snakeCase } from './property.js';
import type { RefinedPermit, Refusal } from './refined.js';
import type { SourceContext } from './source-context.js';
import { readStatus } from './status.js';
import { tagsAmong } from './tags.js';
import { readLine, readText } from './text.js';
import { findNames } from './text-rules.js';

const noPlaceholders: readonly number[] = [];

/** Wire record (keys in the contract's order), contractor sighting and defects of a permit row. */
export function refinePermit(
  key: string,
  fields: CanonicalPermit,
  source: SourceContext,
  geography: Geography,
  today: string,
): RefinedPermit | Refusal {
  const defects: DefectList = [];
  const place = linkPlace(fields, source, geography, defects);
  const dates = readDates(fields, { timeZone: source.timeZone, today }, defects);
  const derived = deriveDates(dates);
  const number = readLine(fields.number, 'number', defects);
  if (number === null && derived.start === null && place.parsed.kind === 'none') {
    return { kind: 'refused', reason: 'has no number, no date and no address' };
  }
  const description = readText(fields.description, 'description', defects);
  const type = readLine(fields.type, 'type', defects);
  const subtype = readLine(fields.subtype ?? fields.work, 'subtype', defects);
  const names = findNames(fields);
  const property = readProperty(fields.property_type, fields.property_type_detail, fields, names, defects);
  const rate = readPassRate(fields, defects);
  const record: Omit<Permit, 'contractor_id'> = {
    id: permitId(source.namespace, key),
    number,
    description,
    description_derived: deriveDescription(type, subtype, description),
    jurisdiction: place.jurisdiction,
    job_value: readMoney(fields.job_value, 'job_value', source.jobValuePlaceholders, defects),
    type,
    subtype,
    fees: readMoney(fields.fees, 'fees', noPlaceholders, defects),
    status: readStatus(fields.status_raw, dates, source, defects),
    file_date: dates.file,
    ...(dates.issue === null ? null : { issue_date: dates.issue }),
    ...(dates.final === null ? null : { final_date: dates.final }),
    start_date: derived.start,
    end_date: derived.end,
    total_duration: derived.total,
    construction_duration: derived.construction,
    approval_duration: derived.approval,
    ...(rate === null ? null : { inspection_pass_rate: rate }),
    tags: tagsAmong(names),
    address: addressOf(place),
    geo_ids: {
      address_id: addressGeoId(
        place.state,
        place.city,
        place.zip,
        place.parsed.streetNo,
        place.parsed.street,
      ),
      city_id: place.cityId,
      county_id: place.countyId,
      jurisdiction_id: place.jurisdictionId,
    },
    property_census_tract: readTract(fields.census_tract, place.countyGeoid, defects),
    property_congressional_district: readLine(
      fields.congressional_district,
      'congressional_district',
      defects,
    ),
    property_type: property.type,
    property_type_detail: property.detail,
    property_legal_owner: readLine(fields.owner_name, 'owner_name', defects),
    property_owner_type: fields.owner_type === undefined ? null : snakeCase(fields.owner_type),
    property_lot_size: readArea(fields.lot_size, 'lot_size', defects),
    property_building_area: readArea(fields.building_area, 'building_area', defects),
    property_story_count: readCount(fields.story_count, 'story_count', 'stories', defects),
    property_unit_count: readCount(fields.unit_count, 'unit_count', 'units', defects),
    property_year_built: readYear(fields.year_built, 'year_built', today, defects),
    property_assess_market_value: readMoney(fields.market_value, 'market_value', noPlaceholders, defects),
  };
  return { kind: 'permit', record, contractor: sightContractor(fields, source, geography, defects), defects };
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

/** An 11-digit tract GEOID; a bare tract number (`153`, `9502.01`) is completed by the county it lies in. */
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
