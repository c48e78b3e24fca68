/** The choice of what a chart shows. */
import { type MetricId, metrics } from './metrics';

export function MetricSelect<Id extends string = never>({
  value,
  choices,
  onChange,
}: {
  readonly value: NoInfer<Id> | MetricId;
  /** What there is beside the metrics of permits. */
  readonly choices?: readonly { readonly id: Id; readonly name: string }[];
  onChange(value: NoInfer<Id> | MetricId): void;
}) {
  return (
    <label className="field">
      <span className="label">Show</span>
      <select
        className="input"
        value={value}
        onChange={(event) => onChange(event.target.value as Id | MetricId)}
      >
        {[...metrics, ...(choices ?? [])].map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
