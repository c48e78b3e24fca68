/** What is grouped by, and what is measured. */

import {
  fieldMeasures,
  type Grouping,
  groupingIds,
  groupings,
  type MeasureId,
  measuredFieldIds,
  measuredFields,
  measureIds,
  statistics,
} from '@lintel/contract/aggregate';
import { useAreas } from '../api/areas';
import { sentence } from '../words/format';
import { groupsOf, type Summary } from './summary';

interface SummaryControlsProps {
  readonly summary: Summary;
  change(changed: Partial<Summary>): void;
}

export function SummaryControls({ summary, change }: SummaryControlsProps) {
  const [first, second] = groupsOf(summary);
  const group = (one: Grouping | undefined, other: Grouping | undefined) =>
    change({ group: [one, other].filter((id) => id !== undefined) });
  return (
    <div className="controls">
      <GroupSelect label="Group by" value={first} other={second} onChange={(id) => group(id, second)} />
      <GroupSelect
        label="and by"
        value={second}
        other={first}
        isOptional
        onChange={(id) => group(first, id)}
      />
      <label className="field">
        <span className="label">Measure</span>
        <select
          className="input"
          value={summary.measure ?? 'count'}
          onChange={({ target }) => {
            const id = measureIds.find((each) => each === target.value);
            change({ measure: id === 'count' ? undefined : id });
          }}
        >
          <option value="count">Permits</option>
          <option value="contractors">Contractors</option>
          {measuredFieldIds.map((field) => (
            <optgroup key={field} label={sentence(measuredFields[field].title)}>
              {measuresOf(field).map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
    </div>
  );
}

function measuresOf(field: (typeof measuredFieldIds)[number]): { id: MeasureId; name: string }[] {
  return fieldMeasures
    .filter((measure) => measure.field === field)
    .map(({ id, statistic }) => ({ id, name: `${statistics[statistic]} ${measuredFields[field].title}` }));
}

interface GroupSelectProps {
  readonly label: string;
  readonly value: Grouping | undefined;
  /** What is grouped by already. */
  readonly other: Grouping | undefined;
  readonly isOptional?: boolean;
  onChange(value: Grouping | undefined): void;
}

function GroupSelect({ label, value, other, isOptional = false, onChange }: GroupSelectProps) {
  const areas = useAreas();
  return (
    <label className="field">
      <span className="label">{label}</span>
      <select
        className="input"
        value={value ?? ''}
        onChange={({ target }) => onChange(groupingIds.find((id) => id === target.value))}
      >
        {isOptional ? <option value="">Nothing else</option> : null}
        {groupingIds
          .filter((id) => id !== other && (id !== 'area' || areas.length > 0))
          .map((id) => (
            <option key={id} value={id}>
              {groupings[id]}
            </option>
          ))}
      </select>
    </label>
  );
}
