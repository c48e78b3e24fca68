/**
 * Pages as bytes (C1): the stored bytes of the records, copied between the brackets of the envelope in one
 * allocation. Records are never parsed or serialised on the way.
 */
import type { RecordBytes } from '../../format/record.js';

const head = Buffer.from('{"items":[');
const comma = ','.charCodeAt(0);

/**
 * The bytes of a page. `envelope` holds the keys after the items, at least one; undefined ones are left out.
 */
export function pageBytes(items: readonly RecordBytes[], envelope: object): Buffer {
  const tail = Buffer.from(`],${JSON.stringify(envelope).slice(1)}`);
  let length = head.length + tail.length + Math.max(0, items.length - 1);
  for (const item of items) length += item.length;
  const bytes = Buffer.allocUnsafe(length);
  let at = head.copy(bytes);
  items.forEach((item, index) => {
    if (index > 0) bytes[at++] = comma;
    at += item.copy(bytes, at);
  });
  tail.copy(bytes, at);
  return bytes;
}
