/** What people see and do of their own: who they are, their sessions, keys and usage, and how they come to an account. */
import { Usage } from '../resource/usage.js';
import { Nullable, OneOf } from '../schema.js';
import { keyScopes } from '../scope.js';
import Type, { type Static } from '../typebox.js';
import { permitEvents } from '../vocabulary/change.js';
import { accountEndpoint, Body, EmailAddress, LinkToken, Moment } from './account-endpoint.js';

export const Role = OneOf(
  ['owner', 'admin', 'member'],
  'Role in an organization. Owners and admins manage its keys and members.',
);
export type Role = Static<typeof Role>;

const profile = {
  user: Type.Object({
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    two_factor: Type.Boolean({ description: 'Whether signing in asks for a second step.' }),
  }),
  operator: Type.Boolean({ description: 'Whether they operate this service.' }),
  account: Type.Object({
    id: Type.String(),
    name: Type.String(),
    plan: Type.String(),
    suspended: Type.Boolean(),
  }),
  organization: Nullable(Type.Object({ id: Type.String(), name: Type.String(), role: Role })),
};

/** Who is signed in, and in whose name. */
export const Session = Type.Object(profile);
export type Session = Static<typeof Session>;

const Sessions = Type.Array(
  Type.Object({
    id: Type.String(),
    current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
    created_at: Moment,
    used_at: Moment,
    address: Type.Union([Type.String(), Type.Null()], { description: 'Address in the network.' }),
    browser: Type.Union([Type.String(), Type.Null()], { description: 'User-Agent.' }),
  }),
  { description: 'The last used first.' },
);

/** A key without its text. */
const key = {
  id: Type.String(),
  name: Nullable(Type.String()),
  scopes: Type.Union([Type.Array(Type.String()), Type.Null()], { description: 'Null: all.' }),
  created_at: Moment,
  last_used_at: Nullable(Moment),
  expires_at: Nullable(Moment),
  revoked_at: Nullable(Moment),
};

/** A key as operators see it. */
export const AccountKey = Type.Object(key);
export type AccountKey = Static<typeof AccountKey>;

/** A key as its owner sees it: with the first characters of its text. */
export const OwnKey = Type.Object({ ...key, hint: Type.String() });
export type OwnKey = Static<typeof OwnKey>;

/** The only answer that has the text of a key. */
export const NewKey = Type.Object({ ...OwnKey.properties, secret: Type.String() });
export type NewKey = Static<typeof NewKey>;

/** A saved search whose new permits are sent. */
export const OwnWatch = Type.Object({
  id: Type.String(),
  name: Type.String(),
  search: Type.String({ description: 'Filters as the query of a permit search.' }),
  changes: Type.Array(Type.Enum(['new', 'changed', ...permitEvents]), {
    description: 'Of which permits it tells: new ones, and what happened to others.',
  }),
  channel: Type.Enum(['mail', 'webhook']),
  target: Type.String({ description: 'Mail address or URL.' }),
  created_at: Moment,
  paused: Type.Boolean(),
  last: Nullable(
    Type.Object({
      at: Moment,
      state: Type.Enum(['waiting', 'delivered', 'dead']),
      records: Type.Integer(),
      answer: Nullable(Type.String({ description: 'What the receiver said, or why it could not be sent.' })),
    }),
    'The newest message of the last 30 days; `at` says when it arrived, was given up, or is tried again.',
  ),
});
export type OwnWatch = Static<typeof OwnWatch>;

const Budget = Type.Union([Type.Null(), Type.Integer({ minimum: 1, maximum: 1_000_000_000 })], {
  description: 'Credits that it may use in a calendar month (UTC); null: as many as the account.',
});

/** A link to the permits of one search. */
export const OwnLink = Type.Object({
  id: Type.String(),
  name: Type.String(),
  search: Type.String({ description: 'Filters as the query of a permit search.' }),
  budget: Budget,
  uses: Type.Integer(),
  credits: Type.Integer({ description: 'Within the last 400 days.' }),
  created_at: Moment,
  last_used_at: Nullable(Moment),
  expires_at: Nullable(Moment),
  revoked_at: Nullable(Moment),
});
export type OwnLink = Static<typeof OwnLink>;

/** An app that is connected by the address of the service. */
export const OwnApp = Type.Object({
  ...key,
  budget: Budget,
  credits: Type.Integer({ description: 'Within the last 400 days.' }),
});
export type OwnApp = Static<typeof OwnApp>;

