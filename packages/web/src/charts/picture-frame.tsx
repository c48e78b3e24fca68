/**
 * Charts as pictures of their own, drawn without a page: on the server, for embeds. The styles are those of the pages,
 * with the colours of one theme written in, so that programs that print know them.
 */
import charts from '../design/charts.css?raw';
import tokens from '../design/tokens.css?raw';
import type { ChartFrameProps } from './chart-frame';
import { boldness, legendPlaces, linesOf } from './letters';
import { marks } from './marks';
import { pictureMargin } from './picture-context';

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

interface PictureFrameProps extends ChartFrameProps {
  readonly width: number;
  readonly theme: Theme;
  /** Called with the height of the whole picture. */
  onHeight(height: number): void;
}

/** A picture has no fonts of its own: what takes the place of ours may be so many times as wide (DejaVu Sans). */
const otherFonts = 1.14;

const lineHeight = 18;
const noteHeight = 16;

export function PictureFrame(props: PictureFrameProps) {
  const { width, theme, title, unit, table, height, children, notes = [], onHeight } = props;
  const inside = (width - 2 * pictureMargin) / otherFonts;
  const [, ...names] = table.columns;
  const head = [
    ...linesOf(title, inside, 14 * boldness).map((line) => ({ line, look: 'picture-title' })),
    ...linesOf(unit, inside, 13).map((line) => ({ line, look: 'picture-unit' })),
  ];
  const headHeight = pictureMargin + head.length * lineHeight;
  const legend = legendPlaces(names.length > 1 ? names : [], inside, 12);
  const legendHeight = legend.lines * 20;
  const top = headHeight + legendHeight + 8;
  const foot = top + height + 24;
  const below = notes.flatMap((note) => linesOf(note, inside, 12));
  const whole = foot + below.length * noteHeight;
  onHeight(whole);
  return (
    <Sheet width={width} height={whole} theme={theme} label={`${title}: ${unit}`}>
      {head.map(({ line, look }, at) => (
        <text key={line} className={look} x={pictureMargin} y={pictureMargin + 12 + at * lineHeight}>
          {line}
        </text>
      ))}
      {legend.places.map(({ name, left, line }, at) => (
        <g
          key={name}
          className={`series series-${at + 1}`}
          transform={`translate(${pictureMargin + left} ${headHeight + 10 + line * 20})`}
        >
          <path className="bar" d={marks[at % marks.length]} transform="translate(5 0)" />
          <text className="picture-name" x="16" y="4">
            {name}
          </text>
        </g>
      ))}
      <g className="chart" transform={`translate(${pictureMargin} ${top})`}>
        {children}
      </g>
      {below.map((line, at) => (
        <text key={line} className="picture-note" x={pictureMargin} y={foot + at * noteHeight}>
          {line}
        </text>
      ))}
    </Sheet>
  );
}

/** A text in place of a chart. */
export function MessagePicture({
  text,
  width,
  theme,
}: Pick<PictureFrameProps, 'width' | 'theme'> & { readonly text: string }) {
  const shown = linesOf(text, width - 2 * pictureMargin, 14 * boldness);
  const height = 2 * pictureMargin + shown.length * lineHeight;
  return (
    <Sheet width={width} height={height} theme={theme} label={text}>
      {shown.map((line, at) => (
        <text key={line} className="picture-title" x={pictureMargin} y={pictureMargin + 12 + at * lineHeight}>
          {line}
        </text>
      ))}
    </Sheet>
  );
}

interface SheetProps extends Pick<PictureFrameProps, 'width' | 'height' | 'theme' | 'children'> {
  readonly label: string;
}

/** The paper of a picture. */
function Sheet({ width, height, theme, label, children }: SheetProps) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      fontFamily="Public Sans, system-ui, Helvetica, Arial, sans-serif"
    >
      <style>{pictureStyle(theme)}</style>
      <rect className="picture-paper" width={width} height={height} />
      {children}
    </svg>
  );
}

const pictureRules = `.picture-paper { fill: var(--paper); }
.picture-title { fill: var(--ink); font-size: 14px; font-weight: 650; }
.picture-unit { fill: var(--ink-soft); font-size: 13px; }
.picture-name { fill: var(--ink); font-size: 12px; }
.picture-note { fill: var(--ink-soft); font-size: 12px; }
`;

/** The rules for what is inside of charts, with the colours of a theme. */
function pictureStyle(theme: Theme): string {
  const rules = charts.match(/^\.(?:chart|series)[-\w]*(?: [^{]*)?\{[^}]*\}/gm) ?? [];
  const ofDrawings = rules.filter((rule) => !/^\.chart(?:-\w+)? \{|^\.chart-/.test(rule));
  const colours = coloursOf(theme);
  return (pictureRules + ofDrawings.join('\n'))
    .replace(/\/\*.*?\*\/|\s+/gs, ' ')
    .replace(/var\(--([\w-]+)\)/g, (_, name: string) => colours.get(name) ?? 'inherit')
    .replaceAll('"', '');
}

/** The colours of a theme by their names. */
function coloursOf(theme: Theme): ReadonlyMap<string, string> {
  const pairs = tokens.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\)/g);
  return new Map(
    [...pairs].map(([, name = '', light = '', dark = '']) => [name, theme === 'dark' ? dark : light]),
  );
}
