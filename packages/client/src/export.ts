/**
 * An export: all records that its filters find, in one stream of lines of JSON. A stream that breaks is resumed after the
 * last whole line by the transport. Memory is that of one piece of the network, and nothing is read ahead of the caller.
 */
import { maxText } from './text.js';
import { withinTime } from './time.js';

/** The records of an export. Nothing is requested before you iterate; each iteration is an export of its own. */
export class Export<Item> implements AsyncIterable<Item> {
  readonly #open: () => AsyncGenerator<Item, void, undefined>;

  constructor(open: () => AsyncGenerator<Item, void, undefined>) {
    this.#open = open;
  }

  /** All records, one after another, as they arrive. Leaving the loop closes the connection. */
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    return this.#open();
  }

  /** All records at once. */
  async toArray(): Promise<Item[]> {
    const items: Item[] = [];
    for await (const item of this) items.push(item);
    return items;
  }
}

/**
 * The whole lines of a body, as they arrive. Throws where the body breaks or ends within a line, the reason of the signal,
 * or `TimeIsOver` when nothing arrives for so many milliseconds. Closes the connection when it is left.
 */
export async function* linesOf(
  { body }: Response,
  ms: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<string[], void, undefined> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const part = await withinTime(ms, signal, (limited) =>
        Promise.race([reader?.read(), rejectedBy(limited)]),
      );
      if (part === undefined || part.done) break;
      const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > maxText) throw new Error('a record has no end');
      yield lines;
    }
  } finally {
    // A connection that has failed already cannot be closed again.
    reader?.cancel().catch(() => {});
  }
  if (rest !== '') throw new Error('it ends within a record');
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
