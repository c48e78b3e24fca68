/**
 * The order of the pages: that of `docs/README.md`, whose sections are lists of `- [title](file): summary`. There is no
 * other list, so the order in the repository, on the site and in `llms.txt` is one.
 */
import { targetOf } from './addresses.js';

export interface Entry {
  readonly title: string;
  /** The path in the repository. */
  readonly file: string;
  readonly summary: string;
}

export interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** Reads the lists of an index. Throws for an item without a link, which would be missing on the site. */
export function readNavigation(file: string, text: string): Group[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = ''] = section.split('\n', 1);
      const items = section.matchAll(/^- .*(?:\n {2,}\S.*)*/gm);
      return { title, entries: [...items].map(([item]) => entryOf(file, item.replace(/\s+/g, ' '))) };
    });
}

function entryOf(file: string, item: string): Entry {
  const [, title, link, summary] = /^- \[([^\]]+)\]\(([^)]+)\)(?:: (.*))?$/.exec(item) ?? [];
  if (title === undefined || link === undefined) throw new Error(`${file}: no page in "${item}"`);
  const target = targetOf(file, link);
  if (target.kind === 'outside') throw new Error(`${file}: ${link} is not a page of this project`);
  return { title, file: target.path, summary: summary ?? '' };
}
