/**
 * The frame of a chart: its title and unit, its numbers as a table on demand, and the ways to take it along: SVG, PNG,
 * CSV, or the numbers on the clipboard.
 */
import { type ReactNode, use, useId, useRef, useState } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { Icon } from '../design/icons';
import { csv } from '../words/csv';
import { saveFile } from '../words/save-file';
import { PictureContext } from './picture-context';
import { drawPng, standaloneSvg } from './save-chart';

/** The numbers of a chart: names of columns, and rows whose first cell names them. */
export interface ChartTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** How a number is shown; the files have it plain. */
  show(value: number): string;
}

export interface ChartFrameProps {
  readonly title: string;
  /** What the numbers are, with their unit. */
  readonly unit: string;
  readonly table: ChartTable;
  readonly children: ReactNode;
  readonly controls?: ReactNode;
  /** Lines below the chart, which pictures have too: where the numbers come from, from when to when. */
  readonly notes?: readonly string[] | undefined;
  /** How high the drawing is. */
  readonly height: number;
}

const kinds = [
  ['png', 'Image (PNG)'],
  ['svg', 'Drawing (SVG)'],
  ['csv', 'Numbers (CSV)'],
  ['copy', 'Copy the numbers'],
] as const;

export function ChartFrame(props: ChartFrameProps) {
  const picture = use(PictureContext);
  return picture === null ? <PageFrame {...props} /> : <picture.Frame {...props} />;
}

function PageFrame({ title, unit, table, children, controls, notes = [] }: ChartFrameProps) {
  const [isTable, setTable] = useState(false);
  const figure = useRef<HTMLElement>(null);
  const id = useId();
  const name = title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const numbers = () => csv([table.columns, ...table.rows]);
  const save = async (kind: (typeof kinds)[number][0]) => {
    const svg = figure.current?.querySelector('svg.chart');
    if (kind === 'csv') saveFile(new Blob([numbers()], { type: 'text/csv' }), `${name}.csv`);
    if (kind === 'copy') await navigator.clipboard.writeText(numbers());
    if (!(svg instanceof SVGSVGElement)) return;
    const words = { title, unit, notes, legend: [...(figure.current?.querySelectorAll('.legend li') ?? [])] };
    if (kind === 'svg')
      saveFile(new Blob([standaloneSvg(svg, words)], { type: 'image/svg+xml' }), `${name}.svg`);
    if (kind === 'png') saveFile(await drawPng(svg, words), `${name}.png`);
  };
  return (
    <figure className="chart-frame" ref={figure} aria-labelledby={id}>
      <figcaption>
        <div>
          <p id={id} className="chart-title">
            {title}
          </p>
          <p className="soft">{unit}</p>
        </div>
        <div className="chart-tools">
          {controls}
          <button
            type="button"
            className="button small quiet"
            aria-label={`Numbers of ${title}`}
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          >
            <Icon name="table" />
            Numbers
          </button>
          <DialogTrigger>
            <Button className="button small quiet" aria-label={`Save the chart ${title}`}>
              <Icon name="download" />
              Save
            </Button>
            <Popover className="popover" placement="bottom end">
              <Dialog aria-label="Save as">
                {({ close }) =>
                  kinds.map(([kind, label]) => (
                    <Button
                      key={kind}
                      className="button"
                      isDisabled={isTable && (kind === 'png' || kind === 'svg')}
                      onPress={() => {
                        void save(kind);
                        close();
                      }}
                    >
                      {label}
                    </Button>
                  ))
                }
              </Dialog>
            </Popover>
          </DialogTrigger>
        </div>
      </figcaption>
      {isTable ? <NumbersTable title={title} table={table} /> : children}
      {notes.length > 0 ? (
        <div className="chart-notes">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      ) : null}
    </figure>
  );
}

function NumbersTable({ title, table }: { readonly title: string; readonly table: ChartTable }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1).
    <section className="numbers" tabIndex={0} aria-label={`${title}, numbers`}>
      <table className="plain-table">
        <thead>
          <tr>
            {table.columns.map((column, at) => (
              <th scope="col" key={column} className={at === 0 ? undefined : 'number'}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(([first, ...rest]) => (
            <tr key={String(first)}>
              <th scope="row">{first}</th>
              {rest.map((value, at) => (
                <td key={at} className="number">
                  {typeof value === 'number' ? table.show(value) : (value ?? '–')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
