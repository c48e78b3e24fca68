/**
 * Which definitions were tried on real rows: a mark in the definition, or in the operator's home, where a mark holds
 * as long as the definition stays as it was.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeWhole } from '../../base/files/write-whole.js';
import type { SourceDefinition, Verified } from '../definition/catalog-schema.js';

interface Mark extends Verified {
  /** Hash of the definition that was tried. */
  readonly definition: string;
}

type Marks = Readonly<Record<string, Mark>>;

/** The marks in the file; none if there is no such file. */
export function readMarks(path: string): Marks {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Marks) : {};
}

/** Adds or renews a mark in the file. */
export function writeMark(path: string, definition: SourceDefinition, verified: Verified): void {
  const mark: Mark = { ...verified, definition: hashOf(definition) };
  writeWhole(path, `${JSON.stringify({ ...readMarks(path), [definition.id]: mark }, null, 2)}\n`);
}

/** When the definition was last tried, by its own mark or one of the home; null if never. */
export function verifiedOf(definition: SourceDefinition, marks: Marks): Verified | null {
  const own = definition.verified ?? null;
  const mark = marks[definition.id];
  if (mark === undefined || mark.definition !== hashOf(definition)) return own;
  return own !== null && own.on >= mark.on ? own : { on: mark.on, rows: mark.rows };
}

/** The text of a definition file with the mark turned; everything else stays as it is written. */
export function withMark(text: string, { on, rows }: Verified): string {
  const mark = `"verified": { "on": "${on}", "rows": ${rows} }`;
  if (/"verified":/.test(text)) return text.replace(/"verified":\s*(?:null|\{[^}]*\})/, mark);
  const before = /\n([ \t]*)(?="jurisdiction":)/.exec(text) ?? /\{(\s*)(?=")/.exec(text);
  if (before === null) return text;
  const at = before.index + before[0].length;
  return `${text.slice(0, at)}${mark},${before[1]?.startsWith('\n') ? '' : '\n'}${before[1]}${text.slice(at)}`;
}

function hashOf({ verified: _, ...definition }: SourceDefinition): string {
  return createHash('sha256').update(JSON.stringify(definition)).digest('hex').slice(0, 16);
}
