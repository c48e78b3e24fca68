/** What the operator view asks of the service. */
import type { AccountEndpointId, operatorEndpoints, TaskOrder } from '@lintel/contract/account';
import { queryOptions } from '@tanstack/react-query';
import { addressOf, ask, type Given } from '../api/account';

const view = <I extends keyof typeof operatorEndpoints & AccountEndpointId>(endpoint: I, given: Given<I>) =>
  queryOptions({
    queryKey: ['operator', endpoint, given],
    queryFn: ({ signal }) => ask(endpoint, given, signal),
  });

export const accountsQuery = (q: string, page: number) =>
  view('GET /operator/accounts', { query: { q, page: String(page) } });
export const accountQuery = (id: string) => view('GET /operator/accounts/{id}', { id });
export const releasesQuery = view('GET /operator/releases', {});
export const releaseQuery = (id: string) => view('GET /operator/releases/{id}', { id });
export const sourcesQuery = view('GET /operator/sources', {});
export const sourceQuery = (id: string) => view('GET /operator/sources/{id}', { id });
export const tasksQuery = view('GET /operator/tasks', {});
export const taskQuery = (id: string) => view('GET /operator/tasks/{id}', { id });
export const trendsQuery = view('GET /operator/trends', {});
export const activityQuery = view('GET /operator/activity', {});

/** Starts a task; if one that excludes it runs already, that one is returned. */
export const startTask = (body: TaskOrder) => ask('POST /operator/tasks', { body });
export const stopTask = (id: string) => ask('POST /operator/tasks/{id}/stop', { id, body: {} });
export const setPlan = (id: string, plan: string) =>
  ask('POST /operator/accounts/{id}/plan', { id, body: { plan } });
export const setSuspended = (id: string, suspended: boolean) =>
  ask('POST /operator/accounts/{id}/suspended', { id, body: { suspended } });
export const revokeKey = (id: string) => ask('POST /operator/keys/{id}/revoke', { id, body: {} });

/** The address at which a task is followed. */
export const eventsOf = (id: string) => addressOf('GET /operator/tasks/{id}/events', { id });
