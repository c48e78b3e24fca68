/** Named values as horizontal bars, each with its number beside it. */
import { ChartFrame } from './chart-frame';
import { ChartBox, Drawing } from './drawing';
import { shortened, textWidth } from './letters';
import { useWidth } from './use-width';

interface BarChartProps {
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly { readonly name: string; readonly value: number }[];
  show(value: number): string;
  readonly notes?: readonly string[];
}

const rowHeight = 26;
/** Font size of names, as charts.css has it. */
const nameSize = 13;

export function BarChart({ title, unit, bars, show, notes }: BarChartProps) {
  const [box, width] = useWidth();
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const longest = Math.max(0, ...bars.map(({ name }) => textWidth(name, nameSize)));
  const labelWidth = Math.min(longest + 14, width * 0.46);
  const room = width - labelWidth - 64;
  const height = bars.length * rowHeight;
  const table = { columns: ['', unit], rows: bars.map(({ name, value }) => [name, value]), show };
  return (
    <ChartFrame title={title} unit={unit} table={table} notes={notes} height={height}>
      <ChartBox box={box}>
        <Drawing
          width={width}
          height={height}
          label={`${title}: ${bars.map(({ name, value }) => `${name} ${show(value)}`).join(', ')}`}
        >
          {bars.map(({ name, value }, row) => (
            <g key={name} transform={`translate(0 ${row * rowHeight})`} className="series series-1">
              <text
                className="name"
                x={labelWidth - 10}
                y={rowHeight / 2}
                textAnchor="end"
                dominantBaseline="middle"
              >
                {shortened(name, labelWidth - 12, nameSize)}
              </text>
              <rect
                className="bar"
                x={labelWidth}
                y={5}
                width={Math.max(1, (room * value) / most)}
                height={rowHeight - 10}
              />
              <text
                className="value"
                x={labelWidth + Math.max(1, (room * value) / most) + 8}
                y={rowHeight / 2}
                dominantBaseline="middle"
              >
                {show(value)}
              </text>
            </g>
          ))}
        </Drawing>
      </ChartBox>
    </ChartFrame>
  );
}
