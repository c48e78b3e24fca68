/** JSON files that hold one object, such as manifests and settings. */
import { readFileSync } from 'node:fs';
import { messageOf, UserError } from './user-error.js';

/**
 * The object in a JSON file, not checked further. Throws the error of `unreadable` if the file cannot be
 * read, and a UserError that calls the file damaged if it is not one JSON object.
 */
export function readJsonObject(path: string, unreadable: (cause: unknown) => UserError): object {
  const text = readText(path, unreadable);
  const damaged = (why: string, cause?: unknown) => new UserError(`${path} is damaged: ${why}`, { cause });
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    throw damaged(messageOf(error), error);
  }
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given;
  throw damaged('it must hold one JSON object.');
}

/** What a manifest says of itself first, so that no other file is taken for it. */
export interface ManifestKind {
  /** What it is a manifest of. */
  readonly of: 'backup' | 'release';
  readonly magic: string;
  readonly format: number;
  /** What to do with one of another format. */
  readonly hint: string;
}

/** A manifest, of which no more is checked than its kind and format. Refuses anything else by name. */
export function readManifestObject<Manifest extends object>(
  path: string,
  { of, magic, format, hint }: ManifestKind,
  unreadable: (cause: unknown) => UserError,
): Partial<Manifest> {
  const given: { readonly magic?: unknown; readonly format?: unknown } = readJsonObject(path, unreadable);
  if (given.magic !== magic) throw new UserError(`${path} is not the manifest of a Lintel ${of}.`);
  if (given.format === format) return given as Partial<Manifest>;
  throw new UserError(
    `${path} describes a ${of} of format ${String(given.format)}; this version of Lintel reads format ${format}.`,
    { hint },
  );
}

function readText(path: string, unreadable: (cause: unknown) => UserError): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw unreadable(error);
  }
}
