/** `lintel watch …`: saved searches whose new matches go to a webhook or a mail address. */
import { UsageError } from '../../base/usage-error.js';
import { UserError } from '../../base/user-error.js';
import type { Delivery, DeliveryState } from '../../ledger/deliveries.js';
import type { Watch, WatchChannel } from '../../ledger/watches.js';
import { type CommandGroup, failureText } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { duration, listedWords, wholeNumber } from '../terminal/option-value.js';
import type { Outcome } from '../terminal/outcome.js';
import { printProblem, printText } from '../terminal/print.js';
import { deliveriesText, roundProblems, roundText, watchesText } from '../text/watch-text.js';
import { accountId } from '../work/named-account.js';
import { runRound } from '../work/run-watches.js';

interface AddOptions {
  readonly account: string;
  readonly name: string;
  readonly search: string;
  readonly kind: string;
  readonly changes: string;
  readonly webhook?: string;
  readonly mail?: string;
}

const saveSecret = 'Save this secret now: it verifies the messages and is not shown again.';

export function defineWatch(group: CommandGroup): void {
  defineAdd(group);
  group
    .define('list', 'List watches', 'lintel watch list')
    .option('--account <account>', 'only those of this account (id or name)')
    .run(async (installation, options: { account?: string }) => {
      const ledger = await installation.ledger();
      const account = options.account === undefined ? undefined : await accountId(ledger, options.account);
      const watches = await ledger.watches.list(account);
      const text = watches.length > 0 ? watchesText(watches) : 'No watches yet: lintel watch add';
      return { data: watches.map(watchData), text };
    });
  group
    .define(
      'pause <watch>',
      'Stop a watch for a while; nothing is lost while changes are kept',
      'lintel watch pause watch_…',
    )
    .run(async ({ ledger }, _options: object, id = '') => {
      const watch = await (await ledger()).watches.setPaused(id, true);
      return { data: watchData(watch), text: `Paused ${watch.id}. lintel watch resume ${watch.id} goes on.` };
    });
  group
    .define('resume <watch>', 'Go on with a paused watch', 'lintel watch resume watch_…')
    .run(async ({ ledger }, _options: object, id = '') => {
      const watch = await (await ledger()).watches.setPaused(id, false);
      return { data: watchData(watch), text: `${watch.id} goes on from the release ${watch.seenRelease}.` };
    });
  group
    .define('rotate <watch>', 'Give the webhooks of a watch another secret', 'lintel watch rotate watch_…')
    .details(
      'The old secret signs nothing from now on. To lose no message: pause the watch, rotate,\nsave the new secret at the receiver, resume.',
    )
    .run(async ({ ledger }, _options: object, id = '') => {
      const { secret, ...watch } = await (await ledger()).watches.rotateSecret(id);
      return { data: { ...watchData(watch), secret }, text: `${secret}\n${saveSecret}` };
    });
  group
    .define('remove <watch>', 'Remove a watch with its messages', 'lintel watch remove watch_…')
    .run(async ({ ledger }, _options: object, id = '') => {
      const watch = await (await ledger()).watches.remove(id);
      return { data: watchData(watch), text: `Removed ${watch.id}.` };
    });
  defineTest(group);
  defineDeliveries(group);
  defineRun(group);
}

function defineAdd(group: CommandGroup): void {
  group
    .define(
      'add',
      'Watch a search: deliver its new matches after each publication',
      "lintel watch add --account acc_… --name 'Solar in my ZIP' --search 'geo_id=94103&permit_tags=solar' --mail me@example.org",
    )
    .requiredOption(
      '--account <account>',
      'id or name of the account that pays: one credit a record delivered',
    )
    .requiredOption('--name <name>', 'what the watch is called, in its messages too')
    .requiredOption('--search <query>', 'filters as in a search request; dates may be left out')
    .option('--kind <kind>', 'permits or decisions', 'permits')
    .option('--changes <list>', 'what is delivered: new, changed, issued, finaled, inspection_failed', 'new')
    .option('--webhook <url>', 'POST signed messages to this address')
    .option('--mail <address>', 'mail a digest to this address')
    .run(async (installation, options: AddOptions) => add(installation, options));
}

async function add(installation: Installation, options: AddOptions): Promise<Outcome> {
  const { config, home } = installation;
  const [
    { watchedChanges, watchedKinds },
    { checkSearch },
    { checkWebhookUrl, mailUnset },
    { currentReleaseId },
    { permitEvents },
  ] = await Promise.all([
    import('../../ledger/watches.js'),
    import('../../watch/saved-search.js'),
    import('../../watch/channels.js'),
    import('../../format/published.js'),
    import('@lintel/contract/plain'),
  ]);
  const [kind = 'permits', ...others] = listedWords('--kind', options.kind, watchedKinds);
  if (others.length > 0) throw new UsageError('--kind takes permits or decisions, not both.');
  const changes = listedWords('--changes', options.changes, watchedChanges);
  const ofPermits = changes.find((change) => (permitEvents as readonly string[]).includes(change));
  if (kind === 'decisions' && ofPermits !== undefined)
    throw new UsageError(`--changes ${ofPermits} is of permits; decisions are new or changed.`);
  checkSearch(kind, options.search);
  const { channel, target } = channelOf(options);
  if (channel === 'webhook') checkWebhookUrl(target, config.watch.allow_hosts);
  else if (config.watch.smtp_url === null || config.watch.mail_from === null) throw new UserError(mailUnset);
  const ledger = await installation.ledger();
  const { secret, ...watch } = await ledger.watches.add({
    accountId: await accountId(ledger, options.account),
    name: options.name,
    kind,
    query: options.search,
    changes,
    channel,
    target,
    seenRelease: currentReleaseId(home),
  });
  const since = watch.seenRelease === null ? 'the first release' : `the release ${watch.seenRelease}`;
  const text = `${watch.id} watches what comes after ${since}.`;
  if (secret === null) return { data: watchData(watch), text };
  return { data: { ...watchData(watch), secret }, text: [secret, saveSecret, text].join('\n') };
}

