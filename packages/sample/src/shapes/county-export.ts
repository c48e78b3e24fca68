/**
 * A large county's export over all its cities: dollar texts, inspection counts, contractor's address, and all
 * facts of the assessor about the parcel.
 */
import { isoDate } from '../calendar.js';
import { inspect } from '../lifecycle.js';
import { categoryWords, isResidential, phaseWords, useWords } from '../office-words.js';
import type { Permit } from '../permits.js';
import { type OwnerKind, ownerOf } from '../properties.js';
import type { Written } from '../writing.js';
import { dollarText, rounded, type SampleRow, type Shape } from './shape.js';

const ownerWords: Readonly<Record<OwnerKind, string>> = {
  individual: 'Individual',
  company: 'Company Owned',
  trust: 'Trust',
  government: 'Government',
};

function row(permit: Permit, written: Written, number: string): SampleRow {
  const { property, office, life, work, random } = permit;
  const { contractor } = written;
  const owner = ownerOf(property, office.place, office.seed);
  const inspections = inspect(life, work, contractor?.facts?.failing ?? 0.15, permit.today, random);
  const count = (result: string) => inspections.filter((inspection) => inspection.result === result).length;
  const built = property.buildingArea > 0;
  return {
    PERMIT_NUMBER: number,
    RECORD_TYPE: categoryWords[work.category].title,
    RECORD_SUBTYPE: isResidential(property.class) ? 'Residential' : 'Commercial',
    DESCRIPTION: written.description,
    STATUS: written.strangeStatus ?? phaseWords[life.phase].county,
    OPENED: dateText(written.filed),
    ISSUED: dateText(written.issued),
    FINALED: dateText(written.finaled),
    VALUATION: dollarText(written.value),
    FEES: dollarText(permit.fees),
    SITUS_NO: written.streetNo,
    SITUS_DIR: written.streetPre || undefined,
    SITUS_STREET: written.streetName,
    SITUS_TYPE: written.streetName === undefined ? undefined : written.streetSuffix,
    SITUS_UNIT: written.unit,
    SITUS_CITY: written.city,
    SITUS_ZIP: written.zip,
    PARCEL: String(2_000_000_000 + property.index),
    LATITUDE: written.lat === undefined ? undefined : rounded(written.lat),
    LONGITUDE: written.lng === undefined ? undefined : rounded(written.lng),
    CONTRACTOR: contractor?.name,
    CONTRACTOR_LICENSE: contractor?.license,
    CONTRACTOR_PHONE: contractor?.phone,
    CONTRACTOR_EMAIL: contractor?.email,
    CONTRACTOR_ADDRESS: contractor?.facts?.street,
    CONTRACTOR_CITY: contractor?.facts?.city,
    CONTRACTOR_STATE: contractor?.facts?.state,
    CONTRACTOR_ZIP: contractor?.facts?.zip,
    INSP_PASSED: count('passed'),
    INSP_FAILED: count('failed'),
    INSP_PARTIAL: count('partial'),
    OWNER: owner.name,
    OWNER_TYPE: ownerWords[owner.kind],
    PROPERTY_TYPE: useWords[property.class].type,
    LAND_USE: useWords[property.class].landUse,
    YEAR_BUILT: property.yearBuilt || undefined,
    BUILDING_SQFT: built ? property.buildingArea : undefined,
    LOT_SQFT: property.lotArea,
    UNITS: property.units || undefined,
    STORIES: built ? property.stories : undefined,
    ASSESSED_VALUE: dollarText(property.marketValue),
  };
}

function dateText(day: number | undefined): string | undefined {
  return day === undefined ? undefined : isoDate(day);
}

export const countyExport: Shape = { row, keyColumns: ['PERMIT_NUMBER'] };
