/**
 * The mapping of a file whose columns are those of BLDS (`blds/standard.ts`), in any spelling: nothing is left
 * to decide but place and licence.
 *
 * The words of the standard go before the publisher's own, as their meaning is known.
 */
import { type PermitStatus, propertyTypes } from '@lintel/contract/plain';
import { bldsColumn, isBlds } from '../../blds/standard.js';
import { namesProperty } from '../../refine/text/property.js';
import type { ColumnProfile } from './columns/profile.js';
import type { ProposedField } from './proposal.js';
import type { StatusColumns } from './status-words.js';

/** Statuses of BLDS in lower case. */
const statusWords: Readonly<Record<string, PermitStatus>> = {
  'application accepted': 'in_review',
  'fees/payment': 'in_review',
  'in review': 'in_review',
  appeal: 'in_review',
  'permit issued': 'active',
  'inspection phase': 'active',
  'permit finaled': 'final',
  'permit finaled with conditions': 'final',
  occupancy: 'final',
  'permit cancelled': 'inactive',
};

/** Canonical field ← columns of the standard, the first one that has a value. */
const fields: readonly (readonly [field: string, ...columns: string[]])[] = [
  ['number', 'PermitNum'],
  ['parent_number', 'MasterPermitNum'],
  ['type', 'PermitTypeDesc', 'PermitType', 'PermitTypeMapped'],
  ['work', 'WorkClass', 'WorkClassMapped'],
  ['description', 'Description'],
  ['use', 'ProposedUse'],
  ['status_raw', 'StatusCurrentMapped', 'StatusCurrent'],
  ['file_date', 'AppliedDate'],
  ['issue_date', 'IssuedDate'],
  ['final_date', 'CompletedDate', 'COIssuedDate'],
  ['job_value', 'EstProjectCost'],
  ['fees', 'Fee'],
  ['address', 'OriginalAddress1'],
  ['unit', 'OriginalAddress2'],
  ['city', 'OriginalCity'],
  ['state', 'OriginalState'],
  ['zip', 'OriginalZip'],
  ['lat', 'Latitude'],
  ['lng', 'Longitude'],
  ['parcel', 'PIN'],
  ['building_area', 'TotalSqFt'],
  ['unit_count', 'HousingUnits'],
  ['contractor_name', 'ContractorCompanyName'],
  ['contractor_person', 'ContractorFullName'],
  ['contractor_license', 'ContractorLicNum'],
  ['contractor_license_state', 'ContractorStateLic'],
  ['contractor_phone', 'ContractorPhone'],
  ['contractor_email', 'ContractorEmail'],
  ['contractor_address', 'ContractorAddress1'],
  ['contractor_city', 'ContractorCity'],
  ['contractor_state', 'ContractorState'],
  ['contractor_zip', 'ContractorZip'],
  ['contractor_trade', 'ContractorTrade', 'ContractorTradeMapped'],
];

interface BldsDraft {
  readonly fields: readonly ProposedField[];
  /** Columns that it reads, and those of the standard that no field takes. */
  readonly read: ReadonlySet<string>;
  /** The permit number, with the authority where the file has several. */
  readonly key: readonly string[];
  /** Null for a file without statuses. */
  readonly status: StatusColumns | null;
}

const ofStandard = { confidence: 0.99, doubt: null };

/** The draft of a file with columns of BLDS; null for any other file. */
export function bldsDraft(columns: readonly ColumnProfile[]): BldsDraft | null {
  if (!isBlds(columns.map(({ name }) => name))) return null;
  const names = new Map<string, string>();
  for (const { name, shares } of columns) {
    const column = bldsColumn(name)?.name;
    const isDamaged = column === 'PIN' && shares.scientific > 0.1;
    if (column !== undefined && !names.has(column) && !isDamaged) names.set(column, name);
  }
  const proposed: ProposedField[] = fields.flatMap(([field, ...standard]) => {
    const found = standard.flatMap((column) => names.get(column) ?? []);
    const [only] = found;
    if (only === undefined) return [];
    return [
      { field, expression: found.length === 1 ? only : { first: found }, columns: found, ...ofStandard },
    ];
  });
  const classColumn = columns.find(({ name }) => name === names.get('PermitClass'));
  const ofWork = classColumn !== undefined && isClassOfWork(classColumn) ? classColumn.name : null;
  if (ofWork !== null) {
    proposed.push({ field: 'subtype', expression: ofWork, columns: [ofWork], ...ofStandard });
    names.delete('PermitClass');
  }
  const propertyType = propertyTypeOf(names);
  if (propertyType !== null) {
    const read = ['PermitClass', 'PermitClassMapped'].flatMap((column) => names.get(column) ?? []);
    proposed.push({ field: 'property_type', expression: propertyType, columns: read, ...ofStandard });
  }
  return {
    fields: proposed,
    read: new Set([...names.values(), ...(ofWork === null ? [] : [ofWork])]),
    key: keyOf(names, columns),
    status: statusOf(names),
  };
}

function statusOf(names: ReadonlyMap<string, string>): StatusColumns | null {
  const columns = ['StatusCurrentMapped', 'StatusCurrent'].flatMap((column) => names.get(column) ?? []);
  if (columns.length === 0) return null;
  return { columns, known: names.has('StatusCurrentMapped') ? statusWords : {} };
}

/** Whether a class of permits says what is done, such as `Fire Sprinkler`, and not to what kind of property. */
function isClassOfWork({ filled, example, shares }: ColumnProfile): boolean {
  return filled > 0 && shares.sector === 0 && !namesProperty(example);
}

/** The publisher's class where its word is one of ours, else the standard's, else the publisher's as it is. */
function propertyTypeOf(names: ReadonlyMap<string, string>): unknown {
  const [raw, mapped] = [names.get('PermitClass'), names.get('PermitClassMapped')];
  const words = { residential: 'residential', 'non-residential': 'commercial', commercial: 'commercial' };
  if (mapped === undefined) return raw ?? null;
  if (raw === undefined) return { lookup: mapped, table: words, otherwise: mapped };
  const plain = Object.fromEntries(propertyTypes.map((word) => [word, word]));
  return { lookup: raw, table: plain, otherwise: { lookup: mapped, table: words, otherwise: raw } };
}

/** The permit number, with the authority where the file has several. */
function keyOf(names: ReadonlyMap<string, string>, columns: readonly ColumnProfile[]): string[] {
  const jurisdiction = names.get('Jurisdiction');
  const isShared = columns.some(({ name, distinct }) => name === jurisdiction && distinct > 1);
  return [...(isShared ? [jurisdiction ?? ''] : []), names.get('PermitNum') ?? ''];
}