/** A request that was answered a moment ago. */
export const RecentRequest = Type.Object({
  at: Moment,
  key_id: Type.String(),
  method: Type.String(),
  path: Type.String({ description: 'In its general form.' }),
  url: Type.String({ description: 'Path and query as they came, without secrets.' }),
  request_id: Type.String(),
  status: Type.Integer(),
  refusal: Type.Union(
    [
      Type.Null(),
      Type.Object({
        code: Type.String({ description: 'Its name in the documentation.' }),
        when: Type.String({ description: 'When it is answered.' }),
        faults: Type.Array(Type.Object({ where: Nullable(Type.String()), what: Type.String() }), {
          description: 'What was wrong: parameters with what is said of each, or sentences.',
        }),
        fix: Type.String({ description: 'What to do about it.' }),
        documentation: Nullable(Type.String({ description: 'Path of the page about it.' })),
      }),
    ],
    { description: 'Why it was refused.' },
  ),
  credits: Type.Integer(),
  latency_ms: Type.Number(),
});
export type RecentRequest = Static<typeof RecentRequest>;

export const AccountUsage = Type.Object({
  ...Usage.properties,
  plan: Type.Object({
    name: Type.String(),
    requests_per_minute: Nullable(Type.Integer()),
    window_days: Type.Integer(),
    upgrade_url: Nullable(Type.String({ description: 'Null where the operator has named none.' })),
  }),
  key_names: Type.Record(Type.String(), Type.String()),
  rows: Type.Array(
    Type.Object({
      date: Type.String({ description: 'In UTC.' }),
      key_id: Type.String(),
      endpoint: Type.String(),
      requests: Type.Integer(),
      credits: Type.Integer(),
    }),
    { description: 'Of the last 30 days.' },
  ),
  latest: Type.Array(RecentRequest, {
    description: 'The last requests that the answering process has answered, the newest first.',
  }),
  refused: Type.Array(RecentRequest, {
    description: 'The same of those that were refused, which may be older.',
  }),
});
export type AccountUsage = Static<typeof AccountUsage>;

