/** What the shades of the map mean. */
import { type Classes, shadeOf } from '../explorer/areas';
import type { Shading } from './use-shading';

export function MapLegend({ shading, classes }: { readonly shading: Shading; readonly classes: Classes }) {
  const { metric, isAlone } = shading.view;
  const { least, bounds, most } = classes;
  const tops = [...bounds, most];
  return (
    <dl className="map-legend" data-pale={isAlone ? undefined : ''}>
      <dt>{shading.title}</dt>
      {tops.map((top, at) => {
        const from = metric.showTick(bounds[at - 1] ?? least);
        const to = metric.showTick(top);
        return (
          <dd key={top} data-shade={shadeOf(top, classes)}>
            {from === to ? to : `${from} – ${to}`}
          </dd>
        );
      })}
      <dd data-shade="0">none or not known</dd>
    </dl>
  );
}
