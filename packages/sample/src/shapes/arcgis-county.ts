/**
 * A county on an ArcGIS server: epoch milliseconds of local midnight, one-line addresses, numbers as numbers,
 * facts of the assessor in the same row, and no status.
 */
import { dayMs } from '../calendar.js';
import { categoryWords, isResidential, useWords } from '../office-words.js';
import type { Permit } from '../permits.js';
import { ownerOf } from '../properties.js';
import type { Written } from '../writing.js';
import { oneLine, recordStep, rounded, type SampleRow, type Shape } from './shape.js';

const firstObject = 1_000_000_000;
const hourMs = 3_600_000;

function row(permit: Permit, written: Written, number: string): SampleRow {
  const { property, office, work } = permit;
  const { contractor } = written;
  const midnightMs = (office.place.state === 'WA' ? 8 : 5) * hourMs;
  const built = property.buildingArea > 0;
  return {
    OBJECTID: firstObject + permit.index * recordStep,
    PERMIT_NO: number,
    PERMIT_TYPE: categoryWords[work.category].title,
    PERMIT_CLASS: isResidential(property.class) ? 'RESIDENTIAL' : 'COMMERCIAL',
    WORK_DESC: written.description ?? null,
    DATE_APPLIED: epochMs(written.filed, midnightMs),
    DATE_ISSUED: epochMs(written.issued, midnightMs),
    DATE_CO: epochMs(written.finaled, midnightMs),
    EST_VALUE: written.value ?? null,
    PERMIT_FEE: permit.fees,
    FULL_ADDRESS: address(written, office.place.state),
    FOLIO: String(30_000_000_000 + property.index * 10),
    CONTRACTOR: contractor?.name ?? null,
    CONTR_LIC_NO: contractor?.license ?? null,
    CONTR_PHONE: contractor?.phone ?? null,
    OWNER_NAME: ownerOf(property, office.place, office.seed).name,
    LAND_USE: useWords[property.class].landUse,
    YR_BUILT: property.yearBuilt || null,
    BLDG_SQFT: built ? property.buildingArea : null,
    LOT_SQFT: property.lotArea,
    FLOORS: built ? property.stories : null,
    LIVING_UNITS: property.units || null,
    MARKET_VALUE: property.marketValue,
    LATITUDE: written.lat === undefined ? null : rounded(written.lat),
    LONGITUDE: written.lng === undefined ? null : rounded(written.lng),
  };
}

function epochMs(day: number | undefined, midnightMs: number): number | null {
  return day === undefined ? null : day * dayMs + midnightMs;
}

function address(written: Written, state: string): string | null {
  const line = oneLine(written, ' #');
  if (line === undefined) return null;
  return `${line}, ${written.city}, ${state}${written.zip === undefined ? '' : ` ${written.zip}`}`.toUpperCase();
}

function secondRecord(first: SampleRow): SampleRow {
  return { ...first, OBJECTID: Number(first.OBJECTID) + 1 };
}

export const arcgisCounty: Shape = { row, keyColumns: ['OBJECTID'], secondRecord };
