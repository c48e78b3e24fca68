/** The results of refinement, and how they note what was repaired or refused. */
import type { Contractor, ContractorClassification, Decision, Permit, PropertyFacts } from '@lintel/contract';

/**
 * A named repair, refusal or conflict in one field, counted per source in the build report.
 * `name` is from a closed vocabulary kept in `refine/defects.ts`, for example `date_unreadable`.
 */
export interface Defect {
  readonly name: string;
  readonly field: string;
}

/** A contractor as one permit or licence list mentions it, before mentions are linked. */
export interface ContractorMention {
  /**
   * Identity keys, strongest first: `license:CA:123456`, `phone:+13125551234`, `email:a@b.com`, and for the
   * name one of `name:ACME ROOFING|IL`, `cut:ACME ROOFING AND SHEET ME|IL`, `local:MAPLE ROOFING|IL|ELGIN`,
   * `common:SMITH ROOFING|IL|ELGIN`, `person:PAT SMITH|IL|ELGIN`, perhaps with `site:` (its office),
   * `dba:…|IL` and `same:` (a common name with its legal form or ZIP code). Mentions with the same `name` are one contractor; how the other keys link is decided in
   * builder/link/contractor-identity.ts.
   */
  readonly keys: readonly string[];
  /** The facts of this mention in wire form, null if missing. Derived fields and tallies are absent. */
  readonly facts: ContractorFacts;
}

export type ContractorFacts = Pick<
  Contractor,
  | 'license'
  | 'name'
  | 'business_name'
  | 'business_type'
  | 'classification'
  | 'license_issue_date'
  | 'license_exp_date'
  | 'license_act_date'
  | 'license_inact_date'
  | 'primary_phone'
  | 'primary_email'
  | 'website'
  | 'dba'
  | 'revenue'
  | 'employee_count'
  | 'primary_industry'
  | 'address'
> & { readonly classification_derived: readonly ContractorClassification[] };

/** The name that a permit gives a contractor. */
export function shownName({ business_name: business, dba, name }: ContractorFacts): string | null {
  return business ?? dba ?? name;
}

/** A further contractor of a permit, and what it does there; null if that is not known. */
export interface OtherMention {
  readonly mention: ContractorMention;
  readonly role: ContractorClassification | null;
}

/** What linking adds to a record: no row of its own gives it. */
export const linkedKeys = [
  'contractor_id',
  'other_contractors',
  'job_value_outlier',
  'areas',
  'property_facts_joined',
  'other_addresses',
] as const;
type LinkedKey = (typeof linkedKeys)[number];

/** The keys of a permit that are absent when unknown, by the contract. */
type OptionalKey = {
  [key in keyof Permit]-?: Record<never, never> extends Pick<Permit, key> ? key : never;
}[keyof Permit];

/** A wire record without what linking adds. The optional keys may be present and undefined. */
export type PermitRecord = Omit<Permit, OptionalKey> & {
  readonly [key in Exclude<OptionalKey, LinkedKey>]?: Permit[key] | undefined;
};

export interface RefinedPermit {
  readonly kind: 'permit';
  readonly record: PermitRecord;
  /**
   * Whether the building area is the area of the work, and so says nothing about other permits of the
   * address. Absent: no.
   */
  readonly isWorkArea?: boolean;
  readonly contractor: ContractorMention | null;
  /** Further contractors, in the order of the row; each has an identity key. */
  readonly otherContractors: readonly OtherMention[];
  readonly defects: readonly Defect[];
}

export interface RefinedContractor {
  readonly kind: 'contractor';
  readonly contractor: ContractorMention;
  readonly defects: readonly Defect[];
}

export interface RefinedDecision {
  readonly kind: 'decision';
  readonly record: Decision;
  readonly defects: readonly Defect[];
}

/** A property: not a record of its own; it enriches the permits of its address. */
export interface RefinedProperty {
  readonly kind: 'property';
  readonly addressId: string;
  /** Date of the facts, YYYY-MM-DD; null if the file does not give it. */
  readonly asOf: string | null;
  /** Number of the parcel as the file gives it. */
  readonly parcel: string | null;
  readonly facts: PropertyFacts;
  readonly defects: readonly Defect[];
}

/** A row that cannot become a record: it is quarantined with this reason. */
export interface RefusedRow {
  readonly kind: 'refused';
  readonly reason: string;
}

/** The refusal for a row on which a step failed. */
export function unrefined(error: unknown): RefusedRow {
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'refused', reason: `cannot be refined: ${message}` };
}

export type Refined = RefinedPermit | RefinedContractor | RefinedDecision | RefinedProperty | RefusedRow;
