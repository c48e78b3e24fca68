/**
 * Makes the wire record of a permit (C6) and of the contractor it names from a canonical row, in named steps.
 *
 * Each field is filled only from the row; what a step repairs or refuses is a defect of the record. A row
 * without number, date and address is refused: it is not a permit.
 */
import type { PermitAddress, PermitGeoIds, PermitStatus, PropertyFacts, StatusSeen } from '@lintel/contract';
import { permitId } from '@lintel/contract/plain';
import { addressGeoId } from './address/address-key.js';
import { emptyPlace, linkPlace, type Place } from './address/place.js';
import { mentionContractor } from './contractor/contractor.js';
import { readOtherContractors } from './contractor/other-contractors.js';
import { withoutContacts } from './contractor/private-person.js';
import { readPropertyFacts } from './property-facts.js';
import type { CanonicalPermit } from './record/canonical.js';
import { type PermitStep, permitStepNames } from './record/canonical.js';
import { type DateContext, deriveDates, orderDates, type PermitDates, readDate } from './record/dates.js';
import { type DefectList, note } from './record/defects.js';
import { emptyPropertyFacts } from './record/empty-records.js';
import { readMoney } from './record/money.js';
import { passRate, readArea, readCount } from './record/numbers.js';
import type { RefineContext } from './record/refine-context.js';
import type {
  ContractorMention,
  Defect,
  OtherMention,
  PermitRecord,
  RefinedPermit,
  RefusedRow,
} from './record/refined.js';
import type { PastFields } from './record/source.js';
import { readLine, readText, readUrl } from './record/text.js';
import { statusHistory } from './status-history.js';
import { deriveDescription } from './text/description.js';
import { homesOf } from './text/homes.js';
import { spellOut } from './text/portal-codes.js';
import { kindBesideTags, readProperty } from './text/property.js';
import { type RecordKindFinding, readRecordKind } from './text/record-kind.js';
import { permitRules, type RuleMatch } from './text/rule-set.js';
import { readStatus } from './text/status.js';
import { tagsBesideType } from './text/use-tags.js';
import { erectsBuilding, worksOnPart } from './text/work-area.js';

const noOthers: readonly OtherMention[] = [];
const noPast: readonly PastFields[] = [];
const noPlaceholders: readonly number[] = [];

const noTexts: Texts = {
  number: null,
  description: null,
  type: null,
  subtype: null,
  parcel: null,
  sentence: null,
  url: null,
};
const noAmounts: Amounts = { value: null, fees: null };
const noDates: PermitDates = { file: null, issue: null, final: null };
const noKind: RecordKindFinding = { kind: undefined, parent: undefined, by: null };
const noMatch: RuleMatch = { names: new Set(), tags: [] };

/** Refines one permit row: holds the result of each step, for later steps and for the record. */
export class PermitRefiner {
  place: Place = emptyPlace;
  contractor: ContractorMention | null = null;
  otherContractors: readonly OtherMention[] = noOthers;
  readonly #key: string;
  readonly #fields: CanonicalPermit;
  readonly #context: RefineContext;
  readonly #past: readonly PastFields[];
  #dates = noDates;
  #texts = noTexts;
  #kind = noKind;
  #amounts = noAmounts;
  #status: PermitStatus | null = null;
  #passRate: number | null = null;
  #match = noMatch;
  #facts = emptyPropertyFacts;

  /** `fields` are clean (`cleanFields`); `past` is what the row said before. */
  constructor(
    key: string,
    fields: CanonicalPermit,
    context: RefineContext,
    past: readonly PastFields[] = noPast,
  ) {
    this.#key = key;
    this.#fields = fields;
    this.#context = context;
    this.#past = past;
  }

  /** What the steps repaired or refused so far. */
  get defects(): readonly Defect[] {
    return this.#context.defects;
  }

