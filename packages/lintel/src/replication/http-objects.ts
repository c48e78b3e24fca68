/** A store behind a web server, which sends the files of a directory or of a bucket: it is only read. */
import { messageOf, UserError } from '../base/user-error.js';
import { type Objects, StoreAway } from './objects.js';

/** Milliseconds after which an object that has not come is asked for again. */
const timeoutMs = 60_000;
/** An object is at most this large. */
const maxBytes = 256 << 20;

/** Opens the store whose catalog is at `catalog.json` below the address. A user and password go as Basic. */
export function httpObjects(address: string, signal: AbortSignal): Objects {
  const { base, authorization } = parsed(address);
  return {
    name: base.href,
    writable: null,
    async get(path, known) {
      try {
        const response = await fetch(new URL(path, base), {
          headers: {
            ...authorization,
            // What lies between must not answer for the store without asking it.
            'cache-control': 'no-cache',
            ...(known ? { 'if-none-match': known } : {}),
          },
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        });
        if (response.status === 304) return 'unchanged';
        if (response.status === 404 || response.status === 410) return null;
        if (!response.ok) throw new Error(`it answers ${response.status} ${response.statusText}`.trim());
        return { bytes: await bodyOf(response), mark: response.headers.get('etag') ?? '' };
      } catch (error) {
        throw new StoreAway(
          base.href,
          messageOf(error instanceof TypeError ? (error.cause ?? error) : error),
          error,
        );
      }
    },
  };
}

async function bodyOf(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > maxBytes) throw new Error('it sends more than an object has');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function parsed(address: string) {
  try {
    const base = new URL(address.endsWith('/') ? address : `${address}/`);
    const { username, password } = base;
    base.username = '';
    base.password = '';
    const given = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const authorization =
      username === '' ? {} : { authorization: `Basic ${Buffer.from(given).toString('base64')}` };
    return { base, authorization };
  } catch (error) {
    // The address may contain a password, so the message does not repeat it.
    throw new UserError('The address of the store is malformed.', {
      hint: 'It must look like https://releases.example.org/lintel.',
      cause: error,
    });
  }
}
