/** Where a chart of periods draws: the scale of its numbers with a grid, and what the pointer and arrow keys choose. */
import type { ScaleLinear } from 'd3-scale';
import type { ReactNode, Ref, SVGAttributes } from 'react';
import { ChartBox, Drawing } from './drawing';

/** Font size of ticks, as charts.css has it. */
export const tickSize = 11;

export const edge = { top: 12, right: 12, bottom: 26, left: 52 };

/** How high a plot of a width is. */
export const plotHeight = (width: number) => Math.round(Math.min(340, Math.max(220, 0.3 * width)));

interface PlotProps {
  readonly title: string;
  readonly unit: string;
  /** What it shows, in words. */
  readonly words: string;
  readonly box: Ref<HTMLDivElement>;
  readonly width: number;
  readonly y: ScaleLinear<number, number>;
  showTick(value: number): string;
  readonly handlers: Omit<SVGAttributes<SVGSVGElement>, 'width' | 'height'>;
  /** What is drawn. */
  readonly children: ReactNode;
  /** The values of the chosen period, over the drawing. */
  readonly values: ReactNode;
}

export function Plot({ title, unit, words, box, width, y, showTick, handlers, children, values }: PlotProps) {
  const height = plotHeight(width);
  return (
    <ChartBox box={box}>
      <Drawing
        width={width}
        height={height}
        label={`${title}: ${unit}. ${words}. Arrow keys show values; Numbers shows them all.`}
        tabIndex={0}
        {...handlers}
      >
        {y
          .ticks(4)
          .filter(Number.isInteger)
          .map((tick) => (
            <g key={tick} transform={`translate(0 ${y(tick)})`}>
              <path className="grid" d={`M${edge.left} 0H${width - edge.right}`} />
              <text className="tick" x={edge.left - 8} textAnchor="end" dominantBaseline="middle">
                {showTick(tick)}
              </text>
            </g>
          ))}
        {children}
      </Drawing>
      {values}
    </ChartBox>
  );
}
