/**
 * Sums by period as columns, the series on top of one another. The pointer, or the arrow keys, choose a period whose
 * values are shown. A period of which nothing is known has no column, one that is not whole is hatched.
 */
import { type ScaleLinear, scaleBand, scaleLinear } from 'd3-scale';
import { ChartFrame } from './chart-frame';
import { Hatch } from './hatch';
import { inWords } from './in-words';
import { textWidth } from './letters';
import { ChosenValues, Legend, type LineChartProps, type Series, useChosen } from './line-chart';
import { edge, Plot, plotHeight, tickSize } from './plot';
import { useWidth } from './use-width';

export function ColumnChart(props: Omit<LineChartProps, 'months'> & { readonly periods: readonly string[] }) {
  const { title, unit, series, periods, partial, notes, show, showTick = show, nameOf = String } = props;
  const [box, width] = useWidth();
  const height = plotHeight(width);
  const last = periods.length - 1;
  const [chosen, handlers] = useChosen(last, (share) => Math.floor(share * periods.length), width);
  const x = scaleBand(periods, [edge.left, width - edge.right]).paddingInner(
    periods.length > 60 ? 0.1 : 0.25,
  );
  const sums = periods.map((period) =>
    series.reduce((sum, { values }) => sum + (values.get(period) ?? 0), 0),
  );
  const y = scaleLinear([0, Math.max(1, ...sums)], [height - edge.bottom, edge.top]).nice(4);
  const words = inWords(series, periods, nameOf, show);
  const step = Math.ceil((periods.length * 80) / width);
  const table = {
    columns: ['Period', ...series.map(({ name }) => name)],
    rows: periods.map((each) => [nameOf(each), ...series.map(({ values }) => values.get(each) ?? null)]),
    show,
  };
  const chosenPeriod = chosen === null ? undefined : periods[chosen];
  const values =
    chosenPeriod === undefined ? null : (
      <ChosenValues
        series={series}
        day={chosenPeriod}
        name={nameOf(chosenPeriod)}
        show={show}
        left={(x(chosenPeriod) ?? 0) + x.bandwidth() / 2}
        width={width}
        isLow={false}
      />
    );
  return (
    <ChartFrame title={title} unit={unit} table={table} notes={notes} height={height}>
      <Plot {...{ title, unit, words, box, width, y, showTick, handlers, values }}>
        <Hatch />
        {periods.map((period, at) => (
          <g key={period} transform={`translate(${x(period) ?? 0} 0)`}>
            <Column
              series={series}
              period={period}
              width={x.bandwidth()}
              y={y}
              isPartial={partial?.has(period)}
            />
            {at % step === 0 ? (
              <Tick
                name={nameOf(period)}
                middle={x.bandwidth() / 2}
                right={width - (x(period) ?? 0)}
                y={height - 6}
              />
            ) : null}
          </g>
        ))}
        {chosenPeriod === undefined ? null : (
          <rect
            className="chosen"
            data-passing=""
            x={(x(chosenPeriod) ?? 0) - 2}
            y={edge.top}
            width={x.bandwidth() + 4}
            height={height - edge.top - edge.bottom}
          />
        )}
      </Plot>
      {series.length > 1 ? <Legend series={series} /> : null}
    </ChartFrame>
  );
}

/** The name of a period below its column, but not beyond the right end of the chart. */
function Tick({
  name,
  middle,
  right,
  y,
}: {
  readonly name: string;
  readonly middle: number;
  readonly right: number;
  readonly y: number;
}) {
  const isBeyond = middle + textWidth(name, tickSize) / 2 > right;
  return (
    <text className="tick" x={isBeyond ? right : middle} y={y} textAnchor={isBeyond ? 'end' : 'middle'}>
      {name}
    </text>
  );
}

interface ColumnProps {
  readonly series: readonly Series[];
  readonly period: string;
  readonly width: number;
  readonly y: ScaleLinear<number, number>;
  readonly isPartial: boolean | undefined;
}

/** The values of one period, the first series at the bottom. */
function Column({ series, period, width, y, isPartial }: ColumnProps) {
  if (series.every(({ values }) => (values.get(period) ?? null) === null)) {
    return <rect className="unknown" y={y.range()[1]} width={width} height={y(0) - (y.range()[1] ?? 0)} />;
  }
  let below = 0;
  const boxes = series.map(({ name, values }) => {
    const from = below;
    below += values.get(period) ?? 0;
    return { name, top: y(below), height: y(from) - y(below) };
  });
  return (
    <>
      {boxes.map(({ name, top, height }, index) =>
        height > 0 ? (
          <g key={name} className={`series series-${index + 1}`}>
            <rect className="bar" y={top} width={width} height={height} />
          </g>
        ) : null,
      )}
      {isPartial ? <rect className="partial" y={y(below)} width={width} height={y(0) - y(below)} /> : null}
    </>
  );
}
