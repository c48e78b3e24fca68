/** Files with one JSON object a line. */
import { existsSync, readFileSync, statSync } from 'node:fs';

/** The objects of a file, or null if it is not there; throws at the first line that is none or does not fit. */
export function readLines<T extends object>(path: string, fits: (line: T) => boolean): T[] | null {
  if (!existsSync(path)) return null;
  if (statSync(path).isDirectory()) throw new Error(`${path} is a directory, not a file`);
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return [];
      const value = parsed(line) as T | null;
      if (typeof value !== 'object' || value === null) {
        throw new Error(`${path}, line ${index + 1}: not a JSON object`);
      }
      if (!fits(value)) throw new Error(`${path}, line ${index + 1}: not a case of its kind`);
      return [value];
    });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
