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
  await writePermits(order.format, counted(), sink);
  say({ say: 'done', records, content: await sink.close(mediaTypes[order.format]) });
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
      const decision = new Promise<'continue' | 'finish'>((resolve) => {
        decide = resolve;
      });
      say({ say: 'stopped', records: given(), reason: reasonOf(error) });
      if ((await decision) === 'finish') return;
    }
  }
}

function reasonOf(error: unknown): StopReason {
  const message = messageOf(error);
  if (error instanceof CreditLimitError) return { code: 'credits', message };
  if (error instanceof AuthenticationError) return { code: 'key', message };
  const isLost = error instanceof ConnectionError || error instanceof TimeoutError;
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
