/** Sends mails through the operator's mail server: digests of watches, and alerts. */
import { createTransport, type Transporter } from 'nodemailer';
import { printableLine } from '../base/printable.js';
import { messageOf } from '../base/user-error.js';
import { digestOf } from './digest.js';
import { answerMs, connectMs, maxAnswerLength } from './limits.js';
import type { WatchMessage } from './saved-search.js';
import type { Sent } from './sent.js';

export interface MailSender {
  send(to: string, id: string, message: WatchMessage): Promise<Sent>;
  close(): void;
}

interface Mail {
  readonly from: string;
  readonly to: string;
  /** The same at every attempt, so that a mailbox shows a repeated mail once. */
  readonly id: string;
  readonly date?: Date;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** `url` is such as `smtps://user:password@mail.example.org`; `from` the sender's address. */
export function mailSender(url: string, from: string): MailSender {
  const transport = mailTransport(url);
  return {
    send: (to, id, message) =>
      sendMail(transport, { from, to, id, date: new Date(message.timestamp), ...digestOf(message) }),
    close: () => transport.close(),
  };
}

export function mailTransport(url: string): Transporter {
  return createTransport({
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
  });
}

export async function sendMail(transport: Transporter, { id, ...mail }: Mail): Promise<Sent> {
  const domain = mail.from.replace(/^.*@/, '').replace(/[^\w.-].*$/, '');
  try {
    const { response = '' } = await transport.sendMail({ ...mail, messageId: `<${id}@${domain}>` });
    return { isSent: true, answer: printableLine(response).slice(0, maxAnswerLength) };
  } catch (error) {
    const answer = printableLine(messageOf(error)).slice(0, maxAnswerLength);
    return { isSent: false, answer, isGone: false };
  }
}
