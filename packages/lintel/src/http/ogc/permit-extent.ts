/**
 * The box around all permits of a release, to a tenth of a degree: where clients begin to look. Each side is found by
 * halving, with questions whether any permit lies beyond; once for a release.
 */
import type { ReleaseInfo } from '@lintel/contract';
import type { ServedRelease } from '../../releases/release.js';
import type { Extent } from './collection.js';
import { searchFor } from './permit-query.js';

/** Halvings of the world: cells of less than a tenth of a degree. */
const halvings = 12;

const known = new WeakMap<ReleaseInfo, Promise<Extent | null>>();

/** The box; null where no permit has a point. */
export function permitExtent(release: ServedRelease): Promise<Extent | null> {
  const found = known.get(release.info) ?? findExtent(release);
  known.set(release.info, found);
  found.catch(() => known.delete(release.info));
  return found;
}

async function findExtent(release: ServedRelease): Promise<Extent | null> {
  const isAny = async (bbox: Extent) => {
    const everywhere = { from: null, to: null, comparisons: [], isComplete: true, extra: {} };
    const { query } = searchFor({ ...everywhere, bbox });
    return (await release.searchPermits(query, 0, 1)).items.length > 0;
  };
  if (!(await isAny([-180, -90, 180, 90]))) return null;
  return [
    await edge(-180, 180, (degrees) => isAny([-180, -90, degrees, 90])),
    await edge(-90, 90, (degrees) => isAny([-180, -90, 180, degrees])),
    await edge(180, -180, (degrees) => isAny([degrees, -90, 180, 90])),
    await edge(90, -90, (degrees) => isAny([-180, degrees, 180, 90])),
  ];
}

/** The last of the places from `outer` to `inner` up to which there is none, outward from there in tenths. */
async function edge(
  outer: number,
  inner: number,
  isAnyUpTo: (degrees: number) => Promise<boolean>,
): Promise<number> {
  let [without, within] = [outer, inner];
  for (let i = 0; i < halvings; i++) {
    const middle = (without + within) / 2;
    if (await isAnyUpTo(middle)) within = middle;
    else without = middle;
  }
  const tenths = without * 10;
  return (outer < inner ? Math.floor(tenths) : Math.ceil(tenths)) / 10;
}
