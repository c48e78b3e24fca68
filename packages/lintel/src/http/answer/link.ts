/** The address of the next page for the `Link` field (C19; RFC 8288), beside `next_cursor` in the body, and alone where pages are numbered. */
import { queryText } from '../request/parameters.js';

/** Parameters that belong to one page and not to the walk. */
const pageOnly = /^(?:cursor|page|include_count|include_total_count)(?:=|$)/;

/** What a request for the next page sends in place of its own cursor or page. */
export type NextPage = { readonly cursor: string } | { readonly page: number };

/** `Link` value of the page after this one: the request's own path and query with the new cursor or page. */
export function nextLink(url: string, next: NextPage): string {
  const path = url.split('?', 1)[0] ?? '';
  const kept = queryText(url)
    .split('&')
    .filter((pair) => pair !== '' && !pageOnly.test(pair))
    .map((pair) => pair.replace(/[<>"]/g, percentEncode));
  return `<${path}?${[...kept, 'cursor' in next ? `cursor=${next.cursor}` : `page=${next.page}`].join('&')}>; rel="next"`;
}

/** What would end the address early. */
function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
