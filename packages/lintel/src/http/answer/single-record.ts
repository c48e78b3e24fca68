/** `GET /v2/{permits|contractors|decisions}/{id}`: one record, or 404 (C33). */

import type { RecordKind } from '../../format/record.js';
import type { ServedRelease } from '../../releases/release.js';
import type { BodyResult } from './handler.js';

/** Answers with the record of the id in the path. */
export function singleRecord(kind: RecordKind) {
  return async (input: {
    readonly query: { readonly id: string };
    readonly release: ServedRelease;
  }): Promise<BodyResult | null> => {
    const [body] = await input.release.records(kind, [input.query.id]);
    return body === undefined ? null : { body };
  };
}
