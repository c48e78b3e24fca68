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
import { AnyObject, listOf, listSchema, type PageLike } from '../answer/output.js';
import type { Described, Parameters } from '../protocol/arguments.js';
import { tool } from '../protocol/tool.js';

/** Records of a page: ten fit into a conversation. */
const size = {
  schema: Type.Integer({ minimum: 1, maximum: 50 }),
  default: 10,
  short: 'Most records of the answer.',
};

/** The parameters of a search for a tool: fewer records, fewer fields, and places from `find_place`. */
function forTool<P extends Parameters>(parameters: P, shown: readonly string[]): P {
  const fields = `Fields of the records; \`id\` always stays. Absent: ${shown.join(', ')}.`;
  const changed = Object.entries(parameters).map(([name, parameter]) => {
    if (name === 'geo_id') return [name, { ...parameter, findWith: 'find_place' }];
    if (name === 'size') return [name, { ...parameter, ...size }];
    if (name === 'fields') return [name, { ...parameter, short: fields }];
    return [name, parameter];
  });
  // Names and types are the same; only texts and bounds differ.
  return Object.fromEntries(changed) as P;
}

/** The page for an agent; records of chosen fields are as in the API. */
async function answerOf(page: Promise<Answered<PageLike>>, fields: readonly string[] | null) {
  return listOf(await page, { maxText: maxListText, oneLineAddress: fields === null });
}

/** The fields to ask for. Their names were checked against the schema of the record. */
function chosen<Item>(fields: readonly string[] | null, short: readonly (keyof Item)[]) {
  return (fields as readonly (keyof Item)[] | null) ?? short;
}

const money = 'Money is in US cents.';
const units = `${money} Durations are in days; dates are YYYY-MM-DD.`;
const price = 'Costs 1 credit for each record.';

const permitFields = [
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
const ofPermits = forTool(searched, permitFields);
/** Where the parameters of searches are described. */
export const permitSearch: Described = { tool: 'search_permits', parameters: ofPermits };

const searchPermits = tool({
  name: 'search_permits',
  title: 'Search building permits',
  description: `Building permits of a place and a period, newest first. All filters must hold; one for a least or greatest value leaves out records of which it is not known. ${units} ${price} To count, ask for size=1 with include_count=true; of total_count, relation gte says at least so many.`,
  parameters: ofPermits,
  rules: endpoints.permit_search.rules,
  output: listSchema(),
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

const searchContractors = tool({
  name: 'search_contractors',
  title: 'Search contractors',
  description: `Contractors with permits in a place and a period, the one with the latest such permit first; find one by contractor_name or contractor_license. status_tally and tag_tally count the permits that fit, all other sums are over every permit of the contractor. Takes all filters of search_permits. ${units} ${price}`,
  parameters: forTool(endpoints.contractor_search.parameters, contractorFields),
  elsewhere: permitSearch,
  rules: endpoints.contractor_search.rules,
  output: listSchema(),
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

// `include_total_count` is another name of `include_count`; the list has no room for the number of permits.
const {
  include_total_count: _,
  property_min_permit_count: _least,
  property_max_permit_count: _most,
  ...ofProperties
} = endpoints.property_search.parameters;

const searchProperties = tool({
  name: 'search_properties',
  title: 'Search properties',
  description: `Addresses that have permits, by building, owner and by the permits that are there and that are not: permit_tags=["-reroof"] with permit_from=2005-01-01 finds homes without a new roof since 2005, where the records can tell. A property's id is the geo_id of its address. Beta. ${money} Areas are square feet. ${price}`,
  parameters: forTool(ofProperties, propertyFields),
  elsewhere: permitSearch,
  rules: endpoints.property_search.rules,
  output: listSchema({ absence: Type.Optional(AnyObject) }),
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
  parameters: forTool(endpoints.decision_search.parameters, decisionFields),
  elsewhere: permitSearch,
  rules: endpoints.decision_search.rules,
  output: listSchema(),
  run: ({ fields, ...query }, { lintel, request }) =>
    answerOf(
      lintel.decisions.search({ ...query, fields: chosen<Decision>(fields, decisionFields) }, request).page(),
      fields,
    ),
});

const contractorPermits = tool({
  name: 'contractor_permits',
  title: 'Permits of a contractor',
  description: `All permits of a contractor, grouped by address, the latest first. ${money} ${price}`,
  parameters: forTool(endpoints.contractor_permits.parameters, permitFields),
  elsewhere: permitSearch,
  output: listSchema(),
  run: ({ id, fields, ...query }, { lintel, request }) =>
    answerOf(
      lintel.contractors
        .permits(id, { ...query, fields: chosen<Permit>(fields, permitFields) }, request)
        .page(),
      fields,
    ),
});

export const searchTools = [
  searchPermits,
  searchContractors,
  searchProperties,
  searchDecisions,
  contractorPermits,
];