  /**
   * Runs a step and gives its result. The steps before it must have run. Repairs and refusals are noted as
   * defects.
   */
  run(step: PermitStep): unknown {
    const { source, geography, today, defects } = this.#context;
    const fields = this.#fields;
    switch (step) {
      case 'place':
        this.place = linkPlace(fields, source, geography, defects);
        return this.place;
      case 'dates':
        this.#dates = readDates(fields, { timeZone: source.timeZone, today }, defects);
        return this.#dates;
      case 'texts':
        this.#texts = readTexts(fields, defects);
        return this.#texts;
      case 'kind':
        this.#kind = readRecordKind(fields, defects);
        return this.#kind;
      case 'money':
        this.#amounts = readAmounts(fields, source.jobValuePlaceholders, defects);
        return this.#amounts;
      case 'status':
        this.#status = readStatus(fields.status_raw, this.#dates, source, defects);
        return this.#status;
      case 'inspections':
        this.#passRate = readPassRate(fields, defects);
        return this.#passRate;
      case 'tags':
        this.#match = permitRules().match(fields);
        return this.#match;
      case 'property':
        this.#facts = this.#withHomes(readFacts(fields, this.#match, this.place, today, defects));
        return this.#facts;
      case 'contractor':
        this.contractor = mentionContractor(fields, source, geography, defects);
        return this.contractor;
      case 'other_contractors':
        this.otherContractors = readOtherContractors(fields, source, geography, defects);
        return this.otherContractors;
    }
  }

  /** The result of all steps: wire record, contractor mention and defects, or why the row is not a permit. */
  refined(): RefinedPermit | RefusedRow {
    const record = this.record();
    if (record.number === null && record.start_date === null && this.place.parsed.kind === 'none') {
      return { kind: 'refused', reason: 'has no number, no date and no address' };
    }
    const { contractor, otherContractors, defects } = this;
    const refined = { kind: 'permit', record, contractor, otherContractors, defects } as const;
    return this.#isWorkArea(record) ? { ...refined, isWorkArea: true } : refined;
  }

