/** The filters of permits by SQL: the condition of each on a permit `p` and its contractor `c`. */
import { permitStatuses, propertyTypes } from '@lintel/contract/plain';
import { foldContractorName, foldLicense, foldNumber, foldWebsite } from '../format/filters/layout.js';
import type { DictionaryField } from '../format/permit-fields.js';
import { unwanted, wanted } from '../query/facet-filter.js';
import {
  applyFilters,
  type FilterTable,
  type PermitFilter,
  type PermitViewQuery,
} from '../query/questions.js';
import { piecesOf, wordFields } from '../query/words.js';
import { statusIn, typeIn } from './api-tables.js';
import {
  areaFilters,
  hasTags,
  inPlaces,
  isNumbered,
  notRenewal,
  numberFilters,
  type Scope,
  Statement,
} from './conditions.js';

/** The conditions that are put together: on a permit, and on its contractor. */
interface AskedPermits extends Scope {
  readonly statement: Statement;
  readonly contractor: Statement;
}

const numbers = <O extends 'permit' | 'property', Name extends string>(of: O, name: Name, column: string) =>
  numberFilters(({ statement }: AskedPermits) => statement, of, name, column);
const ofContractor = <Name extends string>(name: Name, column: string) =>
  numberFilters(({ contractor }: AskedPermits) => contractor, 'contractor', name, column);

/** Texts in the words of their source: those that are the same as one asked for, as they are in the table. */
const stated =
  (field: DictionaryField) =>
  ({ statement, dictionaries }: AskedPermits, asked: readonly string[]) => {
    const dictionary = dictionaries[field];
    const texts = dictionary.numbersOf(asked).map((number) => dictionary.text(number));
    const isOne = `p.${field} = ANY (${statement.value(
      texts.filter((text) => text !== null),
      'text[]',
    )})`;
    statement.and(texts.includes(null) ? `${isOne} OR p.${field} IS NULL` : isOne);
  };

/** The column that the period bounds; null for `start_date`, the newest of which have the first positions. */
const dateColumn = ({ date_field: field }: PermitViewQuery) => (field === 'start' ? null : `p.${field}_date`);

/** Whether a permit has no such date. */
const isUndated = (statement: Statement, dates: Scope['dates'], column: string | null) =>
  column === null ? `p.position >= ${statement.value(dates.undated().from, 'bigint')}` : `${column} IS NULL`;

