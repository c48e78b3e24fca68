/**
 * Mails to people with accounts: through the operator's mail server, or, where people sign in on this machine alone,
 * into the log. A mail that cannot be sent is logged as an error without its text, since a link in it is a secret.
 */
import type { Config } from '../base/config.js';
import { printableLine } from '../base/printable.js';
import { messageOf } from '../base/user-error.js';

export interface Mail {
  /** One address. */
  readonly to: string;
  /** One line. */
  readonly subject: string;
  readonly text: string;
}

/** What this room writes to the log. */
export interface Log {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export type SendMail = (mail: Mail) => Promise<void>;

/** Milliseconds to connect to the mail server, and between two of its answers. */
const connectMs = 10_000;
const answerMs = 30_000;

/** A sender by the settings as they are when a mail is sent. It never throws. */
export function mailSender(settings: () => Pick<Config, 'watch' | 'public_url'>, log: Log): SendMail {
  return async ({ to, subject, text }) => {
    const { watch, public_url } = settings();
    const { smtp_url: url, mail_from: from } = watch;
    if (url === null || from === null) {
      // A log is read by more people than one mailbox, and by other programs.
      if (public_url === null) log.info({ to, subject, text }, 'a mail, as watch.smtp_url is not set');
      else log.error({ to, subject }, 'a mail was not sent, as watch.smtp_url or watch.mail_from is not set');
      return;
    }
    // Loaded by the first mail: no request waits for it, and many services send none.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      url,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: answerMs,
    });
    try {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject: printableLine(subject),
        text,
      });
    } catch (error) {
      log.error({ to, subject, reason: printableLine(messageOf(error)) }, 'a mail could not be sent');
    } finally {
      transport.close();
    }
  };
}
