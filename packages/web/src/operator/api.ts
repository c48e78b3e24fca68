/** What the operator view asks of the service, `/account/api/operator/…`, and what it gets. */
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../account/api';

export interface Plan {
  readonly name: string;
  /** Null: unlimited. */
  readonly credits: number | null;
}

interface AccountBase {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly suspended: boolean;
  readonly created_at: string;
  readonly credits_used: number;
  readonly credit_limit: number | null;
}

export interface AccountRow extends AccountBase {
  /** Keys in use. */
  readonly keys: number;
}

export interface AccountKey {
  readonly id: string;
  readonly name: string | null;
  readonly scopes: readonly string[] | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

export interface AccountDetails extends AccountBase {
  readonly available_at: string | null;
  readonly daily: readonly { readonly date: string; readonly credits: number }[];
  readonly keys: readonly AccountKey[];
  readonly plans: readonly Plan[];
}

type Counts = Readonly<Record<string, number>>;

export interface ReleaseRow {
  readonly id: string;
  readonly published: boolean;
  readonly released_at: string | null;
  readonly built_at: string | null;
  readonly counts: Counts | null;
  readonly bytes: number | null;
  /** Why it cannot be read; null if it can. */
  readonly fault: string | null;
}

export interface ReleaseDetails extends ReleaseRow {
  readonly verdict: {
    readonly previous: string | null;
    readonly objections: readonly string[];
    readonly was_published: boolean;
  } | null;
  /** The published release, unless it is this one. */
  readonly compared_with: { readonly id: string; readonly counts: Counts } | null;
  readonly sources?: readonly {
    readonly source: string;
    readonly kind: string;
    readonly rows: number;
    readonly records: number;
    readonly quarantined: number;
    readonly defective: number;
    readonly refined: number;
    readonly records_published: number | null;
  }[];
}

export interface Run {
  readonly id: number;
  readonly kind: 'fetch' | 'ingest';
  readonly input: string;
  readonly state: 'running' | 'finished' | 'interrupted' | 'failed';
  readonly message: string | null;
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly read: number;
  readonly new: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly vanished: number;
  readonly quarantined: number;
}

export interface SourceRow {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly rows: number;
  readonly quarantined: number;
  readonly can_fetch: boolean;
  /** The date on which its definition was last tried on real rows; null: never. */
  readonly verified_on: string | null;
  readonly last_run: Run | null;
  /** Null: it cannot be fetched. */
  readonly next_fetch: {
    /** Null: it was never fetched. */
    readonly due_at: string | null;
    readonly state: 'waiting' | 'due' | 'overdue';
    /** Fetches that failed since the last one that did not. */
    readonly failures: number;
  } | null;
  readonly release: {
    readonly records: number;
    readonly refined: number;
    readonly defective: number;
    readonly quarantined: number;
    readonly vanished: number;
  } | null;
}

/** A source that the home does not have yet, and could fetch. */
export type OfferedSource = Pick<SourceRow, 'id' | 'name' | 'verified_on'>;

export interface SourceDetails extends SourceRow {
  readonly homepage: string | null;
  readonly license: string | null;
  /** How often its publisher renews it, in words. */
  readonly updates: string | null;
  readonly runs: readonly Run[];
  readonly defects: readonly {
    readonly name: string;
    readonly field: string;
    readonly count: number;
    readonly meaning: string;
  }[];
  readonly refused: readonly {
    readonly input: string;
    readonly line: number | null;
    readonly reason: string;
  }[];
}

export type TaskKind = 'fetch' | 'build' | 'publish' | 'rollback' | 'compare' | 'check';

export interface Task {
  readonly id: string;
  readonly kind: TaskKind;
  readonly subject: string | null;
  readonly by: string;
  readonly state: 'running' | 'stopping' | 'done' | 'failed' | 'stopped';
  /** What the command said, the last line last. */
  readonly lines: readonly string[];
  readonly error: string | null;
  readonly started_at: string;
  readonly ended_at: string | null;
}

export interface TaskWithResult extends Task {
  readonly result: unknown;
}

export interface Act {
  readonly at: string;
  readonly actor: string;
  readonly act: string;
  readonly subject: string;
  readonly detail: string;
}

export interface Finding {
  readonly what: string;
  readonly state: 'good' | 'warning' | 'bad';
  readonly finding: string;
}

/** What a task is to do. */
export type Order =
  | { readonly kind: 'fetch'; readonly source: string; readonly full?: boolean }
  | { readonly kind: 'build' | 'rollback' }
  | { readonly kind: 'publish'; readonly release: string; readonly force?: boolean }
  | { readonly kind: 'compare'; readonly from: string; readonly to: string }
  | { readonly kind: 'check'; readonly quick?: boolean };

const look = <T>(path: string) =>
  queryOptions({
    queryKey: ['operator', ...path.split(/[/?]/).slice(1)],
    queryFn: ({ signal }) => ask<T>('GET', `/operator${path}`, undefined, signal),
    // Others work on the same home: what is shown when a page opens is asked anew.
    staleTime: 0,
  });

const part = (text: string) => encodeURIComponent(text);

export const accountsQuery = (text: string, page: number) =>
  look<{
    readonly accounts: readonly AccountRow[];
    readonly total: number;
    readonly next_page: number | null;
  }>(`/accounts?q=${part(text)}&page=${page}`);
export const accountQuery = (id: string) => look<AccountDetails>(`/accounts/${part(id)}`);
export const releasesQuery = look<{
  readonly releases: readonly ReleaseRow[];
  readonly rollback_to: string | null;
}>('/releases');
export const releaseQuery = (id: string) => look<ReleaseDetails>(`/releases/${part(id)}`);
export const sourcesQuery = look<{
  readonly sources: readonly SourceRow[];
  readonly offered: readonly OfferedSource[];
}>('/sources');
export const sourceQuery = (id: string) => look<SourceDetails>(`/sources/${part(id)}`);
export const tasksQuery = look<{ readonly tasks: readonly Task[] }>('/tasks');
export const taskQuery = (id: string) => look<TaskWithResult>(`/tasks/${part(id)}`);
export const activityQuery = look<{ readonly acts: readonly Act[] }>('/activity');

/** Starts a task; if one of its kind runs already, that one is returned. */
export const startTask = (order: Order) =>
  ask<Task & { readonly is_new: boolean }>('POST', '/operator/tasks', order);
export const stopTask = (id: string) => ask<Task>('POST', `/operator/tasks/${part(id)}/stop`, {});
export const setPlan = (id: string, plan: string) =>
  ask('POST', `/operator/accounts/${part(id)}/plan`, { plan });
export const setSuspended = (id: string, suspended: boolean) =>
  ask('POST', `/operator/accounts/${part(id)}/suspended`, { suspended });
export const revokeKey = (id: string) => ask('POST', `/operator/keys/${part(id)}/revoke`, {});

/** The address at which a task is followed. */
export const eventsOf = (id: string) => `/account/api/operator/tasks/${part(id)}/events`;
