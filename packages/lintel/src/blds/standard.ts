/**
 * The Building & Land Development Specification (BLDS), version 1.2, as data: the columns of its core permits
 * file with their types, and the words that its `…Mapped` columns take. The check, the export and the drafts
 * of sources read it, so that they agree.
 */

export const bldsVersion = '1.2';

type BldsLevel = 'required' | 'recommended' | 'optional';
export type BldsType = 'text' | 'date' | 'integer' | 'number' | 'latitude' | 'longitude' | 'url' | 'json';

export interface BldsColumn {
  readonly name: string;
  readonly level: BldsLevel;
  readonly type: BldsType;
  /** The only values that the standard allows; null where it lists none. */
  readonly words: readonly string[] | null;
}

/** The words of the mapped columns. */
export const bldsWords = {
  PermitClassMapped: ['Residential', 'Non-Residential'],
  StatusCurrentMapped: [
    'Application Accepted',
    'Fees/Payment',
    'In Review',
    'Permit Issued',
    'Inspection Phase',
    'Permit Finaled',
    'Permit Finaled with Conditions',
    'Occupancy',
    'Appeal',
    'Permit Cancelled',
  ],
  WorkClassMapped: ['New', 'Existing'],
  PermitTypeMapped: [
    'Building',
    'Demolition',
    'Electrical',
    'Mechanical',
    'Plumbing',
    'Roof',
    'Fence',
    'Grading',
    'Pool/Spa',
  ],
  ContractorTradeMapped: [
    'General',
    'Electrical',
    'Mechanical',
    'Plumbing',
    'Architecture',
    'Engineering',
    'Masonry',
    'Sign',
    'Tent',
  ],
} as const;

const types: Readonly<Record<string, BldsType>> = {
  ...Object.fromEntries(
    [
      'AppliedDate',
      'IssuedDate',
      'CompletedDate',
      'StatusDate',
      'ExpiresDate',
      'COIssuedDate',
      'HoldDate',
      'VoidDate',
    ].map((name) => [name, 'date' as const]),
  ),
  ...Object.fromEntries(
    [
      'TotalSqFt',
      'HousingUnits',
      'AddedSqFt',
      'RemovedSqFt',
      'TotalFinishedSqFt',
      'TotalUnfinishedSqFt',
      'TotalHeatedSqFt',
      'TotalUnHeatedSqFt',
      'TotalAccSqFt',
      'TotalSprinkledSqFt',
    ].map((name) => [name, 'integer' as const]),
  ),
  EstProjectCost: 'number',
  Fee: 'number',
  Latitude: 'latitude',
  Longitude: 'longitude',
  Link: 'url',
  ExtraFields: 'json',
};

function columnsOf(level: BldsLevel, names: string): BldsColumn[] {
  return names
    .trim()
    .split(/\s+/)
    .map((name) => ({
      name,
      level,
      type: types[name] ?? 'text',
      words: (bldsWords as Readonly<Record<string, readonly string[]>>)[name] ?? null,
    }));
}

/** The columns of the core permits file, in the order of the standard. */
export const bldsColumns: readonly BldsColumn[] = [
  ...columnsOf(
    'required',
    `PermitNum Description AppliedDate IssuedDate CompletedDate StatusCurrent
     OriginalAddress1 OriginalAddress2 OriginalCity OriginalState OriginalZip`,
  ),
  ...columnsOf(
    'recommended',
    `Jurisdiction PermitClass PermitClassMapped StatusCurrentMapped WorkClass WorkClassMapped
     PermitType PermitTypeMapped PermitTypeDesc StatusDate TotalSqFt Link Latitude Longitude
     EstProjectCost HousingUnits PIN ContractorCompanyName ContractorTrade ContractorTradeMapped
     ContractorLicNum ContractorStateLic`,
  ),
  ...columnsOf(
    'optional',
    `ProposedUse AddedSqFt RemovedSqFt MasterPermitNum ExpiresDate COIssuedDate HoldDate VoidDate
     ProjectName ProjectID TotalFinishedSqFt TotalUnfinishedSqFt TotalHeatedSqFt TotalUnHeatedSqFt
     TotalAccSqFt TotalSprinkledSqFt ExtraFields Publisher Fee ContractorFullName
     ContractorCompanyDesc ContractorPhone ContractorAddress1 ContractorAddress2 ContractorCity
     ContractorState ContractorZip ContractorEmail`,
  ),
];

/** Pairs of required columns of which a file needs one, and a row a value in one. */
export const bldsEitherOf: readonly (readonly [string, string])[] = [
  ['AppliedDate', 'IssuedDate'],
  ['CompletedDate', 'StatusCurrent'],
];

/** Required only of publishers who keep a second address line. */
export const bldsIfKept: readonly string[] = ['OriginalAddress2'];

const byPlainName = new Map(bldsColumns.map((column) => [plainName(column.name), column]));

/** Spellings that publishers use instead of the standard's, in lower-case letters and digits. */
const otherSpellings: Readonly<Record<string, string>> = {
  permitnumber: 'permitnum',
  issuedate: 'issueddate',
  completedate: 'completeddate',
  originaladdress: 'originaladdress1',
  estprojectcostdec: 'estprojectcost',
  companyname: 'contractorcompanyname',
};

/** The standard's column that a header names in any case and punctuation, or in a publisher's spelling. */
export function bldsColumn(header: string): BldsColumn | null {
  const name = plainName(header).replace(/dtm$/, '');
  return byPlainName.get(name) ?? byPlainName.get(otherSpellings[name] ?? '') ?? null;
}

/** A name in lower case without punctuation. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Columns besides the number that a header must name to count as BLDS. */
const leastColumns = 5;

/** Whether a file with these headers is a core permits file. */
export function isBlds(headers: Iterable<string>): boolean {
  const found = new Set([...headers].flatMap((header) => bldsColumn(header)?.name ?? []));
  // `PermitNum` and five more: other publishers share single names, such as Description and Latitude.
  return found.has('PermitNum') && found.size > leastColumns && [...telling].some((name) => found.has(name));
}

/** Names that only this standard uses. */
const telling: ReadonlySet<string> = new Set([
  'StatusCurrent',
  'StatusCurrentMapped',
  'OriginalAddress1',
  'PermitClassMapped',
  'PermitTypeMapped',
  'EstProjectCost',
  'ContractorCompanyName',
]);
