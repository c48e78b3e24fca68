/** A feed as JSON Feed 1.1 (jsonfeed.org). */
import { type Entry, type Feed, instant } from './feed.js';

export const jsonFeedType = 'application/feed+json; charset=utf-8';

/** The bytes of the feed. */
export function jsonFeedBytes(feed: Feed): Buffer {
  const { nextUrl, rights } = feed;
  return Buffer.from(
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: feed.title,
      feed_url: feed.selfUrl,
      ...(nextUrl !== null && { next_url: nextUrl }),
      ...(rights !== null && { description: rights }),
      language: 'en-US',
      authors: [{ name: 'Lintel' }],
      items: feed.entries.map((entry) => itemOf(entry)),
    }),
  );
}

function itemOf({ id, title, text, url, published, updated, tags, point }: Entry) {
  return {
    id,
    url,
    title,
    content_text: text,
    ...(published !== null && { date_published: instant(published) }),
    date_modified: instant(updated),
    tags,
    // The names of extensions begin with an underscore.
    ...(point !== null && { _geo: { latitude: point[0], longitude: point[1] } }),
  };
}
