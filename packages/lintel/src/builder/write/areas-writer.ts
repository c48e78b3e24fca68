/** Finds the named areas of permits while they are written in result order, keeps them by row, and counts them. */
import { join } from 'node:path';
import { FileWriter, type WrittenFile } from '../../base/files/file-writer.js';
import { joinAreas } from '../../format/areas/area-dictionary.js';
import { AreaIndex } from '../../format/areas/area-index.js';
import {
  type AreaSet,
  areasDictionary,
  areasFile,
  type ReleasedAreas,
  setOf,
} from '../../format/areas/area-sets.js';
import { DictionaryWriter } from '../../format/dictionary/dictionary.js';

const none = Buffer.from('null');

export class AreasWriter {
  readonly #directory: string;
  readonly #sets: readonly AreaSet[];
  readonly #index: AreaIndex;
  readonly #dictionary: DictionaryWriter;
  /** Permits by area, and by set those in any of its areas. */
  readonly #permits = new Map<string, number>();
  #withPoint = 0;
  #withoutPoint = 0;

  constructor(directory: string, scratch: string, sets: readonly AreaSet[]) {
    this.#directory = directory;
    this.#sets = sets;
    this.#index = new AreaIndex(sets);
    this.#dictionary = new DictionaryWriter(directory, areasDictionary, scratch);
  }

  /** Adds the next permit by its point; gives the member of its record, null in no area. */
  add({ x, y }: { readonly x: number; readonly y: number }): Buffer | null {
    // (0, 0) is no point.
    const areas = y === 0 ? [] : this.#index.at(x, y);
    if (y === 0) this.#withoutPoint += 1;
    else this.#withPoint += 1;
    for (const counted of new Set([...areas, ...areas.map(setOf)]))
      this.#permits.set(counted, (this.#permits.get(counted) ?? 0) + 1);
    const text = areas.length === 0 ? none : Buffer.from(JSON.stringify(joinAreas(areas)));
    this.#dictionary.add({ bytes: text, from: 0, to: text.length });
    return areas.length === 0 ? null : Buffer.from(`,"areas":${JSON.stringify(areas)}`);
  }

  finish(): WrittenFile[] {
    const permitsOf = (id: string) => this.#permits.get(id) ?? 0;
    const released: ReleasedAreas = {
      sets: this.#sets.map(({ id, areas }) => ({
        id,
        outside: this.#withPoint - permitsOf(id),
        areas: areas.map((area) => ({ ...area, permits: permitsOf(area.id) })),
      })),
      withoutPoint: this.#withoutPoint,
    };
    const file = new FileWriter(join(this.#directory, areasFile));
    file.write(Buffer.from(`${JSON.stringify(released)}\n`));
    return [file.finish(), ...this.#dictionary.finish()];
  }

  close(): void {
    this.#dictionary.close();
  }
}
