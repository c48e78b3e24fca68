/** What the shades of states or counties say: permits of the search, or homes by the official count. */
import type { OfficialArea } from '@lintel/client';
import type { AreaGroup } from '../api/place-queries';
import { states } from '../api/states';
import { type AreaView, classesOf } from '../explorer/areas';
import { type KnownMetric, metricOf, nameOf, valueIn } from '../place/metrics';
import { counted } from '../words/format';
import { findCounty, type Shapes } from './shapes';
import type { ShadedArea, Shading } from './use-shading';

/** Shades of the permits; `counties` are the shapes of counties where those are shaded. */
export function permitShading(
  view: AreaView,
  areas: readonly AreaGroup[],
  counties: Shapes | undefined,
): Shading {
  const metric = view.metric ?? metricOf('permits');
  const shaded = areas.flatMap((area): ShadedArea[] => {
    const fips = fipsOf(view, area, counties);
    return fips === null ? [] : [permitArea(area, fips, metric)];
  });
  return shadingOf(view, metric, shaded, nameOf(metric), 'No such permits in this release');
}

export function officialShading(view: AreaView, official: readonly OfficialArea[]): Shading {
  const last = Math.max(...official.map(({ year }) => year));
  return shadingOf(
    view,
    metricOf('permits'),
    official.map(({ geo_id, name, fips, year, units }) => {
      const note = `${counted(units, 'home')} authorized in ${year}, by the Census Bureau's count`;
      return { geo_id, name, fips, value: units, note };
    }),
    `Homes authorized in ${last}, Census Bureau`,
    'Nothing in the official count',
    true,
  );
}

function shadingOf(
  { wanted: { kind }, isAlone }: AreaView,
  metric: KnownMetric,
  areas: readonly ShadedArea[],
  title: string,
  nothing: string,
  isOfficial = false,
): Shading {
  const classes = classesOf(areas.map(({ value }) => value).filter((value) => value !== null));
  const layer = kind === 'state' ? 'states' : 'counties';
  return { metric, isAlone, layer, areas, isOfficial, title, nothing, classes };
}

/** The code by which the shape of an area is found; null without a shape. */
function fipsOf(
  { wanted }: AreaView,
  { geoId, name }: AreaGroup,
  counties: Shapes | undefined,
): string | null {
  if (wanted.kind === 'state') return states[geoId]?.[1] ?? null;
  const [, stateFips] = states[name.slice(-2)] ?? [];
  const county = counties && stateFips ? findCounty(counties, name, stateFips) : null;
  return county === null ? null : String(county.id);
}

function permitArea({ geoId, name, group }: AreaGroup, fips: string, metric: KnownMetric): ShadedArea {
  const value = valueIn(metric, group);
  const permits = counted(group.count ?? 0, 'permit');
  const shown = value === null ? 'not known' : metric.show(value);
  const note = metric.id === 'permits' ? permits : `${nameOf(metric)}: ${shown}. ${permits}`;
  return { geo_id: geoId, name, fips, value, note };
}
