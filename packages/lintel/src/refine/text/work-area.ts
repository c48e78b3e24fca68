/**
 * Decides whether an area belongs to a building or to the work done on it: most portals publish the latter.
 * The two are equal only if the permit erects the building; the area of the work never says anything about
 * other permits.
 */
import type { TagId } from '@lintel/contract';

/** Work on part of a building, or next to it, whose area offices may enter as the building's. */
const partial: readonly TagId[] = [
  'addition',
  'accessory_structure',
  'bathroom',
  'demolition',
  'fire_sprinkler',
  'grading',
  'kitchen',
  'pool_and_hot_tub',
  'remodel',
  'roofing',
  'sitework',
  'solar',
  'telecom',
  'utilities',
  'window_door',
];

/** Whether the permit erects its building, so that the area of the work is the building's. */
export function erectsBuilding(tags: readonly TagId[]): boolean {
  return tags.includes('new_construction') && !tags.includes('addition');
}

/** Whether an area that the permit gives as the building's may be that of the work. */
export function worksOnPart(tags: readonly TagId[]): boolean {
  return !tags.includes('new_construction') && partial.some((tag) => tags.includes(tag));
}
