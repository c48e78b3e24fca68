/**
 * Tells the area of a building from that of the work done on it: most portals publish the latter. The area of the work is the
 * building's only where the permit erects the building, and it never says anything of other permits of the address.
 */
import type { TagId } from '@lintel/contract';

/** Work on a part of a building, or beside it, whose area the office may have written where the building's belongs. */
const partial: readonly TagId[] = ['addition', 'accessory_structure', 'demolition', 'remodel'];

/** Whether the permit erects the building that it tells of, so that the area of the work is that of the building. */
export function erectsBuilding(tags: readonly TagId[]): boolean {
  return tags.includes('new_construction') && !tags.includes('addition');
}

/** Whether an area that the permit states as the building's may yet be that of the work. */
export function worksOnPart(tags: readonly TagId[]): boolean {
  return !tags.includes('new_construction') && partial.some((tag) => tags.includes(tag));
}
