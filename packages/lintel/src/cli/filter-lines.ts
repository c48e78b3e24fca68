/**
 * Runs JSON lines through a function: one line out for each line in, in order, at the speed of the slower side.
 *
 * A line that is no JSON object gives an object with `error` and `line` in its place. When the reader of the output goes
 * away, or the work is interrupted, it ends without a complaint.
 */
import type { Readable, Writable } from 'node:stream';

/** Characters of the longest line; a longer one is thrown away. */
const maxLineLength = 16_000_000;
/** Characters of output that are written together. */
const pieceLength = 1 << 16;

type JsonObject = Readonly<Record<string, unknown>>;

/** Filters all lines; gives how many were no JSON objects. */
export async function filterLines(
  input: Readable,
  output: Writable,
  signal: AbortSignal,
  work: (object: JsonObject) => unknown,
): Promise<number> {
  let failure: NodeJS.ErrnoException | null = null;
  const onError = (error: Error) => {
    failure = error;
  };
  const isOver = () => failure !== null || signal.aborted;
  let number = 0;
  let refused = 0;
  let piece = '';
  const stop = () => input.destroy();
  output.on('error', onError);
  signal.addEventListener('abort', stop);
  for await (const line of linesOf(input)) {
    number += 1;
    const given = readObject(line);
    if (typeof given === 'string') refused += 1;
    piece += `${JSON.stringify(typeof given === 'string' ? { error: given, line: number } : work(given))}\n`;
    if (piece.length < pieceLength) continue;
    await write(output, piece, signal);
    piece = '';
    if (isOver()) break;
  }
  if (!isOver()) await write(output, piece, signal);
  output.off('error', onError);
  signal.removeEventListener('abort', stop);
  if (failure !== null && (failure as NodeJS.ErrnoException).code !== 'EPIPE') throw failure;
  return refused;
}

/** The chunks of a stream, up to its end or until it is taken away. */
async function* untilClosed(input: Readable): AsyncGenerator<string, void, void> {
  try {
    yield* input as AsyncIterable<string>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

/** Writes the text; settled when the reader has taken it, is gone, or the work is over. */
function write(output: Writable, text: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      signal.removeEventListener('abort', done);
      resolve();
    };
    signal.addEventListener('abort', done, { once: true });
    output.write(text, done);
  });
}

/** The object of a line, or why it is none. */
function readObject(line: string | null): JsonObject | string {
  if (line === null) return `The line is longer than ${maxLineLength.toLocaleString('en-US')} characters.`;
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch (error) {
    return line.trim() === ''
      ? 'The line is empty; it must hold one JSON object.'
      : `The line is not JSON: ${(error as Error).message}.`;
  }
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given as JsonObject;
  return 'The line must hold one JSON object.';
}

/** The lines of a stream without their ends; null for one that is too long. */
async function* linesOf(input: Readable): AsyncGenerator<string | null, void, void> {
  input.setEncoding('utf8');
  let rest = '';
  let isFirst = true;
  let isTooLong = false;
  for await (const chunk of untilClosed(input)) {
    const lines = (isFirst ? chunk.replace(/^\ufeff/, '') : chunk).split('\n');
    isFirst = false;
    const last = lines.pop() ?? '';
    for (const line of lines) {
      yield isTooLong ? null : rest + line;
      rest = '';
      isTooLong = false;
    }
    isTooLong ||= rest.length + last.length > maxLineLength;
    rest = isTooLong ? '' : rest + last;
  }
  if (rest !== '' || isTooLong) yield isTooLong ? null : rest;
}
