/**
 * Values by period, one line a series. The pointer, or the arrow keys, choose a period whose values are shown. A period
 * without a value is a gap, a value between two gaps a dot, one that is not whole is hatched; series are named in the legend.
 */
import { type ScaleLinear, type ScaleTime, scaleLinear, scaleUtc } from 'd3-scale';
import { area, line } from 'd3-shape';
import { type KeyboardEvent, type PointerEvent, use, useState } from 'react';
import { addDays, month, shortDate, utc } from '../words/format';
import { ChartFrame } from './chart-frame';
import { Hatch } from './hatch';
import { inWords } from './in-words';
import { marks } from './marks';
import { PictureContext } from './picture-context';
import { edge, Plot, plotHeight } from './plot';
import { useWidth } from './use-width';

export interface Series {
  readonly name: string;
  /** By the first day of the period; null where nothing is known. */
  readonly values: ReadonlyMap<string, number | null>;
  /** Periods that are not whole in this series: the lines to them are dashed. */
  readonly partial?: ReadonlySet<string>;
}

export interface LineChartProps {
  readonly title: string;
  readonly unit: string;
  readonly series: readonly Series[];
  /** First days of the periods, the oldest first. */
  readonly months: readonly string[];
  /** How a period is called, by its first day; without it they are months. */
  nameOf?(day: string): string;
  /** Periods that are not whole, by their first days. */
  readonly partial?: ReadonlySet<string> | undefined;
  readonly notes?: readonly string[] | undefined;
  show(value: number): string;
  /** As on the axis, shorter. */
  showTick?(value: number): string;
}

export function LineChart(props: LineChartProps) {
  const { title, unit, series, months, notes, show, showTick = show, nameOf = month } = props;
  const [box, width] = useWidth();
  const height = plotHeight(width);
  const last = months.length - 1;
  const [chosen, handlers] = useChosen(last, (share) => Math.round(share * last), width);
  const x = scaleUtc()
    .domain([utc(months[0] ?? '2000-01-01'), utc(months[last] ?? '2000-01-01')])
    .range([edge.left, width - edge.right]);
  const top = Math.max(1, ...series.flatMap(({ values }) => [...values.values()].map((value) => value ?? 0)));
  const y = scaleLinear()
    .domain([0, top])
    .nice(4)
    .range([height - edge.bottom, edge.top]);
  const words = inWords(series, months, nameOf, show);
  const plane = { x, width, height, months };
  const at = (index: number) => x(utc(months[index] ?? '2000-01-01'));
  const table = {
    columns: [props.nameOf ? 'Period' : 'Month', ...series.map(({ name }) => name)],
    rows: months.map((each) => [nameOf(each), ...series.map(({ values }) => values.get(each) ?? null)]),
    show,
  };
  const chosenMonth = chosen === null ? undefined : months[chosen];
  const isHigh = series.some(({ values }) => (values.get(chosenMonth ?? '') ?? 0) > top / 2);
  const values =
    chosenMonth === undefined || chosen === null ? null : (
      <ChosenValues
        series={series}
        day={chosenMonth}
        name={nameOf(chosenMonth)}
        left={at(chosen)}
        width={width}
        isLow={isHigh}
        show={show}
      />
    );
  return (
    <ChartFrame title={title} unit={unit} table={table} notes={notes} height={height}>
      <Plot {...{ title, unit, words, box, width, y, showTick, handlers, values }}>
        <Ticks {...plane} />
        <PartialPeriods partial={props.partial} {...plane} />
        {chosen === null ? null : (
          <path className="rule" data-passing="" d={`M${at(chosen)} ${edge.top}V${height - edge.bottom}`} />
        )}
        {series.map((one, index) => (
          <Line
            key={one.name}
            series={one}
            index={index}
            isAlone={series.length === 1}
            months={months}
            at={at}
            y={y}
            chosen={chosen}
          />
        ))}
      </Plot>
      {series.length > 1 ? <Legend series={series} /> : null}
    </ChartFrame>
  );
}

