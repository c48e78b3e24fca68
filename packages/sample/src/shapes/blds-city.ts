/**
 * A city that follows the BLDS standard: its column names, mapped classes next to the office's own words, ISO
 * times.
 */
import { isoDate } from '../calendar.js';
import { categoryWords, isNewWork, isResidential, phaseWords } from '../office-words.js';
import type { Permit } from '../permits.js';
import { tradeFacts } from '../trades.js';
import type { Written } from '../writing.js';
import { dollars, oneLine, rounded, type SampleRow, type Shape } from './shape.js';

function row(permit: Permit, written: Written, number: string): SampleRow {
  const { property, office, life, work, group } = permit;
  const { contractor } = written;
  const residential = isResidential(property.class);
  const words = categoryWords[work.category];
  return {
    PermitNum: number,
    Description: written.description,
    AppliedDate: isoTime(written.filed),
    IssuedDate: isoTime(written.issued),
    CompletedDate: isoTime(written.finaled),
    StatusCurrent: written.strangeStatus ?? phaseWords[life.phase].county,
    StatusCurrentMapped: written.strangeStatus === undefined ? phaseWords[life.phase].mapped : undefined,
    OriginalAddress1: oneLine(written, ' Unit '),
    OriginalCity: written.city,
    OriginalState: office.place.state,
    OriginalZip: written.zip,
    Jurisdiction: office.place.name,
    PermitClass: residential ? 'Residential' : 'Commercial',
    PermitClassMapped: residential ? 'Residential' : 'Non-Residential',
    WorkClass: isNewWork(group) ? 'New' : 'Existing',
    PermitType: words.title,
    PermitTypeMapped: words.mapped,
    PIN: String(1_000_000 + property.index),
    HousingUnits: property.units || undefined,
    TotalSqFt: property.buildingArea || undefined,
    EstProjectCost: dollars(written.value),
    Fee: permit.fees.toFixed(2),
    ContractorCompanyName: contractor?.name,
    ContractorFullName: contractor?.facts?.person,
    ContractorTrade: contractor?.facts ? tradeFacts[contractor.facts.trade].licence : undefined,
    ContractorLicNum: contractor?.license,
    ContractorStateLic: contractor?.license === undefined ? undefined : office.place.state,
    ContractorPhone: contractor?.phone,
    ContractorEmail: contractor?.email,
    Latitude: written.lat === undefined ? undefined : String(rounded(written.lat)),
    Longitude: written.lng === undefined ? undefined : String(rounded(written.lng)),
    Publisher: `Sample: City of ${office.place.name}`,
  };
}

function isoTime(day: number | undefined): string | undefined {
  return day === undefined ? undefined : `${isoDate(day)}T00:00:00.000`;
}

export const bldsCity: Shape = { row, keyColumns: ['PermitNum'] };
