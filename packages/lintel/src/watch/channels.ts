/**
 * Where a watch may send: the rules for addresses of webhooks, and for mail. What sends loads the libraries that it sends
 * with, and is loaded by those who send.
 */
import type { Config } from '../base/config.js';
import { allowedBy } from '../base/host-and-port.js';
import { UsageError } from '../base/usage-error.js';

/** Throws a UsageError for an address that no webhook may have. Plain HTTP is for allowed hosts only. */
export function checkWebhookUrl(text: string, allowHosts: readonly string[]): void {
  const url = URL.canParse(text) ? new URL(text) : null;
  const refuse = (why: string) =>
    new UsageError(`The webhook ${text} cannot be used: ${why}`, {
      hint: 'It is an address such as https://example.com/permits.',
    });
  if (url === null) throw refuse('it is not a URL.');
  if (url.username !== '' || url.password !== '') throw refuse('it holds a user name or password.');
  if (url.protocol === 'https:') return;
  const isAllowed = [url.hostname, allowedBy(text)].some((host) => allowHosts.includes(host));
  if (url.protocol === 'http:' && isAllowed) return;
  throw refuse('it must begin with https://, unless watch.allow_hosts names its host.');
}

/** Whether mail can be sent. */
export const canMail = ({ watch: { smtp_url, mail_from } }: Pick<Config, 'watch'>) =>
  smtp_url !== null && mail_from !== null;

/** Why no mail is sent without settings. */
export const mailUnset =
  'No mail server is set: watch.smtp_url (or LINTEL_SMTP_URL) and watch.mail_from in lintel.json.';
