/**
 * Finds the firms whose names a source cut off at its column width: the only firm of the state whose folded
 * name begins with the cut one. A cut name that several firms could complete stays a contractor of its own.
 */

const kinds = { cut: 'cut:', name: 'name:' } as const;

/**
 * Pairs of a cut anchor and an anchor of the firm it belongs to. `contractor` returns the firm of an anchor.
 */
export function joinTruncatedNames(
  anchors: Iterable<readonly [number, string]>,
  contractor: (anchor: number) => number,
): [number, number][] {
  const cut: (readonly [number, string])[] = [];
  const whole: (readonly [number, string])[] = [];
  for (const [anchor, text] of anchors) {
    if (text.startsWith(kinds.cut)) cut.push([anchor, stateFirst(text.slice(kinds.cut.length))]);
    else if (text.startsWith(kinds.name)) whole.push([anchor, stateFirst(text.slice(kinds.name.length))]);
  }
  if (cut.length === 0) return [];
  whole.sort(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0));
  return cut.flatMap(([anchor, text]): [number, number][] => {
    const firms = new Set<number>();
    for (let i = firstFrom(whole, text); whole[i]?.[1].startsWith(text); i++) {
      firms.add(contractor(whole[i]?.[0] ?? anchor));
    }
    const [only, ...others] = firms;
    return only === undefined || others.length > 0 ? [] : [[only, anchor]];
  });
}

/** `ACME ROOFING|IL` as `IL|ACMEROOFING`: names of one state are adjacent, and spaces do not count. */
function stateFirst(text: string): string {
  const bar = text.lastIndexOf('|');
  return `${text.slice(bar + 1)}|${text.slice(0, bar).replaceAll(' ', '')}`;
}

/** Index of the first text that is not before `from`. */
function firstFrom(sorted: readonly (readonly [number, string])[], from: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle]?.[1] ?? '') < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
