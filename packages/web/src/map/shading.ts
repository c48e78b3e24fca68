/** What the shades of states or counties say: permits, or homes by the official count where that says more. */
import type { AreaMetrics, OfficialArea } from '@lintel/client';
import { type AreaView, classesOf } from '../explorer/areas';
import { metricOf } from '../place/metrics';
import { counted } from '../words/format';
import type { ShadedArea, Shading } from './use-shading';

/**
 * Below the permits of the nation, and where no permits are to be shaded, homes by the official count if there are any:
 * it knows every state and county.
 */
export function shadingOf(
  view: AreaView,
  measured: readonly AreaMetrics[],
  official: readonly OfficialArea[],
): Shading {
  const isOfficial = official.length > 0 && (!view.isAlone || measured.length === 0);
  const areas = isOfficial ? official.map(officialArea) : measured.map((area) => permitArea(area, view));
  const years = official.map(({ year }) => year);
  const officialTitle = `Homes authorised in ${Math.max(...years)}, Census Bureau`;
  const permitTitle = view.isAlone ? view.metric.yearly : 'All permits of 12 months';
  return {
    view: isOfficial ? { ...view, metric: metricOf('permits') } : view,
    layer: view.wanted.kind === 'state' ? 'states' : 'counties',
    areas,
    isOfficial,
    title: isOfficial ? officialTitle : permitTitle,
    nothing: isOfficial ? 'Nothing in the official count' : 'No such permits in this release',
    classes: classesOf(areas.map(({ value }) => value).filter((value) => value !== null)),
  };
}

function officialArea({ geo_id, name, fips, year, units }: OfficialArea): ShadedArea {
  const note = `${counted(units, 'home')} authorised in ${year}, by the Census Bureau's count`;
  return { geo_id, name, fips, value: units, note };
}

function permitArea(area: AreaMetrics, { metric }: AreaView): ShadedArea {
  const value = metric.read(area);
  const permits = `${counted(area.permit_count, 'permit')} in 12 months`;
  const shown = value === null ? 'not known' : metric.show(value);
  const note = metric.id === 'permits' ? permits : `${metric.name}: ${shown}. ${permits}`;
  return { geo_id: area.geo_id, name: area.name, fips: area.fips, value, note };
}
