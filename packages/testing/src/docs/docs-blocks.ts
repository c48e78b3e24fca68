/** The fenced blocks of README and the guides, for the tests that hold the documentation to its word. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A fenced block: its language and its text. */
export interface Block {
  readonly page: string;
  readonly language: string;
  readonly text: string;
}

/** README and the guides; decisions show no commands to run. */
export const guides: readonly string[] = [
  'README.md',
  ...readdirSync(resolve('docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

/** The blocks of a page, in their order. */
export function blocksOf(page: string): Block[] {
  const text = readFileSync(resolve(page), 'utf8');
  return [...text.matchAll(/^```(\w*)[^\n]*\n(.*?)\n```$/gms)].map(([, language = '', body = '']) => ({
    page,
    language,
    text: body,
  }));
}
