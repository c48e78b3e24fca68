/**
 * A permit and its contractor as a row of the BLDS core permits file (`blds/standard.ts`). Raw columns hold
 * our own words, the `…Mapped` columns those of the standard, `ExtraFields` what the standard has no column
 * for. A fact that a permit does not have leaves its cell empty.
 */
import type { Contractor, Permit } from '@lintel/contract';
import type { bldsWords } from '../blds/standard.js';

type Word<C extends keyof typeof bldsWords> = (typeof bldsWords)[C][number];
type Cell = string | number | null | undefined;

const statuses: Readonly<Record<NonNullable<Permit['status']>, Word<'StatusCurrentMapped'>>> = {
  in_review: 'In Review',
  active: 'Permit Issued',
  final: 'Permit Finaled',
  inactive: 'Permit Cancelled',
};

/** Property types of which the standard has a class. */
const classes: Readonly<Record<string, Word<'PermitClassMapped'>>> = {
  residential: 'Residential',
  commercial: 'Non-Residential',
  industrial: 'Non-Residential',
  office: 'Non-Residential',
  exempt: 'Non-Residential',
};

/** The first tag of a permit in this list gives its type. */
const typesOfTags: readonly (readonly [tag: string, type: Word<'PermitTypeMapped'>])[] = [
  ['demolition', 'Demolition'],
  ['pool_and_hot_tub', 'Pool/Spa'],
  ['new_construction', 'Building'],
  ['addition', 'Building'],
  ['adu', 'Building'],
  ['accessory_structure', 'Building'],
  ['remodel', 'Building'],
  ['roofing', 'Roof'],
  ['grading', 'Grading'],
  ['hvac', 'Mechanical'],
  ['plumbing', 'Plumbing'],
  ['electrical', 'Electrical'],
];

const existingWork = ['addition', 'remodel', 'roofing', 'demolition', 'window_door'];

/** The first trade of a contractor in this list. */
const trades: readonly (readonly [classification: string, trade: Word<'ContractorTradeMapped'>])[] = [
  ['general_building_contractor', 'General'],
  ['general_engineering_contractor', 'General'],
  ['electrical', 'Electrical'],
  ['hvac', 'Mechanical'],
  ['plumbing', 'Plumbing'],
];

/** The columns that an export has, in the order of the standard. */
export const exportedColumns = [
  'PermitNum',
  'Description',
  'AppliedDate',
  'IssuedDate',
  'CompletedDate',
  'StatusCurrent',
  'OriginalAddress1',
  'OriginalAddress2',
  'OriginalCity',
  'OriginalState',
  'OriginalZip',
  'Jurisdiction',
  'PermitClass',
  'PermitClassMapped',
  'StatusCurrentMapped',
  'WorkClassMapped',
  'PermitType',
  'PermitTypeMapped',
  'PermitTypeDesc',
  'TotalSqFt',
  'Latitude',
  'Longitude',
  'EstProjectCost',
  'HousingUnits',
  'PIN',
  'ContractorCompanyName',
  'ContractorTrade',
  'ContractorTradeMapped',
  'ContractorLicNum',
  'MasterPermitNum',
  'ExtraFields',
  'Publisher',
  'Fee',
  'ContractorFullName',
  'ContractorPhone',
  'ContractorAddress1',
  'ContractorCity',
  'ContractorState',
  'ContractorZip',
  'ContractorEmail',
] as const;

/** The cells of a row, in the order of `exportedColumns`. `number` is the permit number, unique in the file. */
export function bldsRow(permit: Permit, contractor: Contractor | null, number: string): Cell[] {
  const row: Partial<Record<(typeof exportedColumns)[number], Cell>> = {
    PermitNum: number,
    ...factsOf(permit),
    ...(contractor === null ? {} : contractorOf(contractor)),
  };
  return exportedColumns.map((column) => row[column]);
}

function factsOf(permit: Permit) {
  const { address, property_type: use, tags } = permit;
  return {
    Description: permit.description,
    AppliedDate: permit.file_date,
    IssuedDate: permit.issue_date,
    CompletedDate: permit.final_date,
    StatusCurrent: permit.status,
    OriginalAddress1: joined(address.street_no, address.street),
    OriginalAddress2: address.unit,
    OriginalCity: address.city,
    OriginalState: address.state,
    OriginalZip: zipOf(address),
    Jurisdiction: permit.jurisdiction,
    PermitClass: use,
    PermitClassMapped: use === null ? null : classes[use],
    StatusCurrentMapped: permit.status === null ? null : statuses[permit.status],
    WorkClassMapped: workClassOf(tags),
    PermitType: permit.type,
    PermitTypeMapped: typesOfTags.find(([tag]) => tags.some((one) => one === tag))?.[1],
    PermitTypeDesc: permit.type,
    TotalSqFt: permit.property_building_area,
    Latitude: address.latlng?.[0],
    Longitude: address.latlng?.[1],
    EstProjectCost: dollarsOf(permit.job_value),
    HousingUnits: permit.property_unit_count,
    PIN: permit.parcel_number,
    MasterPermitNum: permit.parent_number,
    ExtraFields: extraOf(permit),
    Publisher: permit.jurisdiction,
    Fee: dollarsOf(permit.fees),
  };
}

function contractorOf({ address, ...contractor }: Contractor) {
  const { classification_derived: derived } = contractor;
  return {
    ContractorCompanyName: contractor.business_name ?? contractor.name,
    ContractorTrade: contractor.classification,
    ContractorTradeMapped: trades.find(([name]) => derived.some((one) => one === name))?.[1],
    ContractorLicNum: contractor.license,
    ContractorFullName: contractor.name,
    ContractorPhone: contractor.primary_phone,
    ContractorAddress1: joined(address.street_no, address.street),
    ContractorCity: address.city,
    ContractorState: address.state,
    ContractorZip: zipOf(address),
    ContractorEmail: contractor.primary_email,
  };
}

function workClassOf(tags: readonly string[]): Word<'WorkClassMapped'> | null {
  if (tags.includes('new_construction')) return 'New';
  return existingWork.some((tag) => tags.includes(tag)) ? 'Existing' : null;
}

function extraOf(permit: Permit): string {
  const { id, source_id, subtype, record_kind, tags, contractor_id, property_type_detail } = permit;
  return JSON.stringify({ id, source_id, subtype, record_kind, tags, contractor_id, property_type_detail });
}

function joined(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(' ');
}

function zipOf({ zip_code: zip, zip_code_ext: extension }: Permit['address'] | Contractor['address']) {
  return zip === null || extension === null ? zip : `${zip}-${extension}`;
}

/** Whole dollars and cents of an amount in cents. */
function dollarsOf(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}
