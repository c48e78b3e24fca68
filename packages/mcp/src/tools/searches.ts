/** Searches: the filters are those of the contract, the records short unless the caller chooses their fields. */
import type { Answered } from '@lintel/client';
import {
  type Contractor,
  type Decision,
  endpoints,
  type Permit,
  type Property,
  Type,
} from '@lintel/contract';
import { maxListText } from '../answer/compact.js';
import { listOf, type PageLike, type RecordList } from '../answer/output.js';
import type { Described, Parameters } from '../protocol/arguments.js';
import { tool } from '../protocol/tool.js';

/** Records of a page: ten fit into a conversation. */
const size = {
  schema: Type.Integer({ minimum: 1, maximum: 50 }),
  default: 10,
  short: 'Most records of the answer.',
};

/** What is said of an argument where the endpoint's own words are more than an agent needs. */
const short: Readonly<Record<string, string>> = {
  permit_parcel: 'As permit_number.',
  permit_q: 'Words of description or type; "a phrase" in quotes.',
  contractor_name: 'Part of a name of the contractor.',
  contractor_license: 'License number of the contractor.',
  contractor_website: 'Web site of the contractor.',
  count: 'As include_count, also beyond 10,000; null where it takes too long.',
  cursor: '`next_cursor` of the page before, with the same arguments.',
  include_tallies: 'Absent: with status_tally and tag_tally.',
  include_undated: 'After all others those without a date.',
  legal_owner: 'Any of these names, whole.',
  permit_number: 'Whole or its beginning.',
};

/** The parameters of a search for a tool: fewer records, fewer fields, and places from `find_place`. */
export function forTool<P extends Parameters>(parameters: P, kind: string, shown: readonly string[]): P {
  const fields = `Besides \`id\`. All: lintel://fields/${kind}. Absent: ${shown.join(', ')}.`;
  const changed = Object.entries(parameters).map(([name, parameter]) => {
    if (name === 'geo_id') return [name, { ...parameter, findWith: 'find_place' }];
    if (name === 'size') return [name, { ...parameter, ...size }];
    // The service names what is meant: the list of all would be longer than the tool.
    if (name === 'fields') return [name, { ...parameter, schema: Type.Array(Type.String()), short: fields }];
    return [name, Object.hasOwn(short, name) ? { ...parameter, short: short[name] } : parameter];
  });
  // Names and types are the same; only texts and bounds differ.
  return Object.fromEntries(changed) as P;
}

/** The page for an agent; records of chosen fields are as in the API. */
export async function answerOf(
  page: Promise<Answered<PageLike>>,
  fields: readonly string[] | null,
): Promise<RecordList> {
  return listOf(await page, { maxText: maxListText, oneLineAddress: fields === null });
}

/** The fields to ask for. The service checks their names. */
export function chosen<Item>(fields: readonly string[] | null, short: readonly (keyof Item)[]) {
  return (fields as readonly (keyof Item)[] | null) ?? short;
}

const money = 'Money is in US cents.';
const units = `${money} Durations are in days; dates are YYYY-MM-DD.`;
const price = 'Costs 1 credit for each record.';

export const permitFields = [
  'number',
  'description',
  'status',
  'start_date',
  'job_value',
  'tags',
  'address',
  'contractor_id',
] as const;

// Agents count by aggregates, whose tool they have.
const { facets: _facets, facet_size: _size, ...searched } = endpoints.permit_search.parameters;
const ofPermits = forTool(searched, 'permits', permitFields);
/** Where the parameters of searches are described. */
export const permitSearch: Described = { tool: 'search_permits', parameters: ofPermits };

const searchPermits = tool({
  name: 'search_permits',
  title: 'Search building permits',
  description: `Building permits of a place and a period, newest first. All filters must hold; beside each \`…_min_…\` there is a \`…_max_…\`; both leave out records of which the number is not known. ${units} ${price} To count: size=1, include_count=true; relation gte says at least so many.`,
  parameters: ofPermits,
  rules: endpoints.permit_search.rules,
  run: ({ fields, ...query }, { lintel, request }) =>
    answerOf(
      lintel.permits.search({ ...query, fields: chosen<Permit>(fields, permitFields) }, request).page(),
      fields,
    ),
});

const contractorFields = [
  'business_name',
  'name',
  'license',
  'license_exp_date',
  'classification_derived',
  'primary_phone',
  'permit_count',
  'total_job_value',
  'avg_inspection_pass_rate',
] as const;

const ofContractors = forTool(endpoints.contractor_search.parameters, 'contractors', contractorFields);

const searchContractors = tool({
  name: 'search_contractors',
  title: 'Search contractors',
  description: `Contractors with permits in a place and a period, the one with the latest such permit first; find one by contractor_name or contractor_license. status_tally and tag_tally count the permits that fit, all other sums are over every permit of the contractor. Takes all filters of search_permits. ${units} ${price}`,
  parameters: {
    ...ofContractors,
    contractor_name: { ...ofContractors.contractor_name, short: 'Part of a name.' },
    contractor_license: { ...ofContractors.contractor_license, short: 'License number.' },
  },
  elsewhere: [permitSearch],
  rules: endpoints.contractor_search.rules,
  run: ({ fields, ...query }, { lintel, request }) =>
    answerOf(
      lintel.contractors
        .search({ ...query, fields: chosen<Contractor>(fields, contractorFields) }, request)
        .page(),
      fields,
    ),
});

const propertyFields = [
  'address',
  'property_type',
  'year_built',
  'building_area',
  'unit_count',
  'assess_market_value',
  'permit_count',
  'last_permit_date',
  'tags',
] as const;

// `include_total_count` is another name of `include_count`; who has many permits is asked by the least number.
const {
  include_total_count: _,
  property_max_permit_count: _most,
  ...ofProperties
} = endpoints.property_search.parameters;

const searchProperties = tool({
  name: 'search_properties',
  title: 'Search properties',
  description: `Addresses that have permits, by building, owner and by the permits that are there and that are not: permit_tags=["-reroof"], date_from=2005-01-01: no new roof since 2005, where records can tell. Its id is the geo_id of the address. Beta. ${money} Areas are square feet. ${price}`,
  parameters: forTool(ofProperties, 'properties', propertyFields),
  elsewhere: [permitSearch],
  rules: endpoints.property_search.rules,
  async run({ fields, ...query }, { lintel, request }) {
    const page = await lintel.properties
      .search({ ...query, fields: chosen<Property>(fields, propertyFields) }, request)
      .page();
    const { absence } = page;
    return { ...(await answerOf(Promise.resolve(page), fields)), ...(absence === null ? {} : { absence }) };
  },
});

const decisionFields = [
  'title',
  'decision_date',
  'category',
  'asset_class',
  'street',
  'city',
  'state',
  'project_value',
  'source_url',
] as const;

const searchDecisions = tool({
  name: 'search_decisions',
  title: 'Search zoning and land-use decisions',
  description: `Zoning and land-use decisions of a place (not a ZIP code) and a period, newest first. ${money} ${price}`,
  parameters: forTool(endpoints.decision_search.parameters, 'decisions', decisionFields),
  elsewhere: [permitSearch],
  rules: endpoints.decision_search.rules,
  run: ({ fields, ...query }, { lintel, request }) =>
    answerOf(
      lintel.decisions.search({ ...query, fields: chosen<Decision>(fields, decisionFields) }, request).page(),
      fields,
    ),
});

export const searchTools = [searchPermits, searchContractors, searchProperties, searchDecisions];
