/** Tells the operator that a night did not go well: by mail and by webhook, as `alerts` in lintel.json says. */
import { randomUUID } from 'node:crypto';
import type { Config } from '../base/config.js';
import { printableLine } from '../base/printable.js';
import { messageOf } from '../base/user-error.js';
import { mailUnset } from './channels.js';
import { mailTransport, sendMail } from './mail.js';
import type { Sent } from './sent.js';
import { webhookSender } from './webhook.js';

/** What is told; the `data` of the webhook's message, whose `type` is `nightly.problems`. */
interface NightAlert {
  readonly published: boolean;
  readonly exit_status: number;
  readonly release: string | null;
  readonly problems: readonly string[];
}

/** Why nobody was told, a sentence for each way that failed; empty if all went well or none is set. */
export async function sendAlert(
  alert: NightAlert,
  { alerts, watch }: Pick<Config, 'alerts' | 'watch'>,
): Promise<string[]> {
  const id = `msg_${randomUUID().replaceAll('-', '')}`;
  const ways: [name: string, sent: Promise<Sent>][] = [];
  if (alerts.mail_to !== null)
    ways.push([`Mail to ${alerts.mail_to}`, mailed(alert, id, alerts.mail_to, watch)]);
  if (alerts.webhook !== null)
    ways.push([`The webhook ${alerts.webhook.url}`, called(alert, id, alerts.webhook, watch)]);
  const failed: string[] = [];
  for (const [name, sending] of ways) {
    const sent = await sending.catch((error) => ({ isSent: false as const, answer: messageOf(error) }));
    if (!sent.isSent) failed.push(`${name} was not told of this: ${sent.answer}`);
  }
  return failed;
}

async function mailed(alert: NightAlert, id: string, to: string, watch: Config['watch']): Promise<Sent> {
  const { smtp_url: url, mail_from: from } = watch;
  if (url === null || from === null) return { isSent: false, answer: mailUnset, isGone: false };
  const transport = mailTransport(url);
  const state = alert.published ? 'published with problems' : 'published nothing';
  const text = [...alert.problems.map((problem) => `- ${printableLine(problem)}`), '', 'More: lintel runs'];
  try {
    return await sendMail(transport, {
      from,
      to,
      id,
      subject: `Lintel: the night ${state}`,
      text: text.join('\n'),
    });
  } finally {
    transport.close();
  }
}

async function called(
  data: NightAlert,
  id: string,
  { url, secret }: NonNullable<Config['alerts']['webhook']>,
  { allow_hosts }: Config['watch'],
): Promise<Sent> {
  const nowMs = Date.now();
  const message = { type: 'nightly.problems', timestamp: new Date(nowMs).toISOString(), data };
  const sender = webhookSender(allow_hosts);
  try {
    return await sender.send(url, { id, secret, nowMs, body: Buffer.from(JSON.stringify(message)) });
  } finally {
    await sender.close();
  }
}
