/**
 * Pages as bytes (C1): the stored bytes of the records copied between the brackets of the envelope, in one
 * allocation. Records are never parsed or serialised on the way.
 */
import type { TotalCount } from '@lintel/contract';
import type { RecordBytes } from '../format/record.js';

const head = Buffer.from('{"items":[');
const comma = ','.charCodeAt(0);

/**
 * The bytes of a page with a cursor. `totalCount` is undefined where none was asked for; `extra` are further keys of the
 * envelope.
 */
export function pageBytes(
  items: readonly RecordBytes[],
  nextCursor: string | null,
  totalCount: TotalCount | null | undefined,
  extra: Readonly<Record<string, unknown>> = {},
): Buffer {
  const count = totalCount === undefined ? '' : `,"total_count":${JSON.stringify(totalCount)}`;
  const more = Object.entries(extra).map(
    ([key, value]) => `,${JSON.stringify(key)}:${JSON.stringify(value)}`,
  );
  const next = JSON.stringify(nextCursor);
  return envelope(items, `],"size":${items.length},"next_cursor":${next}${count}${more.join('')}}`);
}

/** The bytes of a numbered page of the city search. */
export function cityPageBytes(items: readonly RecordBytes[], page: number): Buffer {
  return envelope(items, `],"page":${page},"size":${items.length}}`);
}

function envelope(items: readonly RecordBytes[], tail: string): Buffer {
  const end = Buffer.from(tail);
  let length = head.length + end.length + Math.max(0, items.length - 1);
  for (const item of items) length += item.length;
  const bytes = Buffer.allocUnsafe(length);
  let at = head.copy(bytes);
  items.forEach((item, index) => {
    if (index > 0) bytes[at++] = comma;
    at += item.copy(bytes, at);
  });
  end.copy(bytes, at);
  return bytes;
}
