/** Tells people by mail that an account has used most of its credits, once a window. */
import type { Ledger, UsageWarning } from '../ledger/ledger.js';
import type { Log, Mail, SendMail } from './mail.js';

/** The share of the credits after which people are told. */
const warnedShare = 0.8;
/** Milliseconds between two looks. */
const everyMs = 60_000;

/** Begins to look after accounts. Returns how to end that. */
export function watchUsage(
  ledger: Pick<Ledger, 'takeWarnings'>,
  sendMail: SendMail,
  origin: () => string | null,
  log: Log,
): () => void {
  const timer = setInterval(() => {
    sendWarnings(ledger, sendMail, origin()).catch((error: unknown) =>
      log.error({ err: error }, 'warnings of usage were not sent'),
    );
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Sends the warnings that are due now. */
export async function sendWarnings(
  ledger: Pick<Ledger, 'takeWarnings'>,
  sendMail: SendMail,
  origin: string | null,
): Promise<void> {
  for (const warning of await ledger.takeWarnings(warnedShare)) {
    for (const to of warning.emails) await sendMail(warningMail(to, warning, origin));
  }
}

function warningMail(to: string, warning: UsageWarning, origin: string | null): Mail {
  const count = new Intl.NumberFormat('en-US');
  const { used, limit, availableAt } = warning;
  const lines = [
    `The account ${warning.name} has used ${count.format(used)} of its ${count.format(limit)} credits.`,
    'When they are used up, requests are refused (402) until credits return.',
    ...(availableAt === null ? [] : [`The next credits return on ${availableAt}.`]),
    ...(origin === null ? [] : ['', `${origin}/account/usage`]),
    '',
    'You get this mail once in a window.',
  ];
  return {
    to,
    subject: `${Math.floor((100 * used) / limit)} % of your credits are used`,
    text: `${lines.join('\n')}\n`,
  };
}
