/**
 * Who publishes permits by what, by state: open data sets of the catalog, and portals of the inventory, which nobody
 * tried.
 */
import '../design/state-maps.css';
import { useState } from 'react';
import { DataTable } from '../design/data-table';
import { Part } from '../design/record-parts';
import { useNarrow } from '../shell/use-narrow';
import { count } from '../words/format';
import outlines from './outlines.json';
import counted from './portals.json';
import { PortalsOfState } from './portals-of-state';

const programs = ['Open data', 'EnerGov', 'Accela', 'eTRAKiT', 'Other'];
const known = ['Described', 'Login only', 'Blocked', 'No portal', 'Unverified'];

interface State {
  readonly name: string;
  readonly runs: readonly number[];
  readonly knows: readonly number[];
}

const states = counted.map(
  ([name, runs, knows]): State => ({
    name: typeof name === 'string' ? name : 'Not known',
    runs: numbers(runs),
    knows: numbers(knows),
  }),
);

function numbers(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.map(Number) : [];
}

const sum = (rows: readonly (readonly number[])[], at: number) =>
  rows.reduce((total, row) => total + (row[at] ?? 0), 0);

const all: State = {
  name: 'All',
  runs: programs.map((_, at) =>
    sum(
      states.map(({ runs }) => runs),
      at,
    ),
  ),
  knows: known.map((_, at) =>
    sum(
      states.map(({ knows }) => knows),
      at,
    ),
  ),
};

export function PortalsPart({ lastDay }: { readonly lastDay: string }) {
  const total = all.knows.reduce((one, other) => one + other, 0);
  const isNarrow = useNarrow();
  const [isOpen, setOpen] = useState(false);
  const isShort = isNarrow && !isOpen;
  return (
    <Part title="Where permits are, by state">
      <p className="soft">
        Most authorities publish no dataset, only the search page of their permit software. Public lists and
        pages name {count(total)} of these portals; none was tried yet. Described: Lintel reads the software
        and knows the place. Login only, blocked, no portal: no program is given a list of permits.
        Unverified: the address was guessed, the place is not known, or the software is not read. Open data:
        sets of permits in the catalog.
      </p>
      <div className="state-maps">
        {programs.map((head, at) => (
          <StateMap key={head} head={head} at={at} />
        ))}
        <ul className="state-shades" aria-hidden="true">
          {[0, ...shades].map((least, shade) => (
            <li key={least}>
              <span data-shade={shade} />
              {rangeFrom(least, shade)}
            </li>
          ))}
        </ul>
      </div>
      <DataTable
        label="Where permits are, by state"
        isCards
        rows={isShort ? [all] : [...states, all]}
        keyOf={({ name }) => name}
        columns={[
          { head: 'State', is: 'name', cell: ({ name }) => name },
          ...programs.map((head, at) => ({
            head,
            is: 'number' as const,
            optional: true,
            cell: ({ runs }: State) => shown(runs[at]),
          })),
          {
            head: <span className="visually-hidden">What is known</span>,
            cell: ({ knows }) => <Shares knows={knows} />,
          },
          ...known.map((head, at) => ({
            head: (
              <>
                <span className={`swatch series-${at + 1}`} aria-hidden="true" />
                {head}
              </>
            ),
            label: head,
            is: 'number' as const,
            cell: ({ knows }: State) => shown(knows[at]),
          })),
        ]}
      />
      {isShort ? (
        <div>
          <button type="button" className="button small" onClick={() => setOpen(true)}>
            Show every state
          </button>
        </div>
      ) : null}
      <PortalsOfState lastDay={lastDay} />
    </Part>
  );
}

/** Least counts of the shades. */
const shades = [1, 3, 10, 30];

function rangeFrom(least: number, shade: number): string {
  const next = shades[shade];
  if (next === undefined) return `${least} and more`;
  return next === least + 1 ? String(least) : `${least} – ${next - 1}`;
}

/** The states, the stronger the more they have; the table says the same in numbers. */
function StateMap({ head, at }: { readonly head: string; readonly at: number }) {
  const counts = new Map(states.map(({ name, runs }) => [name, runs[at] ?? 0]));
  const most = states
    .filter(({ name }) => name !== 'Not known')
    .toSorted((a, b) => (b.runs[at] ?? 0) - (a.runs[at] ?? 0));
  const first = most.slice(0, 3).map(({ name, runs }) => `${name} ${runs[at]}`);
  return (
    <figure>
      <figcaption>{head}</figcaption>
      <svg
        viewBox="0 0 975 610"
        role="img"
        aria-label={`${head} by state: ${first.join(', ')} have the most`}
      >
        {Object.entries(outlines).map(([name, path]) => {
          const number = counts.get(name) ?? 0;
          return (
            <path key={name} d={path} data-shade={shades.filter((least) => number >= least).length}>
              <title>{`${name}: ${number}`}</title>
            </path>
          );
        })}
      </svg>
    </figure>
  );
}

function shown(number = 0): string {
  return number === 0 ? '' : count(number);
}

/** A bar of the states of knowledge, each in its colour. */
function Shares({ knows }: Pick<State, 'knows'>) {
  const total = Math.max(
    1,
    sum(
      knows.map((number) => [number]),
      0,
    ),
  );
  return (
    <span className="bar-cell" aria-hidden="true">
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        {knows.map((number, at) => {
          const before = sum(
            knows.slice(0, at).map((one) => [one]),
            0,
          );
          const [x, width] = [before, number].map((one) => (100 * one) / total);
          return <rect key={known[at]} className={`series-${at + 1}`} x={x} width={width} height="8" />;
        })}
      </svg>
    </span>
  );
}
