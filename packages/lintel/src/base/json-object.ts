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

function readText(path: string, unreadable: (cause: unknown) => UserError): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw unreadable(error);
  }
}
