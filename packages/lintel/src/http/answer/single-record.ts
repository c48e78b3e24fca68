/** `GET /v2/{permits|contractors|decisions}/{id}`: one record, or 404 (C33). */

import type { RecordKind } from '../../format/record.js';
import type { Release } from '../../releases/release.js';
import type { BodyResult } from './handler.js';

/** Answers with the record of the id in the path. */
export function singleRecord(kind: RecordKind) {
  return (input: {
    readonly query: { readonly id: string };
    readonly release: Release;
  }): BodyResult | null => {
    const [body] = input.release.records(kind, [input.query.id]);
    return body === undefined ? null : { body };
  };
}
