/** A question as somebody asks it, how it is asked of the service, and what is true. */
import type { Truth } from './truth.js';

/** Whom it comes from. */
export type Asker =
  | 'journalist'
  | 'analyst'
  | 'planner'
  | 'housing researcher'
  | 'agent'
  | 'sales person'
  | 'resident';

/** Parameters of the request, and what the command calls each; one without a value is a switch. */
export const flags = {
  geo_id: 'geo',
  group_by: 'group-by',
  measures: 'measures',
  having: 'having',
  order: 'order',
  limit: 'limit',
  include_empty: 'include-empty',
  size: 'limit',
  sort: 'sort',
  count: 'exact',
  near: 'near',
  radius_m: 'radius-m',
  date_field: 'date-field',
  permit_from: 'from',
  permit_to: 'until',
  permit_tags: 'tags',
  permit_q: 'q',
  permit_number: 'number',
  permit_parcel: 'parcel',
  permit_type: 'type',
  permit_subtype: 'subtype',
  permit_status: 'status',
  permit_record_kind: 'record-kind',
  permit_min_job_value: 'min-job-value',
  permit_max_job_value: 'max-job-value',
  permit_has_contractor: 'has-contractor',
  permit_min_approval_duration: 'min-approval-duration',
  include_renewals: 'include-renewals',
  property_min_permit_count: 'property-min-permit-count',
} as const;
export type Asked = Readonly<Partial<Record<keyof typeof flags, string>>>;

/** What is asked for: permits summed by group, or records, whose number is told or which are listed. */
const ways = {
  groups: { path: '/v2/permits/aggregate', command: 'permits aggregate', tool: 'aggregate_permits' },
  permits: { path: '/v2/permits/search', command: 'permits search', tool: 'search_permits' },
  contractors: {
    path: '/v2/contractors/search',
    command: 'contractors search',
    tool: 'search_contractors',
  },
  properties: {
    path: '/v2/properties/search',
    command: 'properties search',
    tool: 'search_properties',
  },
} as const;

export interface Question {
  readonly id: string;
  /** The question in words, with which date and which rows are meant. */
  readonly words: string;
  readonly by: Asker;
  /** Whose permits: the name of the issuing city, or null for all. */
  readonly place: string | null;
  /** Absent: groups. */
  readonly of?: keyof typeof ways;
  readonly asked: Asked;
  /** Of records that are listed: the field that names each. Absent of those that are counted. */
  readonly named?: string;
  /** What is compared of each row of the answer. */
  readonly columns: readonly string[];
  readonly truth: () => Truth;
  /** The same in SQL: the groups, then the columns. */
  readonly sql: string;
  /** What is known to be wrong in the answer, and why. Any other difference is a fault. */
  readonly open?: { readonly why: string; readonly differences: readonly string[] };
}

/** How a question is asked of each interface. */
export const wayOf = ({ of = 'groups' }: Question) => ways[of];

/** The path of the one request, after the place has been found. */
export function requestPath(question: Question, geoId: string | null): string {
  const query = new URLSearchParams(Object.entries(question.asked));
  if (geoId !== null) query.set('geo_id', geoId);
  return `${wayOf(question).path}?${query}`;
}

/** The words of the one command, which names the place as people do. */
export function commandWords(question: Question): string[] {
  const options = Object.entries(question.asked).flatMap(([name, value]) => {
    const flag = `--${flags[name as keyof typeof flags]}`;
    return name === 'count' ? [flag] : [flag, value];
  });
  const place = question.place === null ? [] : ['--geo', `issued by ${question.place}`];
  return [...wayOf(question).command.split(' '), ...place, ...options];
}

/** Arguments that are lists, and what agents call others. */
const lists: ReadonlySet<string> = new Set([
  ...['group_by', 'measures', 'having', 'permit_tags', 'permit_status', 'permit_record_kind'],
  ...['permit_type', 'permit_subtype', 'geo_ids'],
]);
const agentNames: Readonly<Record<string, string>> = {
  geo_id: 'geo_ids',
  permit_from: 'date_from',
  permit_to: 'date_to',
};

/** The arguments of the one call of a tool of agents. */
export function toolArguments(question: Question, geoId: string | null): Record<string, unknown> {
  const given = Object.entries(question.asked).map(([name, value]) => [
    agentNames[name] ?? name,
    lists.has(agentNames[name] ?? name)
      ? value.split(',')
      : name === 'near'
        ? value.split(',').map(Number)
        : value,
  ]);
  const isGroups = wayOf(question) === ways.groups;
  return {
    ...(isGroups ? { limit: 200 } : {}),
    ...(question.named === undefined ? {} : { fields: [question.named, ...question.columns] }),
    ...(geoId === null ? {} : { geo_ids: [geoId] }),
    ...Object.fromEntries(given),
  };
}
