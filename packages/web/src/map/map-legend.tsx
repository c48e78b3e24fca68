/** What the shades of the map mean. */
import { type Classes, shadeOf } from '../explorer/areas';
import type { Shading } from './use-shading';

interface MapLegendProps {
  readonly shading: Shading;
  readonly classes: Classes;
  /** The year of the cities that are drawn; null for none. */
  readonly citiesOf: number | null;
}

export function MapLegend({ shading, classes, citiesOf }: MapLegendProps) {
  const { metric, isAlone } = shading.view;
  const tops = [...classes.bounds, classes.most];
  return (
    <dl className="map-legend" data-pale={isAlone ? undefined : ''}>
      <dt>{shading.title}</dt>
      {citiesOf === null ? null : <dt className="map-legend-cities">{citiesNote(null)}</dt>}
      {tops.map((top) => (
        <dd key={top} data-shade={shadeOf(top, classes)}>
          ≤ {metric.showTick(top)}
        </dd>
      ))}
      <dd data-shade="0">none known</dd>
    </dl>
  );
}

/** What the circles of cities mean, where no areas are shaded. */
export function CitiesLegend({ year }: { readonly year: number }) {
  return (
    <dl className="map-legend" data-pale="">
      <dt className="map-legend-cities">{citiesNote(year)}</dt>
    </dl>
  );
}

/** The year is said where the shades do not say it. */
function citiesNote(year: number | null): string {
  const of = year === null ? 'homes by city' : `homes authorised in ${year}, Census Bureau`;
  return `Circles: ${of}; stronger: more for its people`;
}
