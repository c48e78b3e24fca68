/** A question as somebody asks it, how it is asked of the service, and what is true. */
import type { Truth } from './truth.js';

/** Whom it comes from. */
export type Asker = 'journalist' | 'analyst' | 'planner' | 'housing researcher' | 'agent';

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
