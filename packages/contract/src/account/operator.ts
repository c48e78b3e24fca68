/** What operators see and do: accounts, releases, sources, tasks, and the log of what was done. */
import { ReleaseCounts } from '../resource/release.js';
import { Nullable, OneOf } from '../schema.js';
import Type, { type Static } from '../typebox.js';
import { accountEndpoint, Body, Moment, Nothing } from './account-endpoint.js';
import { AccountKey } from './own.js';

const Text = Nullable(Type.String());
const Whole = Type.Integer();

const account = {
  id: Type.String(),
  name: Type.String(),
  plan: Type.String(),
  suspended: Type.Boolean(),
  created_at: Moment,
};
const credits = {
  credits_used: Whole,
  credit_limit: Type.Union([Whole, Type.Null()], { description: 'Null: unlimited.' }),
};

const ListedAccount = Type.Object({
  ...account,
  ...credits,
  keys: Type.Integer({ description: 'Keys in use.' }),
});
export type ListedAccount = Static<typeof ListedAccount>;

const AccountDetails = Type.Object({
  ...account,
  ...credits,
  available_at: Text,
  daily: Type.Array(Type.Object({ date: Type.String(), credits: Whole })),
  keys: Type.Array(AccountKey),
  plans: Type.Array(Type.Object({ name: Type.String(), credits: credits.credit_limit })),
});
export type AccountDetails = Static<typeof AccountDetails>;

const release = {
  id: Type.String(),
  published: Type.Boolean(),
  released_at: Text,
  built_at: Text,
  counts: Nullable(ReleaseCounts),
  bytes: Nullable(Whole),
  fault: Type.Union([Type.String(), Type.Null()], {
    description: 'Why it cannot be read; null if it can.',
  }),
};

const ListedRelease = Type.Object(release);
export type ListedRelease = Static<typeof ListedRelease>;

const ReleaseDetails = Type.Object({
  ...release,
  verdict: Nullable(
    Type.Object({
      previous: Text,
      objections: Type.Array(Type.String()),
      was_published: Type.Boolean(),
    }),
  ),
  compared_with: Type.Union([Type.Object({ id: Type.String(), counts: ReleaseCounts }), Type.Null()], {
    description: 'The published release, unless it is this one.',
  }),
  sources: Type.Array(
    Type.Object({
      source: Type.String(),
      kind: Type.String(),
      rows: Whole,
      records: Whole,
      quarantined: Whole,
      defective: Whole,
      refined: Whole,
      records_published: Nullable(Whole),
    }),
  ),
});
export type ReleaseDetails = Static<typeof ReleaseDetails>;

const Run = Type.Object({
  id: Whole,
  kind: OneOf(['fetch', 'ingest'], 'From a portal, or from a file.'),
  input: Type.String(),
  state: OneOf(
    ['running', 'finished', 'interrupted', 'failed', 'reverted'],
    'How it ended, or that it was taken back.',
  ),
  message: Text,
  started_at: Moment,
  ended_at: Nullable(Moment),
  read: Whole,
  new: Whole,
  changed: Whole,
  unchanged: Whole,
  vanished: Whole,
  quarantined: Whole,
});
export type Run = Static<typeof Run>;

const offered = {
  id: Type.String(),
  name: Type.String(),
  verified_on: Type.Union([Type.String(), Type.Null()], {
    description: 'The date on which its definition was last tried on real rows; null: never.',
  }),
};

/** A source that the home does not have yet, and could fetch. */
const OfferedSource = Type.Object(offered);
export type OfferedSource = Static<typeof OfferedSource>;

