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
import { chartedOf, figureOf, groupsOf, maxMeasures, measuresOf, type Summary } from './summary';

/** Letters of the longest name that has room in the usual width. */
const shortName = 26;

interface SummaryControlsProps {
  readonly summary: Summary;
  change(changed: Partial<Summary>): void;
}

export function SummaryControls({ summary, change }: SummaryControlsProps) {
  const [first, second] = groupsOf(summary);
  const measures = measuresOf(summary);
  const offered: readonly (MeasureId | undefined)[] =
    measures.length < maxMeasures ? [...measures, undefined] : measures;
  const group = (one: Grouping | undefined, other: Grouping | undefined) => {
    const chosen = [one, other].filter((id) => id !== undefined);
    change({ group: chosen.length === 0 ? ['all'] : chosen });
  };
  const measure = (ids: readonly MeasureId[]) =>
    change({
      measure: ids.length === 1 && ids[0] === 'count' ? undefined : ids,
      chart: ids.find((id) => id === summary.chart),
    });
  return (
    <div className="controls measure-controls">
      <GroupSelect label="Group by" value={first} other={second} onChange={(id) => group(id, second)} />
      {first === undefined ? null : (
        <GroupSelect label="and by" value={second} other={first} onChange={(id) => group(first, id)} />
      )}
      {offered.map((value, at) => (
        <MeasureSelect
          key={at}
          label={at === 0 ? 'Measure' : 'and'}
          value={value}
          others={measures}
          isOptional={at > 0}
          onChange={(id) => measure(measures.toSpliced(at, 1, ...(id === undefined ? [] : [id])))}
        />
      ))}
      {measures.length > 1 ? (
        <label className={figureOf(chartedOf(summary)).name.length > shortName ? 'field long-name' : 'field'}>
          <span className="label">In the chart</span>
          <select
            className="input"
            value={chartedOf(summary)}
            onChange={({ target }) => change({ chart: measures.find((id) => id === target.value) })}
          >
            {measures.map((id) => (
              <option key={id} value={id}>
                {figureOf(id).name}
              </option>
            ))}
          </select>
        </label>
      ) : null}
    </div>
  );
}

interface MeasureSelectProps {
  readonly label: string;
  readonly value: MeasureId | undefined;
  /** What is measured already. */
  readonly others: readonly MeasureId[];
  readonly isOptional: boolean;
  onChange(value: MeasureId | undefined): void;
}

function MeasureSelect({ label, value, others, isOptional, onChange }: MeasureSelectProps) {
  const option = (id: MeasureId, name: string) => (
    <option key={id} value={id} disabled={id !== value && others.includes(id)}>
      {name}
    </option>
  );
  return (
    <label className={figureOf(value).name.length > shortName ? 'field long-name' : 'field'}>
      <span className="label">{label}</span>
      <select
        className="input"
        value={value ?? ''}
        onChange={({ target }) => onChange(measureIds.find((id) => id === target.value))}
      >
        {isOptional ? <option value="">Nothing else</option> : null}
        {option('count', 'Permits')}
        {option('contractors', 'Contractors')}
        {measuredFieldIds.map((field) => (
          <optgroup key={field} label={sentence(measuredFields[field].title)}>
            {fieldMeasures
              .filter((each) => each.field === field)
              .map(({ id, statistic }) =>
                option(id, `${statistics[statistic]} ${measuredFields[field].title}`),
              )}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

interface GroupSelectProps {
  readonly label: string;
  readonly value: Grouping | undefined;
  /** What is grouped by already. */
  readonly other: Grouping | undefined;
  onChange(value: Grouping | undefined): void;
}

function GroupSelect({ label, value, other, onChange }: GroupSelectProps) {
  const areas = useAreas();
  return (
    <label className="field">
      <span className="label">{label}</span>
      <select
        className="input"
        value={value ?? ''}
        onChange={({ target }) => onChange(groupingIds.find((id) => id === target.value))}
      >
        <option value="">{other === undefined ? 'Nothing: all permits' : 'Nothing else'}</option>
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
