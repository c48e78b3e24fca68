/** The fenced blocks and the entries of README and the guides, for the tests of the documentation. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A fenced block: its language, what follows the language (`example`, `file=permits.csv`), and its text. */
export interface Block {
  readonly page: string;
  readonly language: string;
  readonly role: string;
  readonly text: string;
}

/** README and the guides; decisions show no commands to run. */
export const guides: readonly string[] = [
  'README.md',
  ...readdirSync(resolve('docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

/** All files of a folder with one of the endings, without what is built or installed. */
export function filesBelow(folder: string, endings: RegExp): string[] {
  return readdirSync(resolve(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => endings.test(name) && !/(?:^|\/)(?:node_modules|dist|\.venv)\//.test(name))
    .map((name) => join(folder, name));
}

/** Every page but the changes. */
export const pages: readonly string[] = ['README.md', 'CONTRIBUTING.md', ...filesBelow('docs', /\.md$/)];

/** Pages that show requests by curl, each with its answer. */
export const pagesOfAnswers = ['README.md', 'docs/accounts.md', 'docs/api.md', 'docs/start.md'] as const;

/** The blocks of a page, in their order. */
export function blocksOf(page: string): Block[] {
  const text = readFileSync(resolve(page), 'utf8');
  return [...text.matchAll(/^```(\w*) ?([^\n]*)\n(.*?)\n```$/gms)].map(
    ([, language = '', role = '', body = '']) => ({ page, language, role, text: body }),
  );
}

/**
 * What a page explains, as lists of cells: the cells of each table row, and term and text of each list item
 * `- term: text`, its wrapped lines joined. The term ends at the first colon and space outside code.
 */
export function entriesOf(text: string): string[][] {
  const entries: string[][] = [];
  for (const [line] of text.matchAll(/^(?:\|.*|- .*(?:\n {2,}\S.*)*)$/gm)) {
    if (line.startsWith('|')) {
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      entries.push(cells.slice(1, -1));
      continue;
    }
    const item = line.slice(2).replace(/\s+/g, ' ');
    const [, term = item, rest = ''] = /^((?:`[^`]*`|[^`:]|:(?! ))*): (.*)$/.exec(item) ?? [];
    entries.push([term, rest]);
  }
  return entries;
}
