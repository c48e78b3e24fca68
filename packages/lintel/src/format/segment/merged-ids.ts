/**
 * The ids of permits that are a part of another one: sources that have the same permit each have an id for it, and the
 * record keeps one. The others still find its row, so that a stored id does not end in nothing.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { mergedIdsFile } from '../layout.js';
import { recordKey } from '../record-key.js';
import { IdsReader } from './ids-reader.js';

export class MergedIds {
  readonly #ids: IdsReader;

  /** Those of the release in `directory`; null if no permit of it was merged. */
  static open(directory: string): MergedIds | null {
    const path = join(directory, mergedIdsFile);
    return existsSync(path) ? new MergedIds(new IdsReader(path)) : null;
  }

  private constructor(ids: IdsReader) {
    this.#ids = ids;
  }

  /** The row of the permit that the one with this id is a part of; null if there is none. */
  rowOf(id: string): number | null {
    const key = recordKey('permits', id);
    return key === null ? null : (this.#ids.find(key)[0]?.offset ?? null);
  }

  close(): void {
    this.#ids.close();
  }
}
