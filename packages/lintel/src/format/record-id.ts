/** The id of a record, read from its bytes without parsing them. */
import type { RecordBytes } from './record.js';

const idAt = '{"id":"'.length;
const quote = '"'.charCodeAt(0);

/** The id, which is a record's first member. */
export function idOf(record: RecordBytes): string {
  return record.toString('latin1', idAt, record.indexOf(quote, idAt));
}
