/** `contractor_work`: what contractors have built, permit by permit or month by month. */
import { endpoints, type Permit, type Rule, Type } from '@lintel/contract';
import { asListed, type Items, listOf } from '../answer/output.js';
import type { Call } from '../protocol/call.js';
import { tool } from '../protocol/tool.js';
import { answerOf, chosen, forTool, permitFields, permitSearch } from './searches.js';

/** Contractors of one call. */
const maxContractors = 10;
/** Months of one contractor: eight years. */
const maxMonths = 100;

const { size, cursor, fields } = forTool(endpoints.contractor_permits.parameters, 'permits', permitFields);
const { metric_from, metric_to, tag, property_type } = endpoints.contractor_metrics.parameters;

const isGiven = (value: unknown): boolean => value !== null && value !== '';
const rules: readonly Rule[] = [
  ...endpoints.contractor_metrics.rules,
  {
    at: 'by_month',
    reads: ['by_month', 'metric_from', 'metric_to'],
    fault: ({ by_month, metric_from: from, metric_to: to }) =>
      (by_month === true) === (isGiven(from) && isGiven(to)) && isGiven(from) === isGiven(to)
        ? null
        : 'by_month=true, metric_from and metric_to go together; permits are those of all dates.',
  },
  {
    at: 'cursor',
    reads: ['cursor', 'ids'],
    fault: ({ cursor: given, ids }) =>
      isGiven(given) && Array.isArray(ids) && ids.length > 1 ? 'A cursor is of one contractor.' : null,
  },
];

const contractorWork = tool({
  name: 'contractor_work',
  title: 'Permits of contractors',
  description:
    'All permits of each contractor, of all dates, grouped by address, the latest first. With by_month=true, date_from and date_to: counts and averages by the month of start, those without permits left out. `more_of`: contractors that have more. Costs 1 credit for each record.',
  parameters: {
    ids: {
      in: 'query',
      schema: Type.Array(Type.String(), { minItems: 1, maxItems: maxContractors }),
      required: true,
      description: `Contractors, 1 to ${maxContractors}.`,
    },
    by_month: {
      in: 'query',
      schema: Type.Boolean(),
      required: false,
      default: false,
      description: 'Months instead of permits.',
    },
    metric_from: { ...metric_from, required: false, short: 'First month.' },
    metric_to: { ...metric_to, required: false, short: 'Last month.' },
    tag: { ...tag, required: false, default: 'all', short: 'Of months: only of this.' },
    property_type: { ...property_type, required: false, default: 'all', short: 'Of months: only of this.' },
    size,
    cursor,
    fields,
  },
  elsewhere: [permitSearch],
  rules,
  async run(query, call) {
    const ids = [...new Set(query.ids)];
    const pages: Items[] = [];
    for (const id of ids) pages.push(await workOf(id, query, call));
    const [only] = pages;
    if (only !== undefined && pages.length === 1) return only;
    const more_of = ids.filter((_, at) => pages[at]?.has_more);
    const items = pages.flatMap((page, at) =>
      page.items.map((item) => ({ contractor_id: ids[at], ...item })),
    );
    return { items, has_more: more_of.length > 0, ...(more_of.length > 0 ? { more_of } : {}) };
  },
});

interface Query {
  readonly metric_from: string | null;
  readonly metric_to: string | null;
  readonly tag: Parameters<Call['lintel']['contractors']['metrics']>[1]['tag'];
  readonly property_type: Parameters<Call['lintel']['contractors']['metrics']>[1]['property_type'];
  readonly size: number;
  readonly cursor: string | null;
  readonly fields: readonly string[] | null;
}

/** A page of the permits of a contractor, or its months. */
async function workOf(id: string, query: Query, { lintel, request }: Call): Promise<Items> {
  const { metric_from: from, metric_to: to, tag: tagId, property_type: type, size: most } = query;
  if (from !== null && to !== null) {
    const months = { metric_from: from, metric_to: to, tag: tagId, property_type: type, size: maxMonths };
    return listOf(await lintel.contractors.metrics(id, months, request).page(), asListed);
  }
  const wanted = chosen<Permit>(query.fields, permitFields);
  const page = lintel.contractors.permits(id, { size: most, cursor: query.cursor, fields: wanted }, request);
  return answerOf(page.page(), query.fields);
}

export const contractorTools = [contractorWork];
