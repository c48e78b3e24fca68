/**
 * Pages as bytes (C1): the stored bytes of the records, copied between the brackets of the envelope in one
 * allocation. Records are never parsed or serialised on the way.
 */
import type { RecordBytes } from '../../format/record.js';

const comma = ','.charCodeAt(0);

/** An answer with records. */
export interface PageBytes {
  readonly body: Buffer;
  /** Where in the body each record ends. */
  readonly recordEnds: readonly number[];
}

/**
 * The bytes of a page. `envelope` holds the keys after the items, at least one; undefined ones are left out. `before` is
 * what precedes the first item.
 */
export function pageBytes(items: readonly RecordBytes[], envelope: object, before = '{"items":['): PageBytes {
  const head = Buffer.from(before);
  const tail = Buffer.from(`],${JSON.stringify(envelope).slice(1)}`);
  let length = head.length + tail.length + Math.max(0, items.length - 1);
  for (const item of items) length += item.length;
  const body = Buffer.allocUnsafe(length);
  let at = head.copy(body);
  const recordEnds = items.map((item, index) => {
    if (index > 0) body[at++] = comma;
    at += item.copy(body, at);
    return at;
  });
  tail.copy(body, at);
  return { body, recordEnds };
}
