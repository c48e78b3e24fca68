/**
 * Which file of the repository is at which address of the site, and where its links lead there: a guide to its page,
 * an image to a file named by its content, any other file or folder to a page that shows it.
 */
import { posix } from 'node:path';

/** Where the site is. */
export const base = '/docs/';

/** The page of the site for a Markdown file of the repository, without `base`: `docs/api.md` is `api`. */
export function pageOf(file: string): string {
  const path = file
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .toLowerCase();
  return path.replace(/(^|\/)readme$/, '$1');
}

/** The page that shows a file or a folder that is no Markdown: `deploy/` is `files/deploy`. */
export function sourcePageOf(path: string): string {
  return `files/${path.replace(/\/$/, '').replaceAll('/', '-')}`;
}

/** The address of a page: `/docs/api`. */
export function addressOf(page: string): string {
  return base + page;
}

/** The address of the same page as Markdown: `/docs/api.md`. */
export function markdownAddressOf(page: string): string {
  return `${base}${markdownFileOf(page)}`;
}

/** The file of a page as Markdown: of `decisions/` it is `decisions/index.md`. */
export function markdownFileOf(page: string): string {
  return `${page === '' || page.endsWith('/') ? `${page}index` : page}.md`;
}

/** The file of a page. */
export function htmlFileOf(page: string): string {
  return `${page === '' || page.endsWith('/') ? `${page}index` : page}.html`;
}

/** A link of a file: to another host, or to a path of the repository with a fragment (`#…`, may be empty). */
export type Target =
  | { readonly kind: 'outside'; readonly url: string }
  | { readonly kind: 'inside'; readonly path: string; readonly fragment: string };

/** Reads a link as it is written in a file of the repository. */
export function targetOf(file: string, link: string): Target {
  if (/^[a-z][a-z0-9+.-]*:/i.test(link)) return { kind: 'outside', url: link };
  const at = link.indexOf('#');
  const path = at < 0 ? link : link.slice(0, at);
  const fragment = at < 0 ? '' : link.slice(at);
  return {
    kind: 'inside',
    path: path === '' ? file : posix.normalize(posix.join(posix.dirname(file), path)),
    fragment,
  };
}