const source = {
  ...offered,
  kind: Type.String(),
  rows: Whole,
  quarantined: Whole,
  can_fetch: Type.Boolean(),
  last_run: Nullable(Run),
  next_fetch: Type.Union(
    [
      Type.Object({
        due_at: Type.Union([Moment, Type.Null()], { description: 'Null: it was never fetched.' }),
        state: OneOf(['waiting', 'due', 'overdue'], 'Whether it is time.'),
        failures: Type.Integer({ description: 'Fetches that failed since the last one that did not.' }),
      }),
      Type.Null(),
    ],
    { description: 'Null: it cannot be fetched.' },
  ),
  findings: Type.Array(
    Type.Object({
      kind: OneOf(
        ['lost_rows', 'few_rows', 'many_rows', 'silent', 'unread', 'blocked'],
        'What is the matter.',
      ),
      since: Moment,
      text: Type.String({ description: 'A sentence that begins with the id of the source.' }),
    }),
    { description: 'What is the matter with its fetches: lost rows, unusual nights, silence.' },
  ),
  updates: Type.Union([Type.String(), Type.Null()], {
    description: 'How often its publisher renews it, in words.',
  }),
  daily: Type.Array(Type.Object({ date: Type.String(), rows: Whole, quarantined: Whole, failed: Whole }), {
    description: 'New and changed rows, rows not readable and failed runs of each of the last 30 days.',
  }),
  release: Type.Union(
    [
      Type.Object({
        records: Whole,
        refined: Whole,
        defective: Whole,
        quarantined: Whole,
        vanished: Whole,
      }),
      Type.Null(),
    ],
    { description: 'Of the published release; null if it is not in it.' },
  ),
};

const ListedSource = Type.Object(source);
export type ListedSource = Static<typeof ListedSource>;
export type Incident = ListedSource['findings'][number];

const SourceDetails = Type.Object({
  ...source,
  homepage: Text,
  license: Text,
  runs: Type.Array(Run),
  defects: Type.Array(
    Type.Object({ name: Type.String(), field: Type.String(), count: Whole, meaning: Type.String() }),
  ),
  refused: Type.Array(Type.Object({ input: Type.String(), line: Nullable(Whole), reason: Type.String() })),
});
export type SourceDetails = Static<typeof SourceDetails>;

const Trends = Type.Object({
  days: Type.Array(
    Type.Object({
      date: Type.String({ description: 'In UTC.' }),
      answers: Type.Object(
        { answered: Whole, refused: Whole, failed: Whole },
        { description: 'Answers of the interface without exports: refused with 4xx, failed with 5xx.' },
      ),
      p50_ms: Nullable(Type.Number()),
      p99_ms: Type.Union([Type.Number(), Type.Null()], {
        description: 'Time within which 99 of 100 were answered; null without any.',
      }),
      bytes: Type.Union(
        [
          Type.Object({
            raw: Whole,
            releases: Whole,
            tables: Whole,
            ledger: Whole,
            other: Whole,
            free: Whole,
          }),
          Type.Null(),
        ],
        { description: 'On the disk of the home, as last seen on the day; null if nobody looked.' },
      ),
    }),
    { description: 'The days among the last 30 on which something was counted, the oldest first.' },
  ),
  verdicts: Type.Array(
    Type.Object({
      at: Moment,
      release: Type.String(),
      verdict: OneOf(
        ['passed', 'refused', 'forced'],
        'What the gate said. Forced: it objected, and a person published the release all the same.',
      ),
      detail: Type.String({ description: 'As in the log of what was done.' }),
    }),
    { description: 'Of the last 30 days, the newest first, at most a hundred.' },
  ),
});
export type Trends = Static<typeof Trends>;

/** What a task does. Each is a command of the command line. */
export const taskKinds = ['fetch', 'build', 'publish', 'rollback', 'nightly', 'compare', 'check'] as const;
export type TaskKind = (typeof taskKinds)[number];

const task = {
  id: Type.String(),
  kind: OneOf(taskKinds, 'What it does.'),
  subject: Text,
  by: Type.String({ description: 'The mail address of the operator who started it.' }),
  state: OneOf(
    ['running', 'stopping', 'done', 'failed', 'stopped'],
    'Stopping: it was asked to stop and has not ended yet. Stopped: it ended because it was asked to.',
  ),
  lines: Type.Array(Type.String(), { description: 'What the command said, the last line last.' }),
  error: Text,
  started_at: Moment,
  ended_at: Nullable(Moment),
};

const Task = Type.Object(task);
export type Task = Static<typeof Task>;
export type TaskState = Task['state'];

const strict = { additionalProperties: false } as const;
const ReleaseId = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}-[0-9a-f]{8}$' });
const SourceId = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,99}$' });

