/**
 * Downloads the permits of a search into a file, in a thread of its own. The stream is resumed by the client when it
 * breaks; when that does not help, or the credits are used up, it stops, and the page decides how to go on.
 */
import { AuthenticationError, ConnectionError, CreditLimitError, Lintel, TimeoutError } from '@lintel/client';
import { type ListedPermit, listFields } from '../api/list-fields';
import { mediaTypes, type Sink, writePermits } from './formats';
import type { DownloadOrder, FromWorker, StopReason, ToWorker } from './messages';

const page = self as unknown as Pick<Worker, 'postMessage'>;
const say = (message: FromWorker) => page.postMessage(message);

/** Milliseconds between two reports. */
const reportEveryMs = 150;

let decide: ((next: 'continue' | 'finish') => void) | null = null;

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.say === 'start') {
    run(data.order).catch((error: unknown) => say({ say: 'failed', message: messageOf(error) }));
  } else {
    decide?.(data.say);
  }
});

async function run(order: DownloadOrder): Promise<void> {
  const { format } = order;
  if (format === 'xlsx' || format === 'table') return copyTable(order);
  let records = 0;
  let reportedAt = 0;
  async function* counted() {
    for await (const permit of permitsOf(order, () => records)) {
      records += 1;
      const now = performance.now();
      if (now - reportedAt > reportEveryMs) {
        reportedAt = now;
        say({ say: 'progress', records, isWaiting: false });
      }
      yield permit;
    }
  }
  const sink = order.file === null ? memorySink() : await fileSink(order.file);
  await writePermits(format, counted(), sink);
  say({ say: 'done', records, content: await sink.close(mediaTypes[format]) });
}

/** The permits of the order; after a stop it waits for the page's decision. */
async function* permitsOf(
  { from, headers }: DownloadOrder,
  given: () => number,
): AsyncGenerator<ListedPermit, void, undefined> {
  if (Array.isArray(from)) {
    yield* from as readonly ListedPermit[];
    return;
  }
  let cursor: string | null = null;
  const lintel = new Lintel({
    baseUrl: '',
    headers,
    retries: 5,
    onRetry: () => say({ say: 'progress', records: given(), isWaiting: true }),
    async fetch(url, init) {
      const response = await fetch(url, init);
      cursor = response.headers.get('X-Export-Cursor') ?? cursor;
      return response;
    },
  });
  for (;;) {
    try {
      const resumed = cursor === null ? {} : { cursor, offset: given() };
      yield* lintel.permits.export({ ...from, ...resumed, fields: listFields });
      return;
    } catch (error) {
      if ((await decisionAfter(error, given())) === 'finish') return;
    }
  }
}

/** A table for people: the service writes it. What breaks begins anew, by its cursor at no further cost. */
async function copyTable({ from, format, fields, headers, file }: DownloadOrder): Promise<void> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...from, format, fields }))
    for (const each of [value ?? []].flat()) query.append(name, String(each));
  for (;;) {
    let bytes = 0;
    try {
      const response = await fetch(`/v2/export/permits?${query}`, { headers });
      if (!response.ok || response.body === null) throw new RefusedError(response.status);
      query.set('cursor', response.headers.get('X-Export-Cursor') ?? '');
      const sink = file === null ? memorySink() : await fileSink(file);
      for (const reader = response.body.getReader(); ; ) {
        const { value } = await reader.read();
        if (value === undefined) break;
        await sink.write(value);
        bytes += value.length;
        say({ say: 'progress', records: bytes, isWaiting: false });
      }
      const content = await sink.close(response.headers.get('Content-Type') ?? '');
      say({ say: 'done', records: bytes, content });
      return;
    } catch (error) {
      // The service breaks off what the credits do not suffice for, which looks like a lost connection.
      const isBroken = error instanceof TypeError && (await creditsLeft(headers)) === 0;
      await decisionAfter(isBroken ? new RefusedError(402) : error, bytes);
    }
  }
}

/** The credits that are left; null without a limit, or where the service does not answer. */
async function creditsLeft(headers: DownloadOrder['headers']): Promise<number | null> {
  const usage = await new Lintel({ baseUrl: '', headers }).usage().catch(() => null);
  return usage?.credit_limit == null ? null : usage.credit_limit - usage.credits_used;
}

/** The service answered with an error. */
class RefusedError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The service answered with ${status}.`);
    this.status = status;
  }
}

/** Says that the download has stopped, and waits for the page's decision. */
function decisionAfter(error: unknown, records: number): Promise<'continue' | 'finish'> {
  const decision = new Promise<'continue' | 'finish'>((resolve) => {
    decide = resolve;
  });
  say({ say: 'stopped', records, reason: reasonOf(error) });
  return decision;
}

function reasonOf(error: unknown): StopReason {
  const message = messageOf(error);
  const status = error instanceof RefusedError ? error.status : null;
  if (error instanceof CreditLimitError || status === 402) return { code: 'credits', message };
  if (error instanceof AuthenticationError || status === 401) return { code: 'key', message };
  // What a broken answer of `fetch` throws is a TypeError.
  const isLost =
    error instanceof ConnectionError || error instanceof TimeoutError || error instanceof TypeError;
  return { code: isLost ? 'connection' : 'other', message };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

interface ClosingSink extends Sink {
  /** Ends the file; gives its content if it is in memory. */
  close(type: string): Promise<Blob | null>;
}

/** Bytes that are put together to a blob, which browsers keep on disk when there are many. */
const blobBytes = 8 << 20;

function memorySink(): ClosingSink {
  const blobs: Blob[] = [];
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  return {
    async write(bytes) {
      parts.push(bytes);
      size += bytes.length;
      if (size < blobBytes) return;
      blobs.push(new Blob(parts));
      parts = [];
      size = 0;
    },
    close: async (type) => new Blob([...blobs, ...parts], { type }),
  };
}

async function fileSink(file: FileSystemFileHandle): Promise<ClosingSink> {
  const stream = await file.createWritable();
  return {
    write: (bytes) => stream.write(bytes),
    async close() {
      await stream.close();
      return null;
    },
  };
}
