/** The output of an export: a file that gets its name when it is complete, or standard output. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { pipeline, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { writeFailure } from '../base/files/file-writer.js';
import type { ByteSink } from './table-writer.js';

/**
 * A sink into the file at `path`, compressed with gzip on request. Throws a UserError when the disk is full, with the
 * `name` that the file is to get.
 */
export function fileSink(path: string, isGzip: boolean, name = path): ByteSink {
  const file = createWriteStream(path);
  if (!isGzip) return streamSink(file, [file], name);
  const gzip = createGzip({ level: 6 });
  // Unlike `pipe`, it ends gzip when the file fails: else nothing would wake who waits for gzip to drain. The error
  // comes to the sink by the streams' own events.
  pipeline(gzip, file, () => {});
  return streamSink(gzip, [gzip, file], name);
}

/** A sink into standard output, which stays open. */
export const outputSink = (): ByteSink => streamSink(process.stdout, [], 'standard output');

/** Whether the reader of standard output, such as `head`, has closed it. */
export function isReaderGone(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return [error, cause].some((one) => (one as NodeJS.ErrnoException | undefined)?.code === 'EPIPE');
}

/** `owned` are the streams to end, in the order in which bytes pass through them. */
function streamSink(stream: Writable, owned: readonly Writable[], path: string): ByteSink {
  let failure: unknown = null;
  for (const one of new Set([stream, ...owned])) {
    one.on('error', (error) => {
      failure ??= error;
    });
  }
  const named = (error: unknown) => writeFailure(path, failure ?? error);
  return {
    write(bytes) {
      if (failure !== null) throw named(failure);
      return stream.write(bytes);
    },
    async drained() {
      try {
        if (stream.writableNeedDrain) await once(stream, 'drain');
      } catch (error) {
        throw named(error);
      }
    },
    async end() {
      try {
        if (owned.length > 0) stream.end();
        await Promise.all(owned.map((one) => finished(one)));
      } catch (error) {
        throw named(error);
      }
      if (failure !== null) throw named(failure);
    },
    destroy() {
      for (const one of owned) one.destroy();
    },
  };
}
