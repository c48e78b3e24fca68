/**
 * The areas of permits in a release: a dictionary whose texts are the areas of a point, one after the other. Points of
 * overlapping areas so have several, and the numbers of an area are those of all texts that name it.
 */
import { DictionaryReader } from '../dictionary/dictionary.js';
import { areasDictionary } from './area-sets.js';

/** Areas of a point as one text. */
export const joinAreas = (areas: readonly string[]) => areas.join(' ');

export class AreaDictionary extends DictionaryReader {
  /** The areas of number `n` are item `n`; of 0, the number without areas, none. */
  readonly areas: readonly (readonly string[])[];

  constructor(directory: string, rows: number) {
    super(directory, areasDictionary, rows);
    this.areas = [[], ...this.texts.map((text) => text.split(' '))];
  }

  /** The numbers of points in any of the areas. */
  override numbersOf(asked: readonly string[]): number[] {
    const wanted = new Set(asked);
    return this.areas.flatMap((areas, number) => (areas.some((area) => wanted.has(area)) ? [number] : []));
  }
}
