/** `lintel login` and `lintel logout`: which service commands ask, and with which key. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { formatCount } from '../../base/format-number.js';
import { UsageError } from '../../base/usage-error.js';
import { loginPath, removeLogin, writeLogin } from '../api/login-file.js';
import { creditsText } from '../terminal/credits-text.js';
import type { CommandGroup } from '../terminal/define.js';
import { runToEnd } from '../terminal/define.js';

export function defineLogin(root: CommandGroup): void {
  const command = root
    .command('login [url]', 'Store the service that commands ask, and your key for it')
    .option('--key <key>', 'the API key (default: asked for, or read from standard input)')
    .option('--json', 'print one JSON document instead of text')
    .addHelpText(
      'after',
      `\nThe key is tried first, which costs nothing, and stored in\n  ${loginPath()}\nwhere only you can read it.\n\nExamples:\n  lintel login https://permits.example.org\n  lintel login http://127.0.0.1:8080 --key lk_…`,
    );
  command.action((given: string | undefined, { key, json }: { key?: string; json?: true }) =>
    runToEnd(json === true, async () => {
      const [{ connect, serviceUrl }, { failureOf }] = await Promise.all([
        import('../api/connection.js'),
        import('../api/failure.js'),
      ]);
      const url = serviceUrl(given ?? (await ask('Address of the service: ', false)));
      const secret = key ?? (await ask('API key (not shown): ', true));
      const connection = await connect({ url, key: secret }, () => {});
      const usage = await connection.client.usage().catch(async (error: unknown) => {
        throw await failureOf(error, connection, []);
      });
      const path = writeLogin({ url, key: secret });
      const { credit_limit: limit, credits_used: used } = usage;
      const left =
        limit === null
          ? 'The plan has no limit of credits.'
          : `${creditsText(limit - used)} of ${formatCount(limit)} are left.`;
      return {
        data: { url, stored_in: path, credits_used: used, credit_limit: limit },
        text: `Logged in to ${url}. ${left}\nStored in ${path}.`,
      };
    }),
  );
}

export function defineLogout(root: CommandGroup): void {
  const command = root
    .command('logout', 'Forget the stored service and key')
    .option('--json', 'print one JSON document instead of text');
  command.action(({ json }: { json?: true }) =>
    runToEnd(json === true, async () => {
      const removed = removeLogin();
      const text = removed ? `Removed ${loginPath()}.` : 'Nobody is logged in.';
      return { data: { removed }, text };
    }),
  );
}

/** Asks on a terminal; otherwise a key is what standard input holds. */
async function ask(question: string, isSecret: boolean): Promise<string> {
  const { stdin } = process;
  if (!stdin.isTTY) {
    const given = isSecret ? (await readAll(stdin)).trim() : '';
    if (given !== '') return given;
    throw new UsageError(
      isSecret ? 'The key is missing: --key, or standard input.' : 'The address is missing.',
      {
        hint: 'lintel login URL --key KEY',
      },
    );
  }
  if (isSecret) process.stderr.write(question);
  const output = isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr;
  const lines = createInterface({ input: stdin, output, terminal: true });
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const answer = (await lines.question(isSecret ? '' : question)).trim();
  lines.close();
  if (isSecret) process.stderr.write('\n');
  if (answer === '') throw new UsageError('Nothing was entered.');
  return answer;
}
