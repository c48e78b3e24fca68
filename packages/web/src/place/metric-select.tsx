/** The choice of what a chart shows. */
import { type MetricId, metrics } from './metrics';

export function MetricSelect({
  value,
  onChange,
}: {
  readonly value: MetricId;
  onChange(value: MetricId): void;
}) {
  return (
    <label className="field">
      <span className="label">Show</span>
      <select className="input" value={value} onChange={(event) => onChange(event.target.value as MetricId)}>
        {metrics.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
