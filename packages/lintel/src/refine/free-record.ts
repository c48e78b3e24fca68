/**
 * Refines a record given in canonical input names, with or without a known source, as `lintel refine` does
 * with each line.
 *
 * Without a source, only the record's own state and city are known. Values may be texts, numbers or booleans;
 * empty ones count as absent, lists and objects are dropped with a defect, and names that are not canonical
 * are ignored.
 */
import type { ContractorClassification } from '@lintel/contract';
import { UserError } from '../base/user-error.js';
import type { Geography } from '../geography/geography.js';
import { foldName } from './contractor/contractor-fold.js';
import { PermitRefiner, runSteps } from './permit.js';
import { type CanonicalPermit, permitFields } from './record/canonical.js';
import { type DefectList, note } from './record/defects.js';
import { maxLineLength } from './record/limits.js';
import {
  type ContractorMention,
  type Defect,
  type PermitRecord,
  type RefusedRow,
  unrefined,
} from './record/refined.js';
import type { RowContext } from './record/source-context.js';
import { cleanFields, cutText, oneLine } from './record/text.js';

/** The contractor, as far as one record identifies it. */
interface NamedContractor {
  /** The folded name, the same for all its spellings, for example `ACME ROOFING`; null without a name. */
  readonly name_key: string | null;
  /** Identity keys, strongest first. */
  readonly keys: readonly string[];
  readonly license: string | null;
  readonly name: string | null;
  readonly business_name: string | null;
  readonly dba: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly classification_derived: readonly ContractorClassification[];
}

/** The wire record without ids that only a release can give, with the unit, the contractor and the defects. */
export type FreeRecord = Omit<PermitRecord, 'id' | 'source_id'> & {
  readonly contractor: NamedContractor | null;
  readonly defects: readonly Defect[];
};

interface FreeRecordOptions {
  /** The source of the record; null if unknown. */
  readonly source: RowContext | null;
  /** Today, `YYYY-MM-DD`. */
  readonly today: string;
}

/** A refined record, or a refusal if a step of refinement failed. */
type FreeRefined = FreeRecord | RefusedRow;

/** Refines given records, in their order. Never throws. A few hundred at a time are fastest. */
export function refineFreeRecords(
  given: readonly Readonly<Record<string, unknown>>[],
  geography: Geography,
  options: FreeRecordOptions,
): FreeRefined[] {
  try {
    const readings = given.map((record) => begin(record, geography, options));
    runSteps(readings);
    return readings.map(freeRecord);
  } catch (error) {
    const [only] = given;
    if (only === undefined || given.length === 1) return [unrefined(error)];
    return given.flatMap((record) => refineFreeRecords([record], geography, options));
  }
}

/** The refined form of one given record; throws a UserError if a step fails on it. */
export function refineFreeRecord(
  given: Readonly<Record<string, unknown>>,
  geography: Geography,
  options: FreeRecordOptions,
): FreeRecord {
  const [refined] = refineFreeRecords([given], geography, options);
  if (refined === undefined || 'kind' in refined) {
    throw new UserError(`The record ${refined?.reason ?? 'gave nothing'}.`);
  }
  return refined;
}

function begin(
  given: Readonly<Record<string, unknown>>,
  geography: Geography,
  { source, today }: FreeRecordOptions,
): PermitRefiner {
  const defects: DefectList = [];
  const own = cleanFields(canonicalFields(given, defects), defects);
  const fields = source === null ? withPlace(own, given.place, geography) : own;
  const context = source ?? contextOfState(fields.state, geography);
  return new PermitRefiner('', fields, { source: context, geography, today, defects });
}

function freeRecord(refiner: PermitRefiner): FreeRecord {
  const { id: _, source_id: __, ...record } = refiner.record();
  return {
    ...record,
    contractor: refiner.contractor === null ? null : namedContractor(refiner.contractor),
    defects: refiner.defects,
  };
}

/** An empty record. Given ones are copied into its shape: rows of one shape are refined faster. */
const blank: CanonicalPermit = Object.fromEntries(permitFields.map((name) => [name, undefined]));

/** The values with canonical names, as the texts that refinement reads. */
function canonicalFields(given: Readonly<Record<string, unknown>>, defects: DefectList): CanonicalPermit {
  const fields: Record<string, string | undefined> = { ...blank };
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(blank, name)) continue;
    const value = given[name];
    const isPlain = typeof value === 'number' || typeof value === 'boolean';
    const text = typeof value === 'string' ? value.trim() : isPlain ? String(value) : '';
    if (text !== '') fields[name] = text;
    else if (typeof value === 'object' && value !== null) note(defects, 'text_no_text', name);
  }
  return fields;
}

/** City and state from a `place` such as `Austin, TX`, if the record has none. */
function withPlace(fields: CanonicalPermit, given: unknown, geography: Geography): CanonicalPermit {
  if (typeof given !== 'string') return fields;
  const place = oneLine(cutText(given, maxLineLength));
  const [named, stated] = splitPlace(place);
  const state = geography.state(stated.replaceAll('.', ''));
  const city = state === null ? place : named;
  return {
    ...fields,
    ...(fields.city === undefined && city !== '' && { city }),
    ...(fields.state === undefined && state !== null && { state: state.code }),
  };
}

/** Forms of city and state: `Austin, TX`, `Austin, Travis County, Texas`, `Austin TX`. */
function splitPlace(place: string): readonly [string, string] {
  const comma = place.indexOf(',');
  if (comma > 0) return [place.slice(0, comma), place.slice(place.lastIndexOf(',') + 1).trim()];
  const blank = place.lastIndexOf(' ');
  return [place.slice(0, blank), /^[A-Z]{2}$/i.test(place.slice(blank + 1)) ? place.slice(blank + 1) : ''];
}

const contexts = new Map<string | null, RowContext>();

/** The context of a record in a state without a known source: only the shared words, and no jurisdiction. */
export function contextOfState(text: string | undefined, geography: Geography): RowContext {
  const state =
    text === undefined ? null : (geography.state(oneLine(text).replaceAll('.', ''))?.code ?? null);
  let context = contexts.get(state);
  if (context === undefined) {
    context = {
      id: 'none',
      namespace: '',
      jurisdiction: { geoid: null, name: null, state, countyGeoid: null, defaultCity: null },
      // Portals write dates as midnight in UTC or in American time: both are the same day in UTC.
      timeZone: 'UTC',
      statusWords: {},
      statusWhenIssued: null,
      statusWhenFiled: null,
      jobValuePlaceholders: [],
    };
    contexts.set(state, context);
  }
  return context;
}

function namedContractor({ keys, facts }: ContractorMention): NamedContractor {
  const name = facts.business_name ?? facts.dba ?? facts.name;
  return {
    name_key: name === null ? null : foldName(name) || null,
    keys,
    license: facts.license,
    name: facts.name,
    business_name: facts.business_name,
    dba: facts.dba,
    phone: facts.primary_phone,
    email: facts.primary_email,
    classification_derived: facts.classification_derived,
  };
}
