/** What is measured of states and counties: the metric, and the permits by kind of work and of property. */
import { MetricSelect } from '../place/metric-select';
import { TagSelect } from '../place/tag-select';
import { sentence } from '../words/format';
import type { AreaView } from './areas';
import { type Filters, propertyTypes } from './filters';

interface AreaBarProps {
  readonly view: AreaView;
  change(changed: Partial<Filters>): void;
}

export default function AreaBar({ view: { wanted, metric }, change }: AreaBarProps) {
  return (
    <div className="filter-bar area-bar">
      <MetricSelect
        value={metric.id}
        onChange={(id) => change({ metric: id === 'permits' ? undefined : id })}
      />
      <TagSelect
        label="Kind of work"
        value={wanted.tag}
        onChange={(tag) => change({ tags: tag === 'all' ? undefined : [tag] })}
      />
      <label className="field">
        <span className="label">Property</span>
        <select
          className="input"
          value={wanted.propertyType}
          onChange={({ target }) => change({ type: target.value === 'all' ? undefined : [target.value] })}
        >
          <option value="all">Any</option>
          {propertyTypes.map((type) => (
            <option key={type} value={type}>
              {sentence(type)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
