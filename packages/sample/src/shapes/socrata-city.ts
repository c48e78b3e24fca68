/**
 * A city on a Socrata portal: everything is text, US dates, address in parts with old-fashioned ordinals
 * (`03rd`), WKT points, one row per address with its own record id.
 */
import { usDate } from '../calendar.js';
import { categoryWords, phaseWords, useWords } from '../office-words.js';
import type { Permit } from '../permits.js';
import type { Written } from '../writing.js';
import { dollars, recordStep, rounded, type SampleRow, type Shape } from './shape.js';

const firstRecord = 1_300_000_000_000;

/** GEOID of Queens, where house numbers are written with the cross street: `33-30`. */
const hyphenated = '36081';

function row(permit: Permit, written: Written, number: string): SampleRow {
  const { property, life, work } = permit;
  const { contractor } = written;
  const point = written.lat !== undefined && written.lng !== undefined;
  return {
    record_id: String(firstRecord + permit.index * recordStep),
    permit_number: number,
    permit_type_definition: categoryWords[work.category].title.toLowerCase(),
    filed_date: dateText(written.filed),
    issued_date: dateText(written.issued),
    completed_date: dateText(written.finaled),
    current_status: written.strangeStatus ?? phaseWords[life.phase].city,
    description: written.description,
    estimated_cost: dollars(written.value),
    total_fees: permit.fees.toFixed(2),
    street_number: houseNumber(written.streetNo, property.street.locality.countyGeoid),
    street_direction: written.streetPre || undefined,
    street_name: written.streetName?.replace(/^\d(?=[a-z])/, '0$&'),
    street_suffix: written.streetSuffix,
    unit: written.unit,
    city: written.city.toUpperCase(),
    zipcode: written.zip,
    proposed_use: useWords[property.class].use,
    proposed_units: property.units > 0 ? String(property.units) : undefined,
    number_of_stories: property.stories > 0 ? String(property.stories) : undefined,
    contractor_company_name: contractor?.name,
    contractor_license: contractor?.license,
    contractor_phone: contractor?.phone,
    location: point ? `POINT (${rounded(written.lng ?? 0)} ${rounded(written.lat ?? 0)})` : undefined,
  };
}

function dateText(day: number | undefined): string | undefined {
  return day === undefined ? undefined : usDate(day);
}

function houseNumber(streetNo: string | undefined, countyGeoid: string): string | undefined {
  if (streetNo === undefined || countyGeoid !== hyphenated) return streetNo;
  return `${streetNo.slice(0, -2)}-${streetNo.slice(-2)}`;
}

function secondRecord(first: SampleRow): SampleRow {
  const number = Number(first.street_number);
  return {
    ...first,
    record_id: String(Number(first.record_id) + 1),
    street_number: Number.isNaN(number) ? first.street_number : String(number + 2),
  };
}

export const socrataCity: Shape = { row, keyColumns: ['record_id'], secondRecord };