const table: FilterTable<PermitViewQuery, AskedPermits> = {
  geo_id: ({ statement, otherPlaces }, places) =>
    statement.and(inPlaces(statement, 'p', places, otherPlaces)),
  ...areaFilters('p'),
  permit_from: ({ statement, dates }, from, query) => {
    const column = dateColumn(query);
    const within =
      column === null
        ? `p.position < ${statement.value(dates.period(from, null).to, 'bigint')}`
        : `${column} >= ${statement.value(from, 'date')}`;
    statement.and(query.include_undated ? `${within} OR ${isUndated(statement, dates, column)}` : within);
  },
  permit_to: ({ statement, dates }, to, query) => {
    const column = dateColumn(query);
    const within =
      column === null
        ? `p.position >= ${statement.value(dates.period(null, to).from, 'bigint')}`
        : `${column} <= ${statement.value(to, 'date')}`;
    // Positions of what has no date are after all others.
    const isLoose = column !== null && query.include_undated;
    statement.and(isLoose ? `${within} OR ${isUndated(statement, dates, column)}` : within);
  },
  date_field: () => {},
  include_undated: ({ statement, dates }, isWanted, query) => {
    if (isWanted || query.permit_from !== null) return;
    statement.and(`NOT (${isUndated(statement, dates, dateColumn(query))})`);
  },
  permit_tags: ({ statement }, tags) => statement.and(hasTags(statement, 'p', tags)),
  permit_q: ({ statement, dictionaries }, text) => {
    // Not strpos, which cannot use the index of trigrams.
    for (const piece of piecesOf(text)) {
      const pattern = `%${piece.replace(/[\\%_]/g, '\\$&')}%`;
      const stated = wordFields.flatMap((field) => {
        const dictionary = dictionaries[field];
        const texts = dictionary.containing(piece).map((number) => dictionary.text(number));
        return texts.length === 0 ? [] : [`p.${field} = ANY (${statement.value(texts, 'text[]')})`];
      });
      const described = `p.api_description LIKE ${statement.value(pattern, 'text')}`;
      statement.and([described, ...stated].join(' OR '));
    }
  },
  permit_number: ({ statement }, number) =>
    statement.and(`starts_with(p.api_number, ${statement.value(foldNumber(number), 'text')})`),
  permit_parcel: ({ statement }, parcel) =>
    statement.and(`starts_with(p.api_parcel, ${statement.value(foldNumber(parcel), 'text')})`),
  permit_status: ({ statement }, statuses) =>
    statement.and(isNumbered(statement, statusIn('p'), permitStatuses, statuses)),
  permit_type: stated('type'),
  permit_subtype: stated('subtype'),
  permit_source: stated('source_id'),
  permit_record_kind: ({ statement }, kinds) =>
    statement.and(`coalesce(p.record_kind, 'unknown') = ANY (${statement.value(kinds, 'text[]')})`),
  include_renewals: ({ statement }, isWanted) => {
    if (!isWanted) statement.and(notRenewal('p'));
  },
  exclude_outliers: ({ statement }, areExcluded) => {
    if (areExcluded) statement.and('p.job_value_outlier IS NOT TRUE');
  },
  permit_has_contractor: ({ statement }, has) => statement.and(`p.contractor_id IS ${has ? 'NOT ' : ''}NULL`),
  ...numbers('permit', 'approval_duration', 'p.approval_duration'),
  ...numbers('permit', 'construction_duration', 'p.construction_duration'),
  ...numbers('permit', 'inspection_pr', 'p.inspection_pass_rate'),
  ...numbers('permit', 'job_value', 'p.job_value'),
  ...numbers('permit', 'fees', 'p.fees'),
  property_type: ({ statement }, types) =>
    statement.and(isNumbered(statement, typeIn('p'), propertyTypes, types)),
  property_type_detail: stated('property_type_detail'),
  property_census_tract: stated('property_census_tract'),
  property_congressional_district: stated('property_congressional_district'),
  ...numbers('property', 'market_value', 'p.property_assess_market_value'),
  ...numbers('property', 'building_area', 'p.property_building_area'),
  ...numbers('property', 'lot_size', 'p.property_lot_size'),
  ...numbers('property', 'story_count', 'p.property_story_count'),
  ...numbers('property', 'unit_count', 'p.property_unit_count'),
  area: ({ statement }, areas) => statement.and(`p.areas && ${statement.value(areas, 'text[]')}`),
  contractor_classification_derived: ({ contractor }, classes) => {
    const [all, none] = [wanted(classes), unwanted(classes)];
    const own = 'c.classification_derived';
    if (all.length > 0) contractor.and(`${own} @> ${contractor.value(all, 'text[]')}`);
    if (none.length > 0) contractor.and(`NOT ${own} && ${contractor.value(none, 'text[]')}`);
  },
  contractor_name: ({ contractor }, name) => {
    const text = contractor.value(foldContractorName(name), 'text');
    contractor.and(`strpos(c.api_name, ${text}) > 0 OR strpos(c.api_business_name, ${text}) > 0`);
  },
  contractor_website: ({ contractor }, website) =>
    contractor.and(`c.api_website = ${contractor.value(foldWebsite(website), 'text')}`),
  contractor_license: ({ contractor }, license) =>
    contractor.and(`c.api_license = ${contractor.value(foldLicense(license), 'text')}`),
  ...ofContractor('total_job_value', 'c.total_job_value'),
  ...ofContractor('total_permits_count', 'c.permit_count'),
  ...ofContractor('inspection_pr', 'c.avg_inspection_pass_rate'),
};

function asked(scope: Scope): AskedPermits {
  const statement = new Statement();
  return { ...scope, statement, contractor: new Statement(statement.values) };
}

/** All conditions on permits `p`, and whether they need the contractors `c` of the permits. */
export function permitConditions(
  query: PermitViewQuery,
  scope: Scope,
): { readonly statement: Statement; readonly needsContractor: boolean } {
  const { statement, contractor } = applyFilters(table, query, asked(scope));
  if (contractor.isEmpty) return { statement, needsContractor: false };
  statement.and(contractor.where);
  return { statement, needsContractor: true };
}

/** The filters that decide which permits the tallies of contractors count: place, period and tags. */
const tallied = [
  'geo_id',
  'bbox',
  'near',
  'radius_m',
  'within',
  'permit_from',
  'permit_to',
  'date_field',
  'include_undated',
  'permit_tags',
] as const satisfies readonly PermitFilter[];

/** What tallies of contractors count. */
export function talliedConditions(query: PermitViewQuery, scope: Scope): Statement {
  return applyFilters(table, query, asked(scope), tallied).statement;
}
