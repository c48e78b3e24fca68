/** The sets of named areas of a home, a file each. A build reads them; a release keeps those that it was built with. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { areaSetPattern } from '@lintel/contract/plain';
import { syncDirectory } from '../base/directory.js';
import { writeWhole } from '../base/files/write-whole.js';
import type { Home } from '../base/home.js';
import { messageOf, UserError } from '../base/user-error.js';
import type { AreaSet } from '../format/areas/area-sets.js';

const suffix = '.json';

/** The ids of the sets, in their order. */
function setsIn({ areas }: Pick<Home, 'areas'>): string[] {
  if (!existsSync(areas)) return [];
  const ids = readdirSync(areas).map((name) => (name.endsWith(suffix) ? name.slice(0, -suffix.length) : ''));
  return ids.filter((id) => areaSetPattern.test(id)).sort();
}

/** All sets, in the order of their ids. */
export function readSets(home: Pick<Home, 'areas'>): AreaSet[] {
  return setsIn(home).map((id) => {
    const path = fileOf(home, id);
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as AreaSet;
    } catch (error) {
      throw new UserError(`The areas in ${path} cannot be read: ${messageOf(error)}`, {
        hint: `Add them once more: lintel areas add FILE --key PROPERTY --set ${id} --replace`,
        cause: error,
      });
    }
  });
}

/** Keeps a set, in place of the one of the same id. */
export function keepSet(home: Pick<Home, 'areas'>, set: AreaSet): void {
  mkdirSync(home.areas, { recursive: true });
  writeWhole(fileOf(home, set.id), `${JSON.stringify(set)}\n`);
}

export function removeSet(home: Pick<Home, 'areas'>, id: string): void {
  rmSync(fileOf(home, id));
  syncDirectory(home.areas);
}

/** A hash of all sets; null without any. */
export function areasHash(home: Pick<Home, 'areas'>): string | null {
  const ids = setsIn(home);
  if (ids.length === 0) return null;
  const all = createHash('sha256');
  for (const id of ids) all.update(`${id}\0`).update(readFileSync(fileOf(home, id)));
  return all.digest('hex');
}

const fileOf = ({ areas }: Pick<Home, 'areas'>, id: string) => join(areas, `${id}${suffix}`);
