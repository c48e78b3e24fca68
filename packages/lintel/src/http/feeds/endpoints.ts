/**
 * The feeds of permits and of decisions as endpoints: the parameters of the searches, all dates by default,
 * and fewer records on a page.
 */
import { type Endpoint, endpoints, firstDate, lastDate } from '@lintel/contract';

/** Entries of a feed by default: a reader asks again and again, and wants what is new. */
const feedSize = 20;

const {
  include_count: _c,
  count: _e,
  fields: _f,
  sort: _s,
  ...permitParameters
} = endpoints.permit_search.parameters;
const {
  include_count: _d,
  count: _h,
  fields: _g,
  ...decisionParameters
} = endpoints.decision_search.parameters;

/** The rules of the permit search, without the one that wants a period: a feed is of the newest permits. */
const permitRules = endpoints.permit_search.rules.filter(
  ({ at, missing }) => !(missing && (at === 'permit_from' || at === 'permit_to')),
);

function permitFeed<const I extends string>(id: I, path: string, format: string) {
  return {
    id,
    path,
    summary: `Permits as ${format}`,
    description: `The permits that a search finds, newest first, as ${format}.`,
    group: 'Feeds',
    authenticated: true,
    keyAsPassword: true,
    parameters: {
      ...permitParameters,
      size: { ...permitParameters.size, default: feedSize, example: feedSize },
    },
    rules: permitRules,
    answer: endpoints.permit_search.answer,
    statuses: endpoints.permit_search.statuses,
  } as const satisfies Endpoint;
}

function decisionFeed<const I extends string>(id: I, path: string, format: string) {
  const { size, decision_from, decision_to } = decisionParameters;
  return {
    id,
    path,
    summary: `Decisions as ${format}`,
    description: `The decisions that a search finds, newest first, as ${format}.`,
    group: 'Feeds',
    authenticated: true,
    keyAsPassword: true,
    parameters: {
      ...decisionParameters,
      decision_from: { ...decision_from, required: false, default: firstDate },
      decision_to: { ...decision_to, required: false, default: lastDate },
      size: { ...size, default: feedSize, example: feedSize },
    },
    rules: endpoints.decision_search.rules,
    answer: endpoints.decision_search.answer,
    statuses: endpoints.decision_search.statuses,
  } as const satisfies Endpoint;
}

export const permitFeedAtom = permitFeed('permit_feed_atom', '/feeds/permits.atom', 'Atom');
export const permitFeedJson = permitFeed('permit_feed_json', '/feeds/permits.json', 'JSON Feed');
export const decisionFeedAtom = decisionFeed('decision_feed_atom', '/feeds/decisions.atom', 'Atom');
export const decisionFeedJson = decisionFeed('decision_feed_json', '/feeds/decisions.json', 'JSON Feed');