/**
 * The position of the period that the pointer or the arrow keys have chosen, up to `last`, and what they do. `positionAt`
 * says which lies at a share of the width.
 */
export function useChosen(last: number, positionAt: (share: number) => number, width: number) {
  const [chosen, setChosen] = useState<number | null>(null);
  const choose = (position: number) => setChosen(Math.min(last, Math.max(0, position)));
  const leave = () => setChosen(null);
  const handlers = {
    onPointerMove(event: PointerEvent<SVGSVGElement>) {
      const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
      const share = (left - edge.left) / Math.max(1, width - edge.left - edge.right);
      choose(positionAt(share));
    },
    onPointerLeave: leave,
    onKeyDown(event: KeyboardEvent) {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      choose((chosen ?? last + (step > 0 ? -1 : 1)) + step);
    },
    onBlur: leave,
  };
  return [chosen, handlers] as const;
}

/** Where months are on the drawing, whose sides are in pixels. */
interface Plane {
  readonly x: ScaleTime<number, number>;
  readonly width: number;
  readonly height: number;
  readonly months: readonly string[];
}

/** The months below the drawing. */
function Ticks({ x, width, height, months }: Plane) {
  return (
    <>
      {xTicks(x, months, width).map((tick) => (
        <text
          className="tick"
          key={tick.getTime()}
          x={x(tick)}
          y={height - 6}
          textAnchor={x(tick) > width - 20 ? 'end' : 'middle'}
        >
          {tickName(tick, months)}
        </text>
      ))}
    </>
  );
}

/** The name of a year or a month, or of a day in a chart of days. */
function tickName(tick: Date, [first = '', second]: readonly string[]) {
  if (second === addDays(first, 1)) return shortDate(tick.toISOString());
  return tick.getUTCMonth() === 0 ? tick.getUTCFullYear() : month(tick.toISOString());
}

/** A hatch over each period that is not whole, as wide as a period. */
function PartialPeriods({
  months,
  partial = none,
  x,
  height,
}: Pick<Plane, 'x' | 'height' | 'months'> & Pick<LineChartProps, 'partial'>) {
  const [left, right] = x.range() as [number, number];
  const half = (right - left) / Math.max(2, 2 * (months.length - 1));
  return (
    <>
      <Hatch />
      {months.map((day) =>
        partial.has(day) ? (
          <rect
            className="partial band"
            key={day}
            x={Math.max(left, x(utc(day)) - half)}
            y={edge.top}
            width={Math.min(right, x(utc(day)) + half) - Math.max(left, x(utc(day)) - half)}
            height={height - edge.top - edge.bottom}
          />
        ) : null,
      )}
    </>
  );
}

const none: ReadonlySet<string> = new Set();

interface LineProps {
  readonly y: ScaleLinear<number, number>;
  readonly series: Series;
  readonly index: number;
  /** The only one: the area below it is filled. */
  readonly isAlone: boolean;
  readonly months: readonly string[];
  /** Where a month is, by its position. */
  at(position: number): number;
  /** The position of the month that is pointed at. */
  readonly chosen: number | null;
}

/** One series, with a mark at the month that is pointed at. */
function Line({ series: { values, partial = none }, index, isAlone, months, at, y, chosen }: LineProps) {
  const points = months.map((each, position) => [at(position), values.get(each) ?? null] as const);
  const isPartial = (position: number) => partial.has(months[position] ?? '');
  const path = line<readonly [number, number | null]>()
    .defined(([, value], position) => value !== null && !isPartial(position))
    .x(([left]) => left)
    .y(([, value]) => y(value ?? 0));
  const below = area<readonly [number, number | null]>()
    .defined(([, value]) => value !== null)
    .x(([left]) => left)
    .y0(y(0))
    .y1(([, value]) => y(value ?? 0));
  const [left = 0, value = null] = chosen === null ? [] : (points[chosen] ?? []);
  return (
    <g className={`series series-${index + 1}`}>
      {isAlone ? <path className="below" d={below(points) ?? ''} /> : null}
      <path className="line" d={path(points) ?? ''} />
      {points.map(([left, value], position) => {
        const [from, before = null] = points[position - 1] ?? [];
        const isDashed = isPartial(position) || isPartial(position - 1);
        return isDashed && value !== null && before !== null ? (
          <path className="dashed" key={left} d={`M${from} ${y(before)}L${left} ${y(value)}`} />
        ) : null;
      })}
      {points.map(([left, value], position) =>
        value !== null && isLone(points, position) ? (
          <circle className="lone" key={left} cx={left} cy={y(value)} r="3" />
        ) : null,
      )}
      {value === null ? null : (
        <path
          className="mark"
          data-passing=""
          d={marks[index % marks.length]}
          transform={`translate(${left} ${y(value)})`}
        />
      )}
    </g>
  );
}

