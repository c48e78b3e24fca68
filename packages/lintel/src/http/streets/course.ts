/**
 * Where streets run, from the addresses on them: in the order of their house numbers they follow the street, on both of its
 * sides. Between two that jump across nothing is drawn, and a street of too few addresses is left out: a gap says less than
 * a line that lies.
 */

/** An address in metres of some plane, x to the east and y to the north. */
export interface StreetAddress {
  readonly street: string;
  readonly number: number;
  readonly x: number;
  readonly y: number;
}

export interface StreetCourse {
  readonly street: string;
  /** At least two points in the order of house numbers. */
  readonly points: readonly Spot[];
}

/** Metres to the east and to the north. */
export type Spot = readonly [x: number, y: number];

interface House {
  readonly number: number;
  readonly at: Spot;
}

/** Metres that neighbours may be apart: at least this, more with the numbers between them, and never beyond the last. */
const near = 60;
const perNumber = 2.5;
const far = 320;
/** Half of the widest street, in metres: an address farther from both sides' middle is of another street. */
const halfWidth = 45;
/** The fewest houses and metres of a course. */
const fewest = 4;
const shortest = 50;
/** Metres by which a simpler line may be off. */
const tolerance = 15;
/** A turn by more degrees than this is drawn only where this many houses lie on both of its sides: corner houses bend lines. */
const sharpest = 20;
const ofTurn = 5;

/** The courses of all streets among the addresses. */
export function streetCourses(addresses: readonly StreetAddress[]): StreetCourse[] {
  const streets = new Map<string, House[]>();
  for (const { street, number, x, y } of addresses) {
    const houses = streets.get(street) ?? [];
    if (houses.length === 0) streets.set(street, houses);
    houses.push({ number, at: [x, y] });
  }
  return [...streets].flatMap(([street, houses]) =>
    runsOf(houses)
      .flatMap((run) => {
        const spots = middleOf(run);
        return withoutDoubt(simplify(spots, 0, spots.length - 1), spots);
      })
      .filter((points) => lengthOf(points) >= shortest)
      .map((points) => ({ street, points })),
  );
}

/** Houses in order, divided where two neighbours are too far apart, without those that stand apart. */
function runsOf(houses: readonly House[]): House[][] {
  const sorted = withoutStrays([...houses].sort((a, b) => a.number - b.number));
  const runs: House[][] = [];
  for (const house of sorted) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && isNeighbour(before, house)) run.push(house);
    else runs.push([house]);
  }
  return runs.filter((run) => run.length >= fewest);
}

/** Leaves out houses that are far from both neighbours, which are near each other: their points are wrong. */
function withoutStrays(sorted: readonly House[]): House[] {
  const kept: House[] = [];
  for (const [i, house] of sorted.entries()) {
    const [before, after] = [kept.at(-1), sorted[i + 1]];
    const isStray =
      before &&
      after &&
      isNeighbour(before, after) &&
      !(isNeighbour(before, house) && isNeighbour(house, after));
    if (!isStray) kept.push(house);
  }
  return kept;
}

const isNeighbour = (a: House, b: House) =>
  distance(a.at, b.at) <= Math.min(far, near + perNumber * (b.number - a.number));

/**
 * The middle between the even and the odd side, as far as both are there; elsewhere the houses of one side, which are half
 * a street off.
 */
function middleOf(run: readonly House[]): Spot[] {
  const sides = [0, 1].map((parity) => run.filter(({ number }) => number % 2 === parity));
  const middles = run.flatMap(({ number, at }): { spot: Spot; isMiddle: boolean }[] => {
    const other = between(sides[1 - (number % 2)] ?? [], number);
    if (other === null) return [{ spot: at, isMiddle: false }];
    if (distance(at, other) > 2 * halfWidth) return [];
    return [{ spot: mean(at, other), isMiddle: true }];
  });
  const known = middles.filter(({ isMiddle }) => isMiddle);
  const spots = middles
    .filter((each) => each.isMiddle || !known.some(({ spot }) => distance(spot, each.spot) < 2 * halfWidth))
    .map(({ spot }) => spot);
  return smooth(spots);
}

/** Where a number would be on a side, between its neighbours there; null beyond its ends and in gaps. */
function between(side: readonly House[], number: number): Spot | null {
  const after = side.findIndex((house) => house.number >= number);
  const [a, b] = [side[after - 1], side[after]];
  if (!a || !b || !isNeighbour(a, b)) return null;
  const share = (number - a.number) / Math.max(1, b.number - a.number);
  return [a.at[0] + share * (b.at[0] - a.at[0]), a.at[1] + share * (b.at[1] - a.at[1])];
}

/** Every spot moved to the mean of itself and its neighbours; the ends stay. */
function smooth(spots: readonly Spot[]): Spot[] {
  return spots.map((spot, i) => {
    const [before, after] = [spots[i - 1], spots[i + 1]];
    return before && after ? mean(spot, mean(before, after)) : spot;
  });
}

/** Douglas and Peucker: the numbers of the spots without those that are hardly off the line of the others. */
function simplify(spots: readonly Spot[], from: number, to: number): number[] {
  const [first, last] = [spots[from], spots[to]];
  if (!first || !last) return [];
  let [farthest, off] = [from, 0];
  for (let i = from + 1; i < to; i++) {
    const away = distanceToLine(spots[i] ?? first, first, last);
    if (away > off) [farthest, off] = [i, away];
  }
  if (off <= tolerance) return [from, to];
  return [...simplify(spots, from, farthest), ...simplify(spots, farthest, to).slice(1)];
}

/** The pieces of a line without those of few houses that turn off sharply. */
function withoutDoubt(line: readonly number[], spots: readonly Spot[]): Spot[][] {
  const at = (i: number) => spots[line[i] ?? -1];
  const isSharp = (i: number) => turnOf(at(i - 1), at(i), at(i + 1)) > sharpest;
  const pieces: Spot[][] = [[]];
  for (let i = 0; i + 1 < line.length; i++) {
    const [from, to] = [at(i), at(i + 1)];
    const isThin = (line[i + 1] ?? 0) - (line[i] ?? 0) < ofTurn;
    if (!from || !to || (isThin && (isSharp(i) || isSharp(i + 1)))) pieces.push([]);
    else pieces.at(-1)?.push(...(pieces.at(-1)?.length === 0 ? [from, to] : [to]));
  }
  return pieces;
}

/** Degrees by which a line turns at the middle one of three spots; none at its ends. */
function turnOf(a: Spot | undefined, b: Spot | undefined, c: Spot | undefined): number {
  if (!a || !b || !c) return 0;
  const turn = Math.atan2(c[1] - b[1], c[0] - b[0]) - Math.atan2(b[1] - a[1], b[0] - a[0]);
  return (Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn))) * 180) / Math.PI;
}

/** Metres of a point to the nearest point of a line between two others. */
export function distanceToLine(spot: Spot, from: Spot, to: Spot): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : ((spot[0] - from[0]) * dx + (spot[1] - from[1]) * dy) / square;
  const within = Math.min(1, Math.max(0, share));
  return distance(spot, [from[0] + within * dx, from[1] + within * dy]);
}

const distance = (a: Spot, b: Spot) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const mean = (a: Spot, b: Spot): Spot => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
const lengthOf = (points: readonly Spot[]) =>
  points.reduce((sum, point, i) => sum + distance(points[i - 1] ?? point, point), 0);
