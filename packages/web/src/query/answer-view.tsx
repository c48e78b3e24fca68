/** An answer as a table, a chart and, where it has points, a map. */
import { useState } from 'react';
import { BarChart } from '../charts/bar-chart';
import { ColumnChart } from '../charts/column-chart';
import { type Column, DataTable } from '../design/data-table';
import { Icon } from '../design/icons';
import { RecordMap } from '../map/record-map';
import { csv } from '../words/csv';
import { count, counted } from '../words/format';
import { saveFile } from '../words/save-file';
import type { Answer, Cell } from './answer';

/** Rows that are drawn: a browser gets slow with more cells than that. */
const rowsShown = 500;
const maxBars = 40;
const maxPoints = 2_000;

const views = ['Table', 'Chart', 'Map'] as const;

const show = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

interface AnswerProps {
  readonly answer: Answer;
  readonly release: string;
}

export function AnswerView({ answer, release }: AnswerProps) {
  const [chosen, setView] = useState<(typeof views)[number]>('Table');
  const { rows, columns, isCut, milliseconds } = answer;
  const points = pointsOf(answer);
  const isDrawable = figuresOf(answer).length > 0 && columns.length > 1;
  const offered = views.filter((view) =>
    view === 'Chart' ? isDrawable : view === 'Map' ? points.length > 0 : true,
  );
  const view = offered.find((each) => each === chosen) ?? 'Table';
  const save = () =>
    saveFile(new Blob([csv([columns.map(({ name }) => name), ...rows])], { type: 'text/csv' }), 'answer.csv');
  return (
    <section aria-label="Answer" className="query-answer">
      <div className="summary-actions">
        <fieldset className="query-views" aria-label="Show as">
          {offered.map((each) => (
            <button
              type="button"
              key={each}
              className="button small"
              aria-pressed={each === view}
              onClick={() => setView(each)}
            >
              {each}
            </button>
          ))}
        </fieldset>
        <button type="button" className="button small" onClick={save}>
          <Icon name="download" />
          Save as CSV
        </button>
        <span className="soft" role="status">
          {isCut ? `The first ${counted(rows.length, 'row')}; there are more` : counted(rows.length, 'row')}
          {`, in ${(milliseconds / 1000).toFixed(1)} s, of release ${release}.`}
          {view === 'Table' && rows.length > rowsShown
            ? ` ${count(rowsShown)} are shown, the CSV has all.`
            : ''}
        </span>
      </div>
      {view === 'Map' ? (
        <RecordMap points={points.slice(0, maxPoints)} label="Points of the answer" />
      ) : view === 'Chart' ? (
        <AnswerChart answer={answer} release={release} />
      ) : (
        <AnswerTable answer={answer} />
      )}
    </section>
  );
}

function AnswerTable({ answer: { columns, rows } }: { readonly answer: Answer }) {
  const shown = columns.map(
    ({ name, isNumber, isDate }, at): Column<readonly Cell[]> => ({
      head: name,
      ...(isNumber ? { is: 'number' as const } : isDate ? { is: 'line' as const } : {}),
      cell: (row) => {
        const value = row[at] ?? null;
        return value === null ? <span className="soft">null</span> : String(value);
      },
    }),
  );
  return <DataTable label="Answer" columns={shown} rows={rows.slice(0, rowsShown)} />;
}

/** The first column names what the others are of: days along time, anything else as bars of the first number. */
function AnswerChart({ answer, release }: AnswerProps) {
  const { columns, rows } = answer;
  const notes = [`Release ${release}.`];
  const [first] = columns;
  const figures = figuresOf(answer);
  if (first?.isDate) {
    const known = rows.filter((row) => row[0] !== null);
    const series = figures.slice(0, 5).map(({ name, at }) => ({
      name,
      values: new Map(known.map((row) => [String(row[0]), numberOf(row[at])])),
    }));
    const periods = [...new Set(known.map((row) => String(row[0])))].sort();
    const isYears = periods.every((day) => day.endsWith('-01-01'));
    return (
      <ColumnChart
        title={series.map(({ name }) => name).join(', ')}
        unit={`by ${first.name}`}
        series={series}
        periods={periods}
        nameOf={(day) => (isYears ? day.slice(0, 4) : day)}
        show={show}
        notes={notes}
      />
    );
  }
  const [figure] = figures;
  const drawn = rows.slice(0, maxBars);
  const seen = new Map<string, number>();
  const bars = drawn.map((row) => {
    const name = String(row[0] ?? 'null').slice(0, 40);
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return { name: times === 1 ? name : `${name} (${times})`, value: numberOf(row[figure?.at ?? 1]) ?? 0 };
  });
  return (
    <BarChart
      title={figure?.name ?? ''}
      unit={`by ${first?.name ?? ''}${rows.length > maxBars ? `, the first ${maxBars} rows` : ''}`}
      bars={bars}
      show={show}
      notes={notes}
    />
  );
}

const numberOf = (cell: Cell | undefined) => (typeof cell === 'number' ? cell : null);

/** Columns of numbers behind the first one, without coordinates. */
function figuresOf({ columns }: Answer) {
  return columns.flatMap(({ name, isNumber }, at) =>
    at > 0 && isNumber && !/(?:^|_)(?:lat|long)$/.test(name) ? [{ name, at }] : [],
  );
}

/** Rows with a latitude and a longitude. */
function pointsOf({ columns, rows }: Answer): readonly (readonly [number, number])[] {
  const lat = columns.findIndex(({ name }) => /(?:^|_)lat$/.test(name));
  const long = columns.findIndex(({ name }) => /(?:^|_)long$/.test(name));
  if (lat < 0 || long < 0) return [];
  return rows.flatMap((row) => {
    const [y, x] = [numberOf(row[lat]), numberOf(row[long])];
    return y === null || x === null ? [] : [[y, x] as const];
  });
}
