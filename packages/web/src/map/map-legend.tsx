/** What the shades of the map mean. */
import { type Classes, shadeOf } from '../explorer/areas';
import type { Shading } from './use-shading';

export function MapLegend({ shading, classes }: { readonly shading: Shading; readonly classes: Classes }) {
  const { metric, isAlone } = shading;
  const tops = [...classes.bounds, classes.most];
  return (
    <dl className="map-legend" data-pale={isAlone ? undefined : ''}>
      <dt>{shading.title}</dt>
      {tops.map((top) => (
        <dd key={top} data-shade={shadeOf(top, classes)}>
          ≤ {metric.showTick(top)}
        </dd>
      ))}
      <dd data-shade="0">none known</dd>
    </dl>
  );
}
