/** Failures of the client in plain words: what is wrong, what to do, and the exit status. */
import {
  AuthenticationError,
  ConnectionError,
  CreditLimitError,
  LintelError,
  NotFoundError,
  PermissionError,
  ProtocolError,
  RateLimitError,
  ServerError,
  ValidationError,
} from '@lintel/client';
import { UsageError } from '../../base/usage-error.js';
import { UserError } from '../../base/user-error.js';
import { creditsText } from '../terminal/credits-text.js';
import { Refusal } from '../terminal/refusal.js';
import type { Connection } from './connection.js';
import { facts } from './generated.js';
import type { ParameterOption } from './parameters.js';

const giveKey = 'Run lintel login, or set LINTEL_KEY.';

/** The failure as the command line reports it. What is not the client's comes back as it is. */
export async function failureOf(
  error: unknown,
  connection: Connection,
  options: readonly ParameterOption[],
): Promise<unknown> {
  if (!(error instanceof LintelError)) return error;
  const { name } = connection;
  if (error instanceof AuthenticationError) {
    const message = `${name} refuses the key: it is missing, unknown, expired or revoked.`;
    return new Refusal('key', message, { hint: giveKey });
  }
  if (error instanceof PermissionError) {
    return new Refusal('key', `${name} does not allow this with this key. ${detailOf(error.detail)}`.trim());
  }
  if (error instanceof CreditLimitError) return outOfCredits(error, connection);
  if (error instanceof RateLimitError) {
    const wait = Math.ceil((error.retryAfterMs ?? 60_000) / 1000);
    return new Refusal('limit', `Too many requests for this key; ${name} allows more in ${wait} s.`);
  }
  if (error instanceof NotFoundError) {
    return isList(error.answer.url)
      ? new UserError(`${name} has no such path.`, {
          hint: 'Is the address right? It is the one before /v2.',
        })
      : new Refusal('notFound', 'Nothing has this id.');
  }
  if (error instanceof ValidationError) return invalid(error, options);
  if (error instanceof ConnectionError) {
    const message = error.message.replace(error.url, name).replace(/\s+/g, ' ').trim();
    const hint = /wrong version number/.test(message)
      ? 'It does not speak TLS there: try http://.'
      : 'Is the address right, and does the service run?';
    return new UserError(`${message}.`, { hint });
  }
  if (error instanceof ProtocolError) {
    return new UserError(`${name} does not answer like a Lintel service: ${error.message}`, {
      hint: 'Is the address right? It is the one before /v2.',
    });
  }
  if (error instanceof ServerError) {
    const id = error.requestId;
    return new UserError(`${name} failed: ${error.message}`, { hint: `The id of the request is ${id}.` });
  }
  return new UserError(`${name}: ${error.message}`);
}

/** Whether the address is one that every service has, whatever its data are. */
function isList(url: string): boolean {
  const { pathname } = new URL(url);
  return Object.values(facts.endpoints).some(
    ({ path, gives, parameters }) =>
      gives !== 'object' && pathname.endsWith(path) && !parameters.some((each) => each.in === 'path'),
  );
}

function detailOf(detail: unknown): string {
  return typeof detail === 'string' ? detail : '';
}

/** What the page would have cost, what is left, and when more returns. */
async function outOfCredits(error: CreditLimitError, { client, name }: Connection): Promise<Refusal> {
  const { needed, remaining, limit, upgradeUrl } = error;
  const left = remaining ?? 0;
  const costs = needed === null ? '' : ` This page costs ${creditsText(needed)}.`;
  const of = limit === null ? '' : ` of ${limit.toLocaleString('en-US')}`;
  const usage = await client.usage().catch(() => null);
  const returns = usage?.available_at ? ` The next credits return on ${usage.available_at}.` : '';
  const hints = [
    left > 0 ? `--limit ${left} fits.` : '',
    upgradeUrl === null ? '' : `More: ${upgradeUrl}`,
  ].filter((hint) => hint !== '');
  return new Refusal('limit', `${creditsText(left)}${of} left at ${name}.${costs}${returns}`, {
    ...(hints.length === 0 ? {} : { hint: hints.join(' ') }),
  });
}

/** Options that are no filters, by their parameters. */
const ownOptions: Readonly<Record<string, string>> = { cursor: '--cursor', size: '--limit' };

/** Faults of parameters, in the names of options and commands. */
function invalid(error: ValidationError, options: readonly ParameterOption[]): UsageError {
  const { faults, detail } = error;
  if (faults.length === 0) return new UsageError(detailOf(detail) || error.message);
  const optionOf = (name: unknown) => options.find(({ parameter }) => parameter.name === name);
  const asOption = (name: string) => {
    const option = optionOf(name);
    return option === undefined ? (ownOptions[name] ?? name) : `--${option.name}`;
  };
  const texts = faults.map(({ loc, msg, ctx }) => {
    const unless = typeof ctx?.unless === 'string' ? `, unless ${ctx.unless}` : '';
    const text = msg
      .replace('Value error, ', '')
      .replace('GET /v2/list/tags', 'lintel tags')
      .replace(' (see GET /v2/openapi.json)', '')
      .concat(unless.replace(/\b(?:bbox|near|within)\b/g, asOption))
      .replace(/\b[a-z]+_\w+\b/g, asOption);
    const [, at] = loc;
    const isOption = optionOf(at) !== undefined || Object.hasOwn(ownOptions, String(at));
    const name = isOption ? asOption(String(at)) : loc.slice(1).join('.');
    const all = msg.includes('openapi.json') && Array.isArray(ctx?.allowed) ? ctx.allowed : [];
    const values = all.length === 0 ? '' : ` Values are ${all.join(', ')}.`;
    return `${text.startsWith(`${name} `) ? text : `${name}: ${text}`}${values}`;
  });
  const [first = ''] = texts;
  return texts.length === 1 ? new UsageError(first) : new UsageError('Options are wrong:', { list: texts });
}
