/** A feed as JSON Feed 1.1 (jsonfeed.org). */
import { type PageBytes, pageBytes } from '../answer/page.js';
import { type Entry, type Feed, instant } from './feed.js';

export const jsonFeedType = 'application/feed+json; charset=utf-8';

/** The bytes of the feed. */
export function jsonFeedBytes(feed: Feed): PageBytes {
  const { nextUrl, rights } = feed;
  const about = {
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    feed_url: feed.selfUrl,
    ...(nextUrl !== null && { next_url: nextUrl }),
    ...(rights !== null && { description: rights }),
  };
  const items = feed.entries.map((entry) => Buffer.from(JSON.stringify(itemOf(entry))));
  const envelope = { language: 'en-US', authors: [{ name: 'Lintel' }] };
  return pageBytes(items, envelope, `${JSON.stringify(about).slice(0, -1)},"items":[`);
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
