/** What the shades of the map mean. */
import { type Classes, shadeOf } from '../explorer/areas';
import type { Shading } from './use-shading';

const citiesNote = 'Circles: homes by city; stronger: more for its people';

interface MapLegendProps {
  readonly shading: Shading;
  readonly classes: Classes;
  /** Whether cities are drawn, as circles. */
  readonly withCities: boolean;
}

export function MapLegend({ shading, classes, withCities }: MapLegendProps) {
  const { metric, isAlone } = shading;
  const tops = [...classes.bounds, classes.most];
  return (
    <dl className="map-legend" data-pale={isAlone ? undefined : ''}>
      <dt>{shading.title}</dt>
      {withCities ? <dt className="map-legend-cities">{citiesNote}</dt> : null}
      {tops.map((top) => (
        <dd key={top} data-shade={shadeOf(top, classes)}>
          ≤ {metric.showTick(top)}
        </dd>
      ))}
      <dd data-shade="0">none known</dd>
    </dl>
  );
}
