/**
 * The URL of the next page for the `Link` field (C19; RFC 8288). Pages with a cursor also have `next_cursor`
 * in the body; numbered pages have only the link.
 */
import { queryText } from '../request/parameters.js';

/** Parameters that belong to one page only. */
const pageOnly = /^(?:cursor|page|include_count|include_total_count|count)(?:=|$)/;

/** The parameter of the next page, in place of the request's own cursor or page. */
export type NextPage = { readonly cursor: string } | { readonly page: number };

/** The `Link` value for the next page: the request's own path and query with the new cursor or page. */
export function nextLink(url: string, next: NextPage): string {
  const path = url.split('?', 1)[0] ?? '';
  const kept = queryText(url)
    .split('&')
    .filter((pair) => pair !== '' && !pageOnly.test(pair))
    .map((pair) => pair.replace(/[<>"]/g, percentEncode));
  return `<${path}?${[...kept, 'cursor' in next ? `cursor=${next.cursor}` : `page=${next.page}`].join('&')}>; rel="next"`;
}

/** Escapes a character that would end the URL early. */
function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
