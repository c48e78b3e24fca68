/** The drawing of a chart: as wide as its place on a page, or a part of a picture. */
import { type ReactNode, type Ref, type SVGAttributes, use } from 'react';
import { PictureContext } from './picture-context';

interface DrawingProps extends Omit<SVGAttributes<SVGSVGElement>, 'width' | 'height'> {
  readonly width: number;
  readonly height: number;
  /** What it shows, for who does not see it. */
  readonly label: string;
}

export function Drawing({ width, height, label, children, ...attributes }: DrawingProps) {
  if (use(PictureContext) !== null) return children;
  return (
    <svg
      className="chart"
      viewBox={`0 0 ${width} ${height}`}
      height={height}
      role="img"
      aria-label={label}
      {...attributes}
    >
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus, and Firefox reads its texts. */}
      <g aria-hidden="true">{children}</g>
    </svg>
  );
}

/** The place of a drawing on a page, and of what lies over it. */
export function ChartBox({
  box,
  children,
}: {
  readonly box: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}) {
  if (use(PictureContext) !== null) return children;
  return (
    <div className="chart-box" ref={box}>
      {children}
    </div>
  );
}