/** What a task is to do. Ids cannot be taken for options of the command line. */
const TaskOrder = Type.Union([
  Type.Object({ kind: Type.Literal('fetch'), source: SourceId, full: Type.Optional(Type.Boolean()) }, strict),
  Type.Object({ kind: Type.Literal('build') }, strict),
  Type.Object(
    { kind: Type.Literal('publish'), release: ReleaseId, force: Type.Optional(Type.Boolean()) },
    strict,
  ),
  Type.Object({ kind: Type.Literal('rollback') }, strict),
  Type.Object({ kind: Type.Literal('compare'), from: ReleaseId, to: ReleaseId }, strict),
  Type.Object({ kind: Type.Literal('check'), quick: Type.Optional(Type.Boolean()) }, strict),
]);
export type TaskOrder = Static<typeof TaskOrder>;

const view = <const E extends Omit<Parameters<typeof accountEndpoint>[0], 'audience'>>(described: E) =>
  accountEndpoint({ ...described, audience: 'operator' });

export const operatorEndpoints = {
  'GET /operator/accounts': view({
    summary: 'Accounts whose name, id or plan has the text, fifty a page, the newest first.',
    query: Body({
      q: Type.Optional(Type.String({ maxLength: 200 })),
      page: Type.Optional(Type.String({ pattern: '^\\d{1,6}$', description: 'From 0.' })),
    }),
    answer: Type.Object({
      accounts: Type.Array(ListedAccount),
      total: Whole,
      next_page: Nullable(Whole),
    }),
  }),
  'GET /operator/accounts/{id}': view({
    summary: 'An account with its usage and its keys.',
    answer: AccountDetails,
    refusals: [404],
  }),
  'POST /operator/accounts/{id}/plan': view({
    summary: 'Puts an account on another plan.',
    body: Body({ plan: Type.String({ maxLength: 100 }) }),
    answer: Type.Object(account),
  }),
  'POST /operator/accounts/{id}/suspended': view({
    summary: 'Suspends or resumes an account.',
    body: Body({ suspended: Type.Boolean() }),
    answer: Type.Object(account),
  }),
  'POST /operator/keys/{id}/revoke': view({
    summary: 'Ends a key.',
    body: Nothing,
    answer: AccountKey,
  }),
  'GET /operator/releases': view({
    summary: 'The releases on disk, the newest first.',
    answer: Type.Object({ releases: Type.Array(ListedRelease), rollback_to: Text }),
  }),
  'GET /operator/releases/{id}': view({
    summary: 'A release with what its build counted, and what the gate says of it.',
    answer: ReleaseDetails,
    refusals: [404],
  }),
  'GET /operator/sources': view({
    summary: 'The sources of the home, and those of the catalog that it could fetch.',
    answer: Type.Object({ sources: Type.Array(ListedSource), offered: Type.Array(OfferedSource) }),
  }),
  'GET /operator/sources/{id}': view({
    summary: 'A source with its last runs, its defects and rows in quarantine.',
    answer: SourceDetails,
    refusals: [404],
  }),
  'POST /operator/tasks': view({
    summary: 'Starts a task; if one that excludes it runs, that one is answered.',
    body: TaskOrder,
    answer: Type.Object({ ...task, is_new: Type.Boolean() }),
  }),
  'GET /operator/tasks': view({
    summary: 'The last tasks, the newest first.',
    answer: Type.Object({ tasks: Type.Array(Task) }),
  }),
  'GET /operator/tasks/{id}': view({
    summary: 'A task with the document that its command printed; null if it did not come to that.',
    answer: Type.Object({ ...task, result: Type.Unknown() }),
    refusals: [404],
  }),
  'POST /operator/tasks/{id}/stop': view({
    summary: 'Asks a task to stop; asked again, it ends at once.',
    body: Nothing,
    answer: Task,
    refusals: [404],
  }),
  'GET /operator/tasks/{id}/events': view({
    summary: 'A task as server-sent events, each with all that is known of it, until it has ended.',
    answer: Task,
    refusals: [404],
  }),
  'GET /operator/trends': view({
    summary: 'Answers, their times, disk and verdicts of the gate in the last 30 days.',
    answer: Trends,
  }),
  'GET /operator/activity': view({
    summary: 'What was done, the last first.',
    answer: Type.Object({
      acts: Type.Array(
        Type.Object({
          at: Moment,
          actor: Type.String(),
          act: Type.String(),
          subject: Type.String(),
          detail: Type.String(),
        }),
      ),
    }),
  }),
} as const;
