/** A feed as Atom (RFC 4287), paged by RFC 5005, with points by GeoRSS. */
import type { PageBytes } from '../answer/page.js';
import { type Entry, type Feed, instant } from './feed.js';
import { element } from './xml.js';

export const atomType = 'application/atom+xml; charset=utf-8';

const entryEnd = '</entry>';

/** The bytes of the feed. */
export function atomBytes(feed: Feed): PageBytes {
  const { nextUrl, rights } = feed;
  const content = [
    element('id', {}, feed.id),
    element('title', {}, feed.title),
    element('updated', {}, instant(feed.updated)),
    element('author', {}, [element('name', {}, 'Lintel')]),
    element('generator', {}, 'Lintel'),
    element('link', { rel: 'self', type: 'application/atom+xml', href: feed.selfUrl }),
    ...(nextUrl === null ? [] : [element('link', { rel: 'next', href: nextUrl })]),
    ...(rights === null ? [] : [element('rights', {}, rights)]),
    ...feed.entries.map((entry) => `\n${entryElement(entry)}`),
    '\n',
  ];
  const namespaces = { xmlns: 'http://www.w3.org/2005/Atom', 'xmlns:georss': 'http://www.georss.org/georss' };
  const body = Buffer.from(
    `<?xml version="1.0" encoding="utf-8"?>\n${element('feed', namespaces, content)}\n`,
  );
  let at = 0;
  const recordEnds = feed.entries.map(() => {
    at = body.indexOf(entryEnd, at) + entryEnd.length;
    return at;
  });
  return { body, recordEnds };
}

function entryElement({ id, title, text, url, published, updated, tags, point }: Entry) {
  return element('entry', {}, [
    element('id', {}, id),
    element('title', {}, title),
    element('updated', {}, instant(updated)),
    ...(published === null ? [] : [element('published', {}, instant(published))]),
    element('link', { rel: 'alternate', type: 'application/json', href: url }),
    ...tags.map((term) => element('category', { term })),
    element('content', { type: 'text' }, text),
    ...(point === null ? [] : [element('georss:point', {}, point.join(' '))]),
  ]);
}