/** Whether a value has no neighbour, so that no line leads to it. */
const isLone = (points: readonly (readonly [number, number | null])[], at: number) =>
  (points[at - 1]?.[1] ?? null) === null && (points[at + 1]?.[1] ?? null) === null;

interface ChosenValuesProps extends Pick<LineChartProps, 'series' | 'show'> {
  /** The first day of the period. */
  readonly day: string;
  /** What the period is called. */
  readonly name: string;
  /** Where it is, in pixels of the width. */
  readonly left: number;
  readonly width: number;
  /** Whether the values are shown at the bottom, since there are some at the top. */
  readonly isLow: boolean;
}

/** What all series have in one period, beside it. */
export function ChosenValues({ series, day, name, left, width, isLow, show }: ChosenValuesProps) {
  return (
    <div
      className="chart-hint"
      role="status"
      data-low={isLow ? '' : undefined}
      style={left > width / 2 ? { right: width - left + 10 } : { left: left + 10 }}
    >
      <strong>{name}</strong>
      {series.map(({ name, values }, index) => {
        const value = values.get(day);
        return (
          <span key={name}>
            {series.length > 1 ? <i className={`swatch series-${index + 1}`} /> : null}
            {series.length > 1 ? `${name}: ` : ''}
            {value == null ? 'not known' : show(value)}
          </span>
        );
      })}
    </div>
  );
}

export function Legend({ series }: Pick<LineChartProps, 'series'>) {
  // A picture has a legend of its own.
  if (use(PictureContext) !== null) return null;
  return (
    <ul className="legend">
      {series.map(({ name }, index) => (
        <li key={name}>
          <svg viewBox="-5 -5 10 10" className={`series-${index + 1}`} aria-hidden="true">
            <path d={marks[index % marks.length]} fill="currentColor" />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

/** Pixels from the start of one name of a month or a day to the next, so that they do not touch. */
const roomOfName = 56;

/** Years for many years, months for a few. */
function xTicks(x: ScaleTime<number, number>, months: readonly string[], width: number): Date[] {
  const [first = '2000', last = first] = [months[0], months.at(-1)];
  const years = Number(last.slice(0, 4)) - Number(first.slice(0, 4)) + 1;
  if (years <= 3) {
    const ticks = x.ticks(Math.max(2, Math.min(6, Math.floor(width / 110))));
    const [left, next] = ticks;
    const apart = left === undefined || next === undefined ? width : x(next) - x(left);
    const every = Math.ceil(roomOfName / apart);
    return ticks.filter((_, at) => at % every === 0);
  }
  const step = Math.max(1, Math.ceil((years * 48) / width));
  return x.ticks(years * 2).filter((tick) => tick.getUTCMonth() === 0 && tick.getUTCFullYear() % step === 0);
}

/** First days of the months of a period, the oldest first. */
export function monthsOf(from: string, to: string): string[] {
  const months: string[] = [];
  for (let each = `${from.slice(0, 7)}-01`; each <= to; ) {
    months.push(each);
    const [year = 0, number = 0] = each.split('-').map(Number);
    each = number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`;
  }
  return months;
}

/** Those of the years up to a day. */
export function monthsUpTo(lastDay: string, years: number): string[] {
  return monthsOf(addDays(lastDay, -366 * years), lastDay).slice(-12 * years);
}