export const ownEndpoints = {
  'GET /entrance': accountEndpoint({
    summary: 'How people get in here.',
    audience: 'anybody',
    answer: Type.Object({
      sign_up: Type.Boolean({ description: 'Whether people who were not invited may sign up.' }),
      provider: Type.Union([Type.String(), Type.Null()], { description: 'Name of the identity provider.' }),
    }),
  }),
  'POST /sign-up': accountEndpoint({
    summary: 'Mails a link to whoever may have an account; the answer does not say who may.',
    audience: 'anybody',
    body: Body({ email: EmailAddress }),
    answer: Type.Object({ sent: Type.Literal(true) }),
  }),
  'POST /confirm-address': accountEndpoint({
    summary: 'Uses the link of a mail about another address.',
    audience: 'anybody',
    body: Body({ token: LinkToken }),
    answer: Type.Object({
      changed: Type.Boolean({ description: 'False: the new address is asked now.' }),
    }),
  }),
  'GET /session': accountEndpoint({
    summary: 'Who is signed in, and in whose name. It keeps the session alive.',
    audience: 'signed in',
    answer: Session,
  }),
  'GET /sessions': accountEndpoint({
    summary: 'Where they are signed in.',
    audience: 'signed in',
    answer: Sessions,
  }),
  'DELETE /sessions/{id}': accountEndpoint({
    summary: 'Ends a session.',
    audience: 'signed in',
    answer: null,
    refusals: [404],
  }),
  'GET /keys': accountEndpoint({
    summary: 'The keys of the account in use, the newest first, and the scopes that there are.',
    audience: 'signed in',
    answer: Type.Object({ scopes: Type.Array(Type.String()), keys: Type.Array(OwnKey) }),
  }),
  'POST /keys': accountEndpoint({
    summary: 'Makes a key.',
    audience: 'signed in',
    body: Body({
      name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
      scopes: Type.Union(
        [Type.Null(), Type.Array(Type.Enum([...keyScopes]), { minItems: 1, maxItems: keyScopes.length })],
        { description: 'Null: all.' },
      ),
      days: Type.Union([Type.Null(), Type.Integer({ minimum: 1, maximum: 3_650 })], {
        description: 'Days until it expires; null: never.',
      }),
    }),
    answer: NewKey,
  }),
  'POST /keys/{id}/rotate': accountEndpoint({
    summary: 'Makes a key in place of another one.',
    audience: 'signed in',
    body: Body({
      overlap_days: Type.Integer({
        minimum: 0,
        maximum: 30,
        description: 'Days for which the old one still works.',
      }),
    }),
    answer: NewKey,
    refusals: [404],
  }),
  'DELETE /keys/{id}': accountEndpoint({
    summary: 'Ends a key.',
    audience: 'signed in',
    answer: null,
    refusals: [404],
  }),
  'GET /watches': accountEndpoint({
    summary: 'The watches of the account in use, the newest first.',
    audience: 'signed in',
    answer: Type.Object({
      mail: Type.Boolean({ description: 'Whether the service can send mail.' }),
      watches: Type.Array(OwnWatch),
    }),
  }),
  'POST /watches': accountEndpoint({
    summary: 'Watches a search: its permits are mailed to whoever asks, or sent to a webhook.',
    audience: 'signed in',
    body: Body({
      name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
      search: Type.String({ minLength: 1, maxLength: 4_000 }),
      changes: Type.Array(Type.Enum(['new', ...permitEvents]), {
        minItems: 1,
        maxItems: 1 + permitEvents.length,
        description: 'Of which permits: new ones, and those to which one of these happened.',
      }),
      webhook: Type.Union([Type.Null(), Type.String({ minLength: 1, maxLength: 2_000 })], {
        description: 'Null: by mail, to the address with which they sign in.',
      }),
    }),
    answer: Type.Object({
      ...OwnWatch.properties,
      secret: Type.Union([Type.Null(), Type.String()], {
        description: 'Verifies the messages of the webhook; only here. Null for mail.',
      }),
    }),
  }),
  'DELETE /watches/{id}': accountEndpoint({
    summary: 'Ends a watch.',
    audience: 'signed in',
    answer: null,
    refusals: [404],
  }),
  'GET /links': accountEndpoint({
    summary: 'The links of the account in use, the newest first.',
    audience: 'signed in',
    answer: Type.Object({ links: Type.Array(OwnLink) }),
  }),
  'POST /links': accountEndpoint({
    summary: 'Makes a link to the permits of a search as CSV, for spreadsheets.',
    audience: 'signed in',
    body: Body({
      name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
      search: Type.String({ maxLength: 4_000 }),
      days: Type.Integer({ minimum: 1, maximum: 3_650, description: 'Days until it ends.' }),
      budget: Budget,
    }),
    answer: Type.Object({
      ...OwnLink.properties,
      address: Type.String({ description: 'The link itself; only here.' }),
    }),
  }),
  'POST /links/{id}/budget': accountEndpoint({
    summary: 'Changes what a link may use.',
    audience: 'signed in',
    body: Body({ budget: Budget }),
    answer: null,
    refusals: [404],
  }),
  'DELETE /links/{id}': accountEndpoint({
    summary: 'Ends a link.',
    audience: 'signed in',
    answer: null,
    refusals: [404],
  }),
  'GET /apps': accountEndpoint({
    summary: 'The apps that are connected to the account in use, the newest first.',
    audience: 'signed in',
    answer: Type.Object({ apps: Type.Array(OwnApp) }),
  }),
  'POST /apps/{id}/budget': accountEndpoint({
    summary: 'Changes what an app may use.',
    audience: 'signed in',
    body: Body({ budget: Budget }),
    answer: null,
    refusals: [404],
  }),
  'DELETE /apps/{id}': accountEndpoint({
    summary: 'Ends the connection of an app.',
    audience: 'signed in',
    answer: null,
    refusals: [404],
  }),
  'GET /asking-apps/{id}': accountEndpoint({
    summary: 'The app that has sent this browser and asks to be connected.',
    audience: 'signed in',
    answer: Type.Object({
      name: Type.String({ description: 'What it calls itself.' }),
      host: Type.String({ description: 'Where the answer goes.' }),
      document: Type.Union([Type.String(), Type.Null()], {
        description: 'Where it describes itself; null for one that has only registered.',
      }),
      scopes: Type.Array(Type.String()),
    }),
  }),
  'POST /asking-apps/{id}': accountEndpoint({
    summary: 'Lets an app in, or not.',
    audience: 'signed in',
    body: Body({
      agrees: Type.Boolean(),
      scopes: Type.Array(Type.String(), { maxItems: 20 }),
      budget: Budget,
    }),
    answer: Type.Object({ location: Type.String({ description: 'Where the browser goes on.' }) }),
  }),
  'GET /usage': accountEndpoint({
    summary: 'Credits of the account in use, and its plan.',
    audience: 'signed in',
    answer: AccountUsage,
  }),
  'GET /places': accountEndpoint({
    summary:
      'Places for a first request: the cities with the most permits, or what is searched. It costs no credits.',
    audience: 'signed in',
    query: Body({
      q: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'Name of a city, or digits that a ZIP code begins with.',
        }),
      ),
      geo_id: Type.Optional(
        Type.String({ maxLength: 20, description: 'This place alone, without `q`; any kind of place.' }),
      ),
    }),
    answer: Type.Object({
      places: Type.Array(
        Type.Object({
          geo_id: Type.String(),
          name: Type.String(),
          permits: Type.Integer(),
          newest: Type.Union([Type.String(), Type.Null()], { description: 'Day of the newest permit.' }),
        }),
        { description: 'Those without permits last.' },
      ),
    }),
  }),
  'GET /data': accountEndpoint({
    summary: 'All that the service keeps of who is signed in, as one document to take along.',
    audience: 'signed in',
    answer: Type.Object({
      ...profile,
      sessions: Sessions,
      keys: Type.Array(OwnKey),
      links: Type.Array(OwnLink),
      apps: Type.Array(OwnApp),
      usage: AccountUsage,
      watches: Type.Array(
        Type.Object({
          name: Type.String(),
          channel: Type.String(),
          target: Type.String(),
          kind: Type.String(),
        }),
      ),
    }),
  }),
} as const;
