/**
 * Sends a message to a webhook, signed as the Standard Webhooks specification says: HMAC-SHA-256 over id, time
 * and body. Only hosts of the public internet are called, or those that the operator allows; redirects are not
 * followed, and of the answer only its beginning is read.
 */
import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import { printableLine } from '../base/printable.js';
import { publicHostsConnector } from '../base/public-hosts.js';
import { messageOf } from '../base/user-error.js';
import { answerMs, connectMs, maxAnswerBytes, maxAnswerLength } from './limits.js';
import type { Sent } from './sent.js';

interface WebhookMessage {
  readonly id: string;
  readonly secret: string;
  readonly body: Uint8Array;
  readonly nowMs: number;
}

/** Sends messages to webhooks until it is closed. */
export interface WebhookSender {
  send(url: string, message: WebhookMessage): Promise<Sent>;
  close(): Promise<void>;
}

/** `allowHosts`: hosts, or `host:port`, that are called though they are not of the public internet. */
export function webhookSender(allowHosts: readonly string[]): WebhookSender {
  const connect = publicHostsConnector({ allowed: allowHosts });
  const agent = new Agent({
    connect,
    connectTimeout: connectMs,
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
  });
  return {
    async send(url, message) {
      try {
        const { statusCode, body } = await request(url, {
          method: 'POST',
          dispatcher: agent,
          signal: AbortSignal.timeout(answerMs),
          headers: { 'content-type': 'application/json', ...signedHeaders(message), 'user-agent': 'Lintel' },
          body: message.body,
        });
        const text = await beginningOf(body);
        const answer = `${statusCode} ${text}`.trim().slice(0, maxAnswerLength);
        if (statusCode >= 200 && statusCode < 300) return { isSent: true, answer };
        return { isSent: false, answer, isGone: statusCode === 410 };
      } catch (error) {
        const answer = printableLine(messageOf(error)).slice(0, maxAnswerLength);
        return { isSent: false, answer, isGone: false };
      }
    },
    close: () => agent.destroy(),
  };
}

/** The headers by which the receiver knows who sent a message, when, and whether it has come before. */
function signedHeaders({ id, secret, body, nowMs }: WebhookMessage): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

/** The beginning of an answer, as one printable line; the rest is not read. */
async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= maxAnswerBytes) break;
  }
  return printableLine(Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString()).trim();
}