  /** The homes of a new building by the description where no column states them, and its kind by them (C107). */
  #withHomes(facts: PropertyFacts): PropertyFacts {
    const { tags } = this.#match;
    if (!tags.includes('new_dwelling') || !erectsBuilding(tags)) return facts;
    const homes = facts.property_unit_count ?? this.#homesOfText();
    if (homes === null || homes === 0) return facts;
    const { property_type: type, property_type_detail: detail } = facts;
    const isUnnamed = homes > 1 && type === 'residential' && detail === null;
    return {
      ...facts,
      property_unit_count: homes,
      property_type_detail: isUnnamed ? 'multi_family' : detail,
    };
  }

  #homesOfText(): number | null {
    const { description, unit_count: column } = this.#fields;
    if (description === undefined || column !== undefined) return null;
    const { kind } = this.#kind;
    if (kind !== undefined && kind !== 'initial' && kind !== 'application') return null;
    const homes = homesOf(description);
    if (homes !== null) note(this.#context.defects, 'units_from_text', 'unit_count');
    return homes;
  }

  #statusHistory(): StatusSeen[] | undefined {
    if (this.#past.length === 0) return undefined;
    const { source, today } = this.#context;
    const statusOf = (fields: PastFields['fields']) =>
      readStatus(fields.status_raw, readDates(fields, { timeZone: source.timeZone, today }, []), source, []);
    return statusHistory(this.#past, this.#fields, statusOf);
  }

  #isWorkArea({ property_building_area: area, tags }: PermitRecord): boolean {
    return area !== null && (this.#fields.building_area === undefined || worksOnPart(tags));
  }

  /** The record, even if it is too little for a permit; keys in the contract's order. */
  record(): PermitRecord {
    const facts = this.#facts;
    const { number, description, type, subtype, parcel, sentence, url } = this.#texts;
    const derived = deriveDates(this.#dates);
    // One literal with all keys: an object that grows key by key is reallocated again and again.
    return {
      id: permitId(this.#context.source.namespace, this.#key),
      number,
      description,
      description_derived: sentence,
      jurisdiction: this.place.jurisdiction,
      source_id: this.#context.source.id,
      source_url: url ?? undefined,
      job_value: this.#amounts.value,
      type,
      subtype,
      record_kind: this.#kind.kind,
      parent_number: this.#kind.parent,
      fees: this.#amounts.fees,
      status: this.#status,
      status_history: this.#statusHistory(),
      file_date: this.#dates.file,
      issue_date: this.#dates.issue ?? undefined,
      final_date: this.#dates.final ?? undefined,
      start_date: derived.start,
      end_date: derived.end,
      total_duration: derived.total,
      construction_duration: derived.construction,
      approval_duration: derived.approval,
      inspection_pass_rate: this.#passRate ?? undefined,
      tags: tagsBesideType(this.#match.tags, facts.property_type),
      parcel_number: parcel,
      address: addressOf(this.place),
      geo_ids: geoIdsOf(this.place),
      property_census_tract: facts.property_census_tract,
      property_congressional_district: facts.property_congressional_district,
      property_type: facts.property_type,
      property_type_detail: facts.property_type_detail,
      property_legal_owner: facts.property_legal_owner,
      property_owner_type: facts.property_owner_type,
      property_lot_size: facts.property_lot_size,
      property_building_area: facts.property_building_area,
      property_story_count: facts.property_story_count,
      property_unit_count: facts.property_unit_count,
      property_year_built: facts.property_year_built,
      property_assess_market_value: facts.property_assess_market_value,
    };
  }
}

/**
 * Runs each step for all rows before the next one: its code and tables stay in the processor's caches, which
 * makes refining a sixth cheaper than row by row.
 */
export function runSteps(refiners: readonly PermitRefiner[]): void {
  for (const step of permitStepNames) for (const refiner of refiners) refiner.run(step);
}

/** The derived description, with the codes of type and work spelled out. */
function describe(
  fields: CanonicalPermit,
  type: string | null,
  subtype: string | null,
  description: string | null,
): string | null {
  const kind = spellOut(fields.type, fields.work);
  if (kind.type === fields.type) return deriveDescription(type, subtype, description);
  return deriveDescription(kind.type ?? null, fields.subtype ?? kind.work ?? null, description);
}

interface Texts {
  readonly number: string | null;
  readonly description: string | null;
  readonly type: string | null;
  readonly subtype: string | null;
  readonly parcel: string | null;
  /** The derived description. */
  readonly sentence: string | null;
  /** Its page at the source. */
  readonly url: string | null;
}

function readTexts(fields: CanonicalPermit, defects: DefectList): Texts {
  const number = readLine(fields.number, 'number', defects);
  const description = withoutContacts(
    readText(fields.description, 'description', defects),
    'description',
    defects,
  );
  const type = readLine(fields.type, 'type', defects);
  const subtype = readLine(fields.subtype ?? fields.work, 'subtype', defects);
  const parcel = readLine(fields.parcel, 'parcel', defects);
  const sentence = describe(fields, type, subtype, description);
  return { number, description, type, subtype, parcel, sentence, url: readUrl(fields.source_url) };
}

/** In cents. */
interface Amounts {
  readonly value: number | null;
  readonly fees: number | null;
}

function readAmounts(fields: CanonicalPermit, placeholders: readonly number[], defects: DefectList): Amounts {
  return {
    value: readMoney(fields.job_value, 'job_value', placeholders, defects),
    fees: readMoney(fields.fees, 'fees', noPlaceholders, defects),
  };
}

/** The facts of the property. */
function readFacts(
  fields: CanonicalPermit,
  { names, tags }: RuleMatch,
  place: Place,
  today: string,
  defects: DefectList,
): PropertyFacts {
  const own = readProperty(fields.property_type, fields.property_type_detail, fields, names, defects);
  const kind = kindBesideTags(own, names, defects);
  const facts = readPropertyFacts(fields, kind, place.countyGeoid, today, defects);
  const jobArea = readArea(fields.job_area, 'job_area', defects);
  if (jobArea === null || facts.property_building_area !== null || !erectsBuilding(tags)) return facts;
  return { ...facts, property_building_area: jobArea };
}

function geoIdsOf({ state, area, parsed, cityId, countyId, jurisdictionId }: Place): PermitGeoIds {
  return {
    address_id: addressGeoId(state, area, parsed.streetNo, parsed.street),
    city_id: cityId,
    county_id: countyId,
    jurisdiction_id: jurisdictionId,
  };
}

/** The three dates of a permit in their order; one that contradicts the others is set aside (C8). */
function readDates(fields: CanonicalPermit, context: DateContext, defects: DefectList): PermitDates {
  return orderDates(
    {
      file: readDate(fields.file_date, 'file_date', context, defects),
      issue: readDate(fields.issue_date, 'issue_date', context, defects),
      final: readDate(fields.final_date, 'final_date', context, defects),
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
    unit: place.parsed.unit,
  };
}
