/**
 * The last part of the commands that do everything at once (`demo`, `load`): serve the published release,
 * with a fresh key of an account of their own, and say what to try.
 */
import type { Address } from '@lintel/contract';
import { loadConfig } from '../../base/config.js';
import type { Home } from '../../base/home.js';
import type { Ledger } from '../../ledger/ledger.js';
import type { CommandDefinition } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { wholeNumber } from '../terminal/option-value.js';
import { printText } from '../terminal/print.js';
import { operatorLink } from './operator-link.js';

export interface ServingOptions {
  readonly host: string;
  readonly port: string;
  readonly json?: boolean;
}

/** Adds the options of serving to a command. */
export function withServingOptions(definition: CommandDefinition): CommandDefinition {
  return definition
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on; 0 takes a free one', '8080');
}

/** Throws a UserError if nothing can be served there. Called before hours of work are spent. */
export async function checkServing(options: ServingOptions): Promise<void> {
  const port = portOf(options);
  const { checkListening } = await import('../../http/process/listening.js');
  await checkListening(options.host, port);
}

function portOf({ port }: ServingOptions): number {
  return wholeNumber('--port', port, 0, 65_535);
}

/** The words of a command that serves: whose account its keys are of, and how it is run again. */
interface KeyOwner {
  readonly account: string;
  readonly key: string;
  readonly again: string;
  /** The mail address of an operator, for whom a link to the operator view is printed; default: none. */
  readonly operator?: string;
}

/** Serves until a signal stops it. Prints the address of its pages, a key and a request to try. */
export async function serveWithKey(
  installation: Installation,
  options: ServingOptions,
  owner: KeyOwner,
): Promise<void> {
  const { home } = installation;
  // Streets that were just fetched are in the settings since.
  const config = await loadConfig(installation.directory);
  const { serve } = await import('../../http/process/serve.js');
  const port = portOf(options);
  const serving = await serve({ home, config, host: options.host, port, workers: 1, logLevel: 'error' });
  // Only now: a second service that finds its port in use must not revoke the key of the first.
  const key = await freshKey(await installation.ledger(), owner);
  const { operator } = owner;
  const isPrinted = operator !== undefined && options.json !== true && config.public_url === null;
  const link = isPrinted ? await operatorLink(installation, operator, serving.url) : null;
  const operate = link === null ? '' : `\nManage ${link} (once: choose a password for ${operator})`;
  const text = options.json
    ? JSON.stringify({ address: serving.url, key })
    : greeting({ url: serving.url, key, operate, address: await anAddress(home), again: owner.again });
  printText(text);
  await serving.stopped;
}

/**
 * A new key of the account; its earlier keys of the same name stop working, because nobody can read them any
 * more.
 */
async function freshKey(ledger: Ledger, owner: KeyOwner): Promise<string> {
  const account =
    (await ledger.accounts()).find((each) => each.name === owner.account) ??
    (await ledger.createAccount({ name: owner.account, plan: 'unlimited' }));
  for (const key of await ledger.keys(account.id)) {
    if (key.name === owner.key && key.revokedMs === null) await ledger.revokeKey(key.id);
  }
  return (await ledger.createKey(account.id, { name: owner.key })).secret;
}

/**
 * What someone might type for the first address of the published release: without commas, ZIP code or
 * capitals.
 */
async function anAddress(home: Home): Promise<string> {
  const { openReleaseStore } = await import('../../releases/open-store.js');
  const releases = openReleaseStore(home);
  const [first] = releases.current()?.searchAddresses('main', 0, 1).items ?? [];
  releases.close();
  const { name } = JSON.parse(first?.toString() ?? '{"name": "100 MAIN ST"}') as Address;
  return name
    .replace(/ \d{5}$/, '')
    .replaceAll(',', '')
    .toLowerCase();
}

interface Greeting {
  readonly url: string;
  readonly key: string;
  /** The line with the link to the operator view; empty without one. */
  readonly operate: string;
  readonly address: string;
  readonly again: string;
}

function greeting({ url, key, operate, address, again }: Greeting): string {
  return `
Open   ${url} in a browser: permits on a map, in a table and in charts
Read   ${url}/docs/${operate}
Key    ${key}
Try    curl -H "X-API-Key: ${key}" "${url}/v2/addresses/search?q=${address.replaceAll(' ', '+')}"

Lintel serves ${url} until Ctrl-C stops it. ${again}`;
}