function channelOf({ webhook, mail }: AddOptions): { channel: WatchChannel; target: string } {
  if (webhook !== undefined && mail === undefined) return { channel: 'webhook', target: webhook };
  if (mail === undefined || webhook !== undefined) throw new UsageError('Give either --webhook or --mail.');
  if (/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(mail)) return { channel: 'mail', target: mail };
  throw new UsageError(`--mail takes one address such as me@example.org, not "${mail}".`);
}

function defineTest(group: CommandGroup): void {
  group
    .define('test <watch>', 'Send a test message without records, for free', 'lintel watch test watch_…')
    .run(async (installation, _options: object, id = '') => {
      const { sendTest } = await import('../../watch/send-test.js');
      const ledger = await installation.ledger();
      const sent = await sendTest(ledger, id, installation.config.watch);
      const { target } = await ledger.watches.find(id);
      if (!sent.isSent) throw new UserError(`The test could not be delivered to ${target}: ${sent.answer}`);
      return {
        data: { delivered: true, answer: sent.answer },
        text: `Delivered to ${target}: ${sent.answer}`,
      };
    });
}

const states: readonly DeliveryState[] = ['waiting', 'delivered', 'dead'];

function defineDeliveries(group: CommandGroup): void {
  group
    .define('deliveries [watch]', 'List messages, the newest first', 'lintel watch deliveries --state dead')
    .option('--state <state>', `only ${states.join(', ')}`)
    .option('--limit <number>', 'the most to list', '100')
    .run(async ({ ledger }, options: { state?: string; limit: string }, watchId?: string) => {
      const limit = wholeNumber('--limit', options.limit, 1, 100_000);
      const [state] = options.state === undefined ? [] : listedWords('--state', options.state, states);
      const deliveries = await (await ledger()).watches.deliveries({ watchId, state, limit });
      const text = deliveries.length > 0 ? deliveriesText(deliveries) : 'No messages.';
      return { data: deliveries.map(deliveryData), text };
    });
  group
    .define('replay <message>', 'Send a delivered or given-up message again', 'lintel watch replay msg_…')
    .run(async ({ ledger }, _options: object, id = '') => {
      const delivery = await (await ledger()).watches.replay(id);
      return { data: deliveryData(delivery), text: `${delivery.id} is sent by the next lintel watch run.` };
    });
}

function defineRun(group: CommandGroup): void {
  group
    .define('run', 'Evaluate the watches and send what is due', 'lintel watch run --every 1m')
    .option('--every <time>', 'repeat until stopped, at this interval, such as 30s')
    .run(async (installation, options: { every?: string }) => {
      if (options.every !== undefined) return rounds(installation, duration('--every', options.every));
      const round = await runRound(installation, installation.signal);
      const text = roundText(round);
      const problems = roundProblems(round);
      const evaluated = round.evaluated.map(({ watch, matched, messages }) => ({
        watch: watch.id,
        matched,
        messages,
      }));
      const attempts = round.attempts.map(({ id, watchId, attempt, result }) => {
        return { message: id, watch: watchId, attempt, state: result.state, answer: result.answer };
      });
      return {
        data: { evaluated, attempts, problems },
        text: text === '' ? 'Nothing is due.' : text,
        problems,
      };
    });
}

/** Rounds until Ctrl-C or SIGTERM. */
async function rounds(installation: Installation, everyMs: number): Promise<null> {
  const { setTimeout: wait } = await import('node:timers/promises');
  const { signal } = installation;
  while (!signal.aborted) {
    try {
      const round = await runRound(installation, signal);
      for (const line of [roundText(round), ...roundProblems(round)]) if (line !== '') printText(line);
    } catch (error) {
      // Such as a ledger that does not answer: the next round may find it again.
      if (!(error instanceof UserError)) throw error;
      printProblem(failureText(error));
    }
    // Aborting the wait is the usual end.
    await wait(everyMs, undefined, { signal }).catch(() => undefined);
  }
  return null;
}

const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

function watchData(watch: Watch) {
  return {
    id: watch.id,
    account: watch.accountId,
    name: watch.name,
    kind: watch.kind,
    search: watch.query,
    changes: watch.changes,
    channel: watch.channel,
    target: watch.target,
    seen_release: watch.seenRelease,
    created_at: time(watch.createdMs),
    paused_at: time(watch.pausedMs),
  };
}

function deliveryData(delivery: Delivery) {
  return {
    id: delivery.id,
    watch: delivery.watchId,
    release: delivery.release,
    records: delivery.records,
    credits: delivery.credits,
    state: delivery.state,
    attempts: delivery.attempts,
    created_at: time(delivery.createdMs),
    due_at: delivery.state === 'waiting' ? time(delivery.dueMs) : null,
    finished_at: time(delivery.finishedMs),
    answer: delivery.answer,
  };
}
