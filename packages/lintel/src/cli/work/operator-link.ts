/**
 * A link to the operator view, printed in the terminal of whoever runs the service: it works once, within an hour, and
 * lets its reader choose a password. It is the link that is mailed to people who sign up.
 */
import type { Installation } from '../terminal/installation.js';

/** Milliseconds that a start waits for the link at most. */
const limitMs = 30_000;

/**
 * Makes the mail address an operator's, and a link for it at the service of that origin; null if that did not work.
 * A service starts without it too.
 */
export async function operatorLink(
  { home, config, ledger }: Pick<Installation, 'home' | 'config' | 'ledger'>,
  email: string,
  origin: string,
): Promise<string | null> {
  const [{ openIdentity }, { cursorSecret }] = await Promise.all([
    import('../../identity/identity.js'),
    import('../../http/process/cursor-secret.js'),
  ]);
  const opened = await ledger();
  await opened.operators.add(email);
  // Without a mail server and a public address the text of the mail comes to this log.
  const settings = { ...config, public_url: null, watch: { ...config.watch, smtp_url: null } };
  return new Promise((resolve, reject) => {
    setTimeout(() => resolve(null), limitMs).unref();
    const identity = openIdentity({
      ledger: opened,
      secret: cursorSecret(home.secret),
      settings: () => settings,
      log: {
        info(fields) {
          const [link] = /https?:\S+\/account\/password#\S+/.exec(String(Object(fields).text)) ?? [];
          if (link !== undefined) resolve(link);
        },
        error: () => resolve(null),
      },
    });
    identity.signUp(email, origin).catch(reject);
  });
}
