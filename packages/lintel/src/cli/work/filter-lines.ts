/**
 * Runs JSON lines through a filter: one line out for each line in, in order, at the speed of the slower side.
 *
 * Lines are filtered in blocks as they arrive, several blocks at once if the filter has threads. A line that
 * is not a JSON object, or that the work refuses, gives an object with `error` and `line` instead. If the
 * reader of the output closes it, or the work is interrupted, it ends silently.
 */

import type { Readable, Writable } from 'node:stream';
import { handled } from '../../base/handled.js';
import { printableJson } from '../../base/printable.js';
import { errorCode, messageOf } from '../../base/user-error.js';
import { maxNesting, nestsDeeper } from '../../sources/read/nesting.js';
import { tooDeep } from '../../sources/read/read-item.js';

/** Characters of the longest line; a longer one is thrown away. */
const maxLineLength = 16_000_000;

export type JsonObject = Readonly<Record<string, unknown>>;

/** Lines that arrived together; null for one that was too long. */
export interface Block {
  /** Number of the first line, from 1. */
  readonly first: number;
  readonly lines: readonly (string | null)[];
}

export interface FilteredBlock {
  /** As many lines as the block has, each with its end. */
  readonly text: string;
  /** Lines that are not JSON objects, or that the work refused. */
  readonly refused: number;
}

/** What blocks are filtered by. */
export interface BlockFilter {
  /** Blocks that may be under way at once. */
  readonly parallel: number;
  run(block: Block): Promise<FilteredBlock>;
}

/** Filters all lines; gives how many were refused. */
export async function filterLines(
  input: Readable,
  output: Writable,
  signal: AbortSignal,
  filter: BlockFilter,
): Promise<number> {
  let failure: NodeJS.ErrnoException | null = null;
  const onError = (error: Error) => {
    failure = error;
  };
  const stop = () => input.destroy();
  const isOver = () => failure !== null || signal.aborted;
  let refused = 0;
  const underWay: Promise<FilteredBlock>[] = [];
  const takeOne = async () => {
    const filtered = await underWay.shift();
    if (filtered === undefined || isOver()) return;
    refused += filtered.refused;
    await write(output, filtered.text, signal);
  };
  output.on('error', onError);
  signal.addEventListener('abort', stop);
  try {
    for await (const block of blocksOf(input)) {
      underWay.push(handled(filter.run(block)));
      while (underWay.length >= filter.parallel) await takeOne();
      if (isOver()) break;
    }
    while (underWay.length > 0) await takeOne();
  } finally {
    output.off('error', onError);
    signal.removeEventListener('abort', stop);
  }
  if (failure !== null && (failure as NodeJS.ErrnoException).code !== 'EPIPE') throw failure;
  return refused;
}

/** What the work made of an object, or why it refuses it. */
export type Made = { readonly made: unknown } | { readonly refused: string };

/**
 * Filters one block: its objects together through `work`, which gives as many, anything else into an error.
 */
export function filterBlock(
  { first, lines }: Block,
  work: (objects: readonly JsonObject[]) => readonly Made[],
): FilteredBlock {
  const given = lines.map(readObject);
  const made = work(given.filter((object) => typeof object !== 'string')).values();
  let text = '';
  let refused = 0;
  for (const [index, object] of given.entries()) {
    const one = typeof object === 'string' ? { refused: object } : made.next().value;
    if (one === undefined) throw new Error('the work gave fewer objects than it was given');
    if ('refused' in one) {
      refused += 1;
      text += `${printableJson(JSON.stringify({ error: one.refused, line: first + index }))}\n`;
    } else text += `${JSON.stringify(one.made)}\n`;
  }
  return { text, refused };
}

/** The object of a line, or why it is none. */
function readObject(line: string | null): JsonObject | string {
  if (line === null) return `The line is longer than ${maxLineLength.toLocaleString('en-US')} characters.`;
  if (nestsDeeper(line, maxNesting)) return tooDeep;
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch (error) {
    return line.trim() === ''
      ? 'The line is empty; it must hold one JSON object.'
      : `The line is not JSON: ${messageOf(error)}.`;
  }
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given as JsonObject;
  return 'The line must hold one JSON object.';
}

/** The lines of a stream without their ends, those of each chunk together. */
async function* blocksOf(input: Readable): AsyncGenerator<Block, void, void> {
  input.setEncoding('utf8');
  let rest = '';
  let first = 1;
  let isTooLong = false;
  for await (const chunk of untilClosed(input)) {
    const lines: (string | null)[] = (
      first === 1 && rest === '' ? chunk.replace(/^\ufeff/, '') : chunk
    ).split('\n');
    const last = lines.pop() ?? '';
    if (lines.length > 0) {
      lines[0] = isTooLong ? null : rest + lines[0];
      rest = '';
      isTooLong = false;
      yield { first, lines };
      first += lines.length;
    }
    isTooLong ||= rest.length + last.length > maxLineLength;
    rest = isTooLong ? '' : rest + last;
  }
  if (rest !== '' || isTooLong) yield { first, lines: [isTooLong ? null : rest] };
}

/** The chunks of a stream, up to its end or until it is taken away. */
async function* untilClosed(input: Readable): AsyncGenerator<string, void, void> {
  try {
    yield* input as AsyncIterable<string>;
  } catch (error) {
    if (errorCode(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
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
