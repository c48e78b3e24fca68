/** `GET /v2/{permits|contractors|decisions}/{id}`: one record, or 404 (C33). */

import type { RecordKind } from '../format/record.js';
import type { Release } from '../releases/release.js';
import type { Found } from './route.js';

/** Answers the record of the id in the path. */
export function singleRecord(kind: RecordKind) {
  return (question: {
    readonly query: { readonly id: string };
    readonly release: Release;
  }): Extract<Found, { kind: 'record' }> | null => {
    const [body] = question.release.records(kind, [question.query.id]);
    return body === undefined ? null : { kind: 'record', body };
  };
}
