/** What the shades of the map mean. */
import { type AreaView, type Classes, shadeOf } from '../explorer/areas';

export function MapLegend({ areas, classes }: { readonly areas: AreaView; readonly classes: Classes }) {
  const { metric, isAlone } = areas;
  const { least, bounds, most } = classes;
  const tops = [...bounds, most];
  return (
    <dl className="map-legend" data-pale={isAlone ? undefined : ''}>
      <dt>{isAlone ? metric.yearly : 'All permits of 12 months'}</dt>
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
