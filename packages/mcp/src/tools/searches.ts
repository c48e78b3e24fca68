/** Searches: the filters are those of the contract, the records short unless the caller chooses their fields. */
import type { Answered } from '@lintel/client';
import { Absence, Contractor, Decision, endpoints, Nullable, Permit, Property, Type } from '@lintel/contract';
import { maxListText } from '../answer/compact.js';
import { listOf, listSchema, type PageLike } from '../answer/output.js';
import type { Parameters } from '../protocol/arguments.js';
import { tool } from '../protocol/tool.js';

/** Records of a page: ten fit into a conversation. */
const defaultSize = 10;
const maxSize = 50;

/** The parameters of a search for a tool: fewer records, fewer fields, and places from `find_place`. */
function forTool<P extends Parameters>(parameters: P, short: readonly string[]): P {
  const changed = Object.entries(parameters).map(([name, parameter]) => {
    if (name === 'geo_id') return [name, { ...parameter, findWith: 'find_place' }];
    if (name === 'size') {
      const schema = Type.Integer({ minimum: 1, maximum: maxSize });
      const description = `Records on a page, 1 to ${maxSize}. Each costs a credit.`;
      return [name, { ...parameter, schema, default: defaultSize, description }];
    }
    if (name === 'fields') {
      const description = `Fields of the records; \`id\` always stays. Absent: ${short.join(', ')}.`;
      return [name, { ...parameter, description }];
    }
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
const narrow =
  'Money is in US cents, durations in days; dates are YYYY-MM-DD. A filter for a least or greatest value leaves out records of which it is not known.';
const price = 'Costs 1 credit for each record returned; nothing found costs nothing.';

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

const searchPermits = tool({
  name: 'search_permits',
  title: 'Search building permits',
  description: `Building permits of a place and a period, newest first. All filters must hold. ${narrow} ${price} To count, ask for size=1 with include_count=true.`,
  parameters: forTool(endpoints.permit_search.parameters, permitFields),
  rules: endpoints.permit_search.rules,
  output: listSchema(Permit),
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
  description: `Contractors with permits in a place and a period, the one with the latest such permit first; find one by contractor_name or contractor_license. status_tally and tag_tally count the permits that fit, all other sums are over every permit of the contractor. ${narrow} ${price}`,
  parameters: forTool(endpoints.contractor_search.parameters, contractorFields),
  rules: endpoints.contractor_search.rules,
  output: listSchema(Contractor),
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

const searchProperties = tool({
  name: 'search_properties',
  title: 'Search properties',
  description: `Addresses that have permits, by building, owner and by the permits that are there and that are not: permit_tags=["-reroof"] with permit_from=2005-01-01 finds homes without a new roof since 2005, where the records can tell. A property's id is the geo_id of its address. Beta. ${money} Areas are square feet. ${price}`,
  parameters: forTool(endpoints.property_search.parameters, propertyFields),
  rules: endpoints.property_search.rules,
  output: listSchema(Property, { absence: Type.Optional(Nullable(Absence)) }),
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
  rules: endpoints.decision_search.rules,
  output: listSchema(Decision),
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
  output: listSchema(Permit),
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
