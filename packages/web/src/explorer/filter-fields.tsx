/** The fields of the filters, loaded when the first of them is opened. */
import { type ReactNode, useEffect, useState } from 'react';
import { useAreas } from '../api/areas';
import type { FacetId } from '../api/facet-queries';
import { FacetChoices, facetsOf, toggled } from './facet-choices';
import type { FilterProps } from './filter-bar';
import { datesMeant, type ValueFilter } from './filters';

/** The fields of each filter, and the filters by values among them. */
const groups = {
  period: { Fields: PeriodFields, lists: [] },
  tags: { Fields: null, lists: ['tags'] },
  status: { Fields: null, lists: ['status'] },
  permit: { Fields: null, lists: ['permit', 'subtype'] },
  type: { Fields: null, lists: ['type', 'detail'] },
  kind: { Fields: Renewals, lists: ['kind'] },
  value: { Fields: ValueField, lists: [] },
  contractor: { Fields: ContractorChoices, lists: [] },
  words: { Fields: WordFields, lists: [] },
  area: { Fields: AreaFields, lists: [] },
  more: { Fields: ProgressFields, lists: ['source', 'district', 'tract'] },
} as const satisfies Record<
  string,
  { readonly Fields: ((props: FilterProps) => ReactNode) | null; readonly lists: readonly ValueFilter[] }
>;

export type FilterGroup = keyof typeof groups;

/** All filters by values, whose counts the sheet asks for at once. */
export const allFacets = facetsOf(
  Object.values(groups).flatMap(({ lists }): readonly ValueFilter[] => lists),
);

interface FilterFieldsProps extends FilterProps {
  readonly group: FilterGroup;
  /** What is counted together; without it what this group needs. */
  readonly facets?: readonly FacetId[];
}

export default function FilterFields({ group, facets, ...props }: FilterFieldsProps) {
  const {
    Fields,
    lists,
  }: { Fields: ((props: FilterProps) => ReactNode) | null; lists: readonly ValueFilter[] } = groups[group];
  return (
    <>
      {lists.map((list) => (
        <FacetChoices
          key={list}
          list={list}
          asked={facets ?? facetsOf(lists)}
          isAlone={facets === undefined}
          {...props}
        />
      ))}
      {Fields === null ? null : <Fields {...props} />}
    </>
  );
}

