/** What those who run the service ask (C35). Needs no key. */
import type { Endpoint } from '../endpoint.js';
import { Description, Liveness, Readiness } from '../resource/operation.js';
import { always, statuses } from './statuses.js';

export const operationEndpoints = {
  openapi: {
    id: 'openapi',
    path: '/v2/openapi.json',
    summary: 'This description',
    description: 'The OpenAPI 3.1 description of the interface. Needs no key and costs nothing.',
    group: 'Operation',
    authenticated: false,
    parameters: {},
    answer: { kind: 'object', schema: Description },
    statuses: statuses(always, 304),
  },
  liveness: {
    id: 'liveness',
    path: '/healthz',
    summary: 'Whether the process answers',
    description: 'Answers 200 as long as the process can answer at all. Needs no key and costs nothing.',
    group: 'Operation',
    authenticated: false,
    parameters: {},
    answer: { kind: 'object', schema: Liveness },
    statuses: statuses(always),
  },
  readiness: {
    id: 'readiness',
    path: '/readyz',
    summary: 'Whether the service can serve data',
    description:
      'Answers 200 with the published release, 503 while there is none or the service is stopping. Needs no key and costs nothing.',
    group: 'Operation',
    authenticated: false,
    parameters: {},
    answer: { kind: 'object', schema: Readiness },
    statuses: statuses(always),
  },
} as const satisfies Record<string, Endpoint>;
