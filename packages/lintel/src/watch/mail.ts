/** Sends digests through the operator's mail server. */
import { createTransport } from 'nodemailer';
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

/** `url` is such as `smtps://user:password@mail.example.org`; `from` the sender's address. */
export function mailSender(url: string, from: string): MailSender {
  const transport = createTransport({
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
  });
  return {
    async send(to, id, message) {
      const domain = from.replace(/^.*@/, '').replace(/[^\w.-].*$/, '');
      try {
        const { response } = await transport.sendMail({
          from,
          to,
          // The same at every attempt, so that a mailbox shows a repeated digest once.
          messageId: `<${id}@${domain}>`,
          date: new Date(message.timestamp),
          ...digestOf(message),
        });
        return { isSent: true, answer: printableLine(response).slice(0, maxAnswerLength) };
      } catch (error) {
        const answer = printableLine(messageOf(error)).slice(0, maxAnswerLength);
        return { isSent: false, answer, isGone: false };
      }
    },
    close: () => transport.close(),
  };
}