/** The operator's areas by name, the long lists with a search. */
function AreaFields({ filters, change }: FilterProps) {
  const areas = useAreas();
  const [text, setText] = useState('');
  const { area: chosen = [] } = filters;
  const wanted = text.trim().toLowerCase();
  const shown = areas
    .filter(({ id, name }) => chosen.includes(id) || name.toLowerCase().includes(wanted))
    .slice(0, 100);
  if (areas.length === 0) return null;
  return (
    <fieldset className="fields facet">
      <legend>Area, any of those chosen</legend>
      {areas.length > 10 ? (
        <input
          type="search"
          className="input"
          aria-label="Find in: Area"
          placeholder="Find"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      ) : null}
      <div className="choices">
        {shown.map(({ id, name }) => (
          <label className="choice" key={id} title={id}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={() => change({ area: toggled(chosen, id) })}
            />
            <span className="choice-name">{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function PeriodFields({ filters, period, change }: FilterProps) {
  const years = [1, 3, 5, 10];
  return (
    <fieldset className="fields">
      <legend>Period in which permits were</legend>
      <div className="choices two-columns">
        {datesMeant.map(([date, name]) => (
          <label className="choice" key={name}>
            <input
              type="radio"
              name="date"
              checked={filters.date === date}
              onChange={() => change({ date })}
            />
            {name}
          </label>
        ))}
      </div>
      <div className="field-row">
        <DateField label="First day" value={period.from} onChange={(from) => change({ from })} />
        <DateField label="Last day" value={period.to} onChange={(to) => change({ to })} />
      </div>
      <div className="field-row wrap">
        {years.map((number) => (
          <button
            type="button"
            key={number}
            className="button small"
            onClick={() =>
              change(
                number === 1
                  ? { from: undefined, to: undefined }
                  : {
                      from: `${Number(period.to.slice(0, 4)) - number}${period.to.slice(4)}`,
                      to: filters.to,
                    },
              )
            }
          >
            {number === 1 ? 'Last 12 months' : `${number} years`}
          </button>
        ))}
      </div>
      <label className="choice">
        <input
          type="checkbox"
          checked={filters.undated === 'yes'}
          onChange={(event) => change({ undated: event.target.checked ? 'yes' : undefined })}
        />
        Also those without a date, after all others
      </label>
    </fieldset>
  );
}

/** Takes effect when the date is whole, not while it is typed. */
export function DateField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
}) {
  const [shown, setShown] = useState(value);
  useEffect(() => setShown(value), [value]);
  return (
    <label className="field">
      <span className="label">{label}</span>
      <input
        type="date"
        className="input"
        min="1900-01-01"
        max="2199-12-31"
        value={shown}
        onChange={(event) => {
          setShown(event.target.value);
          if (/^(?:19|2[01])\d\d-\d\d-\d\d$/.test(event.target.value)) onChange(event.target.value);
        }}
      />
    </label>
  );
}

function Renewals({ filters, change }: FilterProps) {
  return (
    <label className="choice">
      <input
        type="checkbox"
        checked={filters.renewals === 'no'}
        onChange={(event) => change({ renewals: event.target.checked ? 'no' : undefined })}
      />
      Leave out renewals
    </label>
  );
}

function ValueField({ filters, change }: FilterProps) {
  const dollars = (text: string) => Number(text.replace(/[^\d]/g, '')) || undefined;
  return (
    <fieldset className="fields">
      <legend>Job value, dollars</legend>
      <div className="field-row">
        <LateField
          label="Least"
          inputMode="numeric"
          value={filters.value === undefined ? '' : String(filters.value)}
          onSettle={(text) => change({ value: dollars(text) })}
        />
        <LateField
          label="Greatest"
          inputMode="numeric"
          value={filters.most === undefined ? '' : String(filters.most)}
          onSettle={(text) => change({ most: dollars(text) })}
        />
      </div>
      <p className="note">With a bound, permits of unknown value are left out.</p>
      <label className="choice">
        <input
          type="checkbox"
          checked={filters.outliers === 'no'}
          onChange={(event) => change({ outliers: event.target.checked ? 'no' : undefined })}
        />
        Leave out values far beyond the usual
      </label>
    </fieldset>
  );
}

function ContractorChoices({ filters, change }: FilterProps) {
  const options = [
    [undefined, 'All permits'],
    ['yes', 'With a contractor'],
    ['no', 'Without a contractor'],
  ] as const;
  return (
    <>
      <fieldset className="fields">
        <legend>Contractor</legend>
        <div className="choices">
          {options.map(([value, name]) => (
            <label className="choice" key={name}>
              <input
                type="radio"
                name="contractor"
                checked={filters.contractor === value}
                onChange={() => change({ contractor: value })}
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      <LateField
        label="Contractor’s name contains"
        note="Three letters or more."
        value={filters.by ?? ''}
        onSettle={(text) => change({ by: text === '' ? undefined : text })}
      />
    </>
  );
}

function WordFields({ filters, change }: FilterProps) {
  return (
    <div className="fields">
      <LateField
        label="Description or type contains"
        value={filters.text ?? ''}
        onSettle={(text) => change({ text: text === '' ? undefined : text })}
      />
      <LateField
        label="Permit number, or its beginning"
        note="Looked for in all years unless you choose a period."
        value={filters.number ?? ''}
        onSettle={(number) => change({ number: number === '' ? undefined : number })}
      />
      <LateField
        label="Parcel number, or its beginning"
        value={filters.parcel ?? ''}
        onSettle={(parcel) => change({ parcel: parcel === '' ? undefined : parcel })}
      />
    </div>
  );
}

function ProgressFields({ filters, change }: FilterProps) {
  return (
    <div className="fields">
      <LateField
        label="Least days from filing to issue"
        inputMode="numeric"
        value={filters.days === undefined ? '' : String(filters.days)}
        onSettle={(text) => change({ days: Number(text.replace(/[^\d]/g, '')) || undefined })}
      />
      <label className="choice">
        <input
          type="checkbox"
          checked={filters.inspection === 'failed'}
          onChange={(event) => change({ inspection: event.target.checked ? 'failed' : undefined })}
        />
        With an inspection that failed
      </label>
    </div>
  );
}

/** A field that takes effect a moment after the last key. */
function LateField({
  label,
  note,
  value,
  onSettle,
  inputMode,
}: {
  readonly label: string;
  readonly note?: string;
  readonly value: string;
  readonly inputMode?: 'numeric';
  onSettle(value: string): void;
}) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onSettle(text.trim()), 400);
    return () => clearTimeout(timer);
  }, [text, value, onSettle]);
  return (
    <label className="field">
      <span className="label">{label}</span>
      <input
        className="input"
        inputMode={inputMode}
        value={text}
        maxLength={60}
        onChange={(event) => setText(event.target.value)}
      />
      {note ? <span className="note">{note}</span> : null}
    </label>
  );
}
