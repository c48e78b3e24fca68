/**
 * Decides whether an area is that of a building or of the work done on it: most portals publish the latter.
 * The area of the work is that of the building only where the permit erects the building, and never says
 * anything of other permits.
 */
import type { TagId } from '@lintel/contract';

/**
 * Work on a part of a building, or beside it, whose area offices may write into the column of the building's
 * area.
 */
const partial: readonly TagId[] = ['addition', 'accessory_structure', 'demolition', 'remodel'];

/** Whether the permit erects its building, so that the area of the work is that of the building. */
export function erectsBuilding(tags: readonly TagId[]): boolean {
  return tags.includes('new_construction') && !tags.includes('addition');
}

/** Whether an area that the permit gives as the building's may be that of the work. */
export function worksOnPart(tags: readonly TagId[]): boolean {
  return !tags.includes('new_construction') && partial.some((tag) => tags.includes(tag));
}
