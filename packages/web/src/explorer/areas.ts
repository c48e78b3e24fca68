/** Figures of states or counties instead of permits: which ones the address asks for, and the classes of a map. */
import type { AreasWanted } from '../api/place-queries';
import type { Place } from '../api/places';
import { type KnownMetric, metricOf } from '../place/metrics';
import type { AreaKind, Filters } from './filters';

/** What is shown of states or counties. */
export interface AreaView {
  readonly wanted: AreasWanted;
  /** Of the permits of the search; null: homes by the official count, which follows no filter. */
  readonly metric: KnownMetric | null;
  /** Whether the areas are all that the map shows. */
  readonly isAlone: boolean;
}

/** Kinds of areas that there are within a place: of the nation both, of a state its counties. */
export function areaKinds(place: Place | null): readonly AreaKind[] {
  if (place === null) return ['states', 'counties'];
  return place.kind === 'state' ? ['counties'] : [];
}

/** What the filters ask for; without a place and a list, states as the background of their permits. */
export function areaViewOf({ list, metric }: Filters, place: Place | null): AreaView | null {
  const kind = areaKinds(place).find((each) => each === list);
  if (kind === undefined) {
    const wanted = { kind: 'state', state: null } as const;
    return place === null ? { wanted, metric: metricOf('permits'), isAlone: false } : null;
  }
  return {
    wanted: { kind: kind === 'states' ? 'state' : 'county', state: place?.state ?? null },
    metric: metric === 'homes' ? null : metricOf(metric ?? 'permits'),
    isAlone: true,
  };
}

/** Classes of values, from little to much: a value is in the class of as many bounds as it exceeds. */
export interface Classes {
  readonly most: number;
  readonly bounds: readonly number[];
}

const maxClasses = 5;

/** Classes with about as many areas each, with round bounds; null without values. */
export function classesOf(values: readonly number[]): Classes | null {
  const sorted = [...values].sort((one, other) => one - other);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) return null;
  const distinct = [...new Set(sorted)];
  const bounds =
    distinct.length <= maxClasses
      ? distinct.slice(0, -1)
      : Array.from({ length: maxClasses - 1 }, (_, at) =>
          rounded(sorted[Math.floor(((at + 1) * sorted.length) / maxClasses)] ?? 0),
        ).filter((bound) => bound > least && bound < most);
  return { most, bounds: [...new Set(bounds)] };
}

/** The shade of a value, 1 to 5; the last class is always the strongest. */
export function shadeOf(value: number, { bounds }: Classes): number {
  const place = bounds.filter((bound) => value > bound).length;
  return maxClasses - bounds.length + place;
}

/** To two digits: a legend is read at a glance. */
function rounded(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(value, 1))) - 1);
  return Math.round(value / unit) * unit;
}
