/** The operator's own areas (C88), as pages name them. */
import type { AggregateRow, ReleaseInfo } from '@lintel/client';
import { useQuery } from '@tanstack/react-query';
import { releaseQuery } from './release-queries';
import { useService } from './service';

export type NamedArea = NonNullable<ReleaseInfo['areas']>[number];

/** The areas of the release; none until it is known. */
export function useAreas(): readonly NamedArea[] {
  const { lintel } = useService();
  return useQuery(releaseQuery(lintel)).data?.areas ?? [];
}

/** The names of areas, by their ids where there are none. */
export function areaNames(areas: readonly NamedArea[], ids: readonly string[]): string[] {
  const names = new Map(areas.map(({ id, name }) => [id, name]));
  return ids.map((id) => names.get(id) ?? id);
}

/** Rows whose areas have their names in place of ids; areas of one name keep their ids. */
export function withAreaNames(
  rows: readonly AggregateRow[],
  areas: readonly NamedArea[] = [],
): AggregateRow[] {
  const uses = new Map<string, number>();
  for (const { name } of areas) uses.set(name, (uses.get(name) ?? 0) + 1);
  const names = new Map(areas.flatMap(({ id, name }) => (uses.get(name) === 1 ? [[id, name]] : [])));
  return rows.map((row) => (row.area == null ? row : { ...row, area: names.get(row.area) ?? row.area }));
}

/** Where the map looks at an area: latitude, longitude, zoom. */
export function viewOf({ bbox: [west = -125, south = 25, east = -67, north = 49] }: NamedArea): string {
  const span = Math.max(east - west, 1.5 * (north - south), 0.001);
  const zoom = Math.min(16, Math.max(3, Math.log2(360 / span)));
  return [(south + north) / 2, (west + east) / 2, zoom].map((each) => each.toFixed(4)).join(',');
}
