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

/** Parameters of the request, and what the command calls each. */
export const flags = {
  group_by: 'group-by',
  measures: 'measures',
  having: 'having',
  order: 'order',
  limit: 'limit',
  include_empty: 'include-empty',
  date_field: 'date-field',
  permit_from: 'from',
  permit_to: 'until',
  permit_tags: 'tags',
  permit_q: 'q',
  permit_type: 'type',
  permit_subtype: 'subtype',
  permit_status: 'status',
  permit_record_kind: 'record-kind',
  permit_min_job_value: 'min-job-value',
  permit_max_job_value: 'max-job-value',
  permit_has_contractor: 'has-contractor',
  permit_min_approval_duration: 'min-approval-duration',
  include_renewals: 'include-renewals',
} as const;
export type Asked = Readonly<Partial<Record<keyof typeof flags, string>>>;

export interface Question {
  readonly id: string;
  /** The question in words, with which date and which rows are meant. */
  readonly words: string;
  readonly by: Asker;
  /** Whose permits: the name of the issuing city, or null for all. */
  readonly place: string | null;
  readonly asked: Asked;
  /** What is compared of each row of the answer. */
  readonly columns: readonly string[];
  readonly truth: () => Truth;
  /** The same in SQL: the groups, then the columns. */
  readonly sql?: string;
  /** What is known to be wrong in the answer, and why. Any other difference is a fault. */
  readonly open?: { readonly why: string; readonly differences: readonly string[] };
}

/** The path of the one request, after the place has been found. */
export function requestPath({ asked }: Question, geoId: string | null): string {
  const query = new URLSearchParams(Object.entries(asked));
  if (geoId !== null) query.set('geo_id', geoId);
  return `/v2/permits/aggregate?${query}`;
}

/** The words of the one command. */
export function commandWords({ asked }: Question, geoId: string | null): string[] {
  const options = Object.entries(asked).flatMap(([name, value]) => [
    `--${flags[name as keyof typeof flags]}`,
    value,
  ]);
  return ['permits', 'aggregate', ...(geoId === null ? [] : ['--geo', geoId]), ...options];
}

/** Arguments that are lists, and what agents call others. */
const lists: ReadonlySet<string> = new Set([
  ...['group_by', 'measures', 'having', 'permit_tags', 'permit_status', 'permit_record_kind'],
  ...['permit_type', 'permit_subtype'],
]);
const agentNames: Readonly<Record<string, string>> = { permit_from: 'date_from', permit_to: 'date_to' };

/** The arguments of the one call of `aggregate_permits`. */
export function toolArguments({ asked }: Question, geoId: string | null): Record<string, unknown> {
  const given = Object.entries(asked).map(([name, value]) => [
    agentNames[name] ?? name,
    lists.has(name) ? value.split(',') : value,
  ]);
  return { limit: 200, ...(geoId === null ? {} : { geo_ids: [geoId] }), ...Object.fromEntries(given) };
}
