/**
 * Sends the messages that are due, each taken and charged first (ledger/deliveries.ts). One that fails is tried
 * again later and given up after the last attempt. A killed process loses nothing: its messages are due again,
 * with the same ids.
 */
import { gunzipSync } from 'node:zlib';
import type { Config } from '../base/config.js';
import { messageOf } from '../base/user-error.js';
import type { AttemptResult, TakenDelivery } from '../ledger/deliveries.js';
import type { Ledger } from '../ledger/ledger.js';
import { mailUnset } from './channels.js';
import { leaseMs, maxAttempts, retryAfterMs, sentAtOnce } from './limits.js';
import { type MailSender, mailSender } from './mail.js';
import type { WatchMessage } from './saved-search.js';
import type { Sent } from './sent.js';
import { type WebhookSender, webhookSender } from './webhook.js';

export interface DeliverOptions {
  readonly config: Pick<Config, 'prices' | 'watch'>;
  /** In [0, 1); default: Math.random. */
  readonly random?: () => number;
  /** Takes no further messages once it is aborted. */
  readonly signal?: AbortSignal;
}

/** What became of an attempt. */
export interface Attempt {
  readonly id: string;
  readonly watchId: string;
  readonly watchName: string;
  readonly attempt: number;
  readonly result: AttemptResult;
}

/** Sends what is due until nothing is due any more. */
export async function deliverDue(ledger: Ledger, options: DeliverOptions): Promise<Attempt[]> {
  const channels = new Channels(options.config.watch);
  const attempts: Attempt[] = [];
  const work = async () => {
    while (options.signal?.aborted !== true) {
      const taken = await ledger.watches.take({ leaseMs, prices: options.config.prices });
      if (taken === null) return;
      const result = await attemptOf(taken, channels, options.random ?? Math.random);
      await ledger.watches.finish(taken.id, result);
      // The receiver is gone for good: what else waits for it would fail as well.
      if (result.state === 'dead' && taken.refusal === null && /^410\b/.test(result.answer)) {
        await ledger.watches.setPaused(taken.watchId, true);
      }
      const { id, watchId, watchName, attempt } = taken;
      attempts.push({ id, watchId, watchName, attempt, result });
    }
  };
  try {
    await Promise.all(Array.from({ length: sentAtOnce }, work));
  } finally {
    await channels.close();
  }
  return attempts;
}

/** Sends a message once and says what is to become of it. */
async function attemptOf(
  taken: TakenDelivery,
  channels: Channels,
  random: () => number,
): Promise<AttemptResult> {
  const sent = await sendTaken(taken, channels);
  if (sent.isSent) return { state: 'delivered', answer: sent.answer };
  if (sent.isGone || taken.attempt >= maxAttempts) return { state: 'dead', answer: sent.answer };
  const dueMs = taken.nowMs + retryAfterMs(taken.attempt, random());
  return { state: 'waiting', answer: sent.answer, dueMs };
}

async function sendTaken(taken: TakenDelivery, channels: Channels): Promise<Sent> {
  if (taken.refusal !== null) return { isSent: false, answer: taken.refusal, isGone: false };
  try {
    return await channels.send(taken, gunzipSync(taken.body));
  } catch (error) {
    // A message that cannot be read must not hold up the others; it is given up like any that fails.
    return { isSent: false, answer: messageOf(error), isGone: false };
  }
}

/** Who gets a message, and how. */
export type Receiver = Pick<TakenDelivery, 'id' | 'channel' | 'target' | 'secret' | 'nowMs'>;

/** The ways out, opened when they are first used. */
export class Channels {
  readonly #settings: Config['watch'];
  #webhooks: WebhookSender | null = null;
  #mails: MailSender | null = null;

  constructor(settings: Config['watch']) {
    this.#settings = settings;
  }

  async send({ id, channel, target, secret, nowMs }: Receiver, body: Buffer): Promise<Sent> {
    if (channel === 'mail') return this.#mail(id, target, body);
    if (secret === null) throw new Error(`the webhook of the message ${id} has no secret`);
    this.#webhooks ??= webhookSender(this.#settings.allow_hosts);
    return this.#webhooks.send(target, { id, secret, body, nowMs });
  }

  async close(): Promise<void> {
    await this.#webhooks?.close();
    this.#mails?.close();
  }

  #mail(id: string, to: string, body: Buffer): Promise<Sent> | Sent {
    const { smtp_url: url, mail_from: from } = this.#settings;
    if (url === null || from === null) return { isSent: false, answer: mailUnset, isGone: false };
    this.#mails ??= mailSender(url, from);
    // Written by evaluate.ts.
    return this.#mails.send(to, id, JSON.parse(body.toString()) as WatchMessage);
  }
}
