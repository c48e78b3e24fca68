/** The routes of a feed: the same entries as Atom and as JSON Feed. */
import type { Endpoint } from '@lintel/contract';
import type { Awaitable } from '../../base/awaitable.js';
import type { HandlerInput, PageResult } from '../answer/handler.js';
import type { PageBytes } from '../answer/page.js';
import { type Rendered, type RenderInput, type Route, renderedRoute } from '../answer/route.js';
import { atomBytes, atomType } from './atom.js';
import { type EntryReader, type Feed, feedOf } from './feed.js';
import { jsonFeedBytes, jsonFeedType } from './json-feed.js';

/** The routes of `atom` and `json`. `search` gives a page of records, `entryOf` reads one. */
export function feedRoutes<E extends Endpoint>(
  { atom, json }: { readonly atom: E; readonly json: E },
  title: string,
  search: (input: HandlerInput<E>) => Awaitable<PageResult>,
  entryOf: EntryReader,
): readonly Route[] {
  const rendered =
    (bytes: (feed: Feed) => PageBytes, mediaType: string) =>
    (input: RenderInput<E>): Rendered => {
      const feed = feedOf(title, input, entryOf);
      const { nextUrl, ...meaning } = feed;
      return {
        ...bytes(feed),
        mediaType,
        modifiedMs: Date.parse(input.release.info.built_at),
        // The cursor of the next page names the release; the entries may be the same in the next one.
        meaning: JSON.stringify([meaning, nextUrl !== null]),
      };
    };
  return [
    renderedRoute(atom, search, rendered(atomBytes, atomType)),
    renderedRoute(json, search, rendered(jsonFeedBytes, jsonFeedType)),
  ];
}
