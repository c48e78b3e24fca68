/** The fields of the filters, loaded when the first of them is opened. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { tagsQuery } from '../api/release-queries';
import { useService } from '../api/service';
import { sentence, statusNames } from '../words/format';
import type { FilterProps } from './filter-bar';
import { datesMeant, propertyTypes, recordKinds } from './filters';

const groups = {
  period: PeriodFields,
  tags: TagChoices,
  status: StatusChoices,
  type: TypeChoices,
  kind: KindChoices,
  value: ValueField,
  contractor: ContractorChoices,
  words: WordFields,
} as const;

export type FilterGroup = keyof typeof groups;

export default function FilterFields({ group, ...props }: FilterProps & { readonly group: FilterGroup }) {
  const Group = groups[group];
  return <Group {...props} />;
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

function TagChoices({ filters, change }: FilterProps) {
  const { lintel } = useService();
  const { data: tags = [] } = useQuery(tagsQuery(lintel));
  const chosen = filters.tags ?? [];
  return (
    <fieldset className="fields">
      <legend>Tags, all of those chosen</legend>
      <div className="choices two-columns">
        {tags.map(({ id, description }) => (
          <label className="choice" key={id} title={description}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={() => change({ tags: toggled(chosen, id) })}
            />
            {sentence(id)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function StatusChoices({ filters, change }: FilterProps) {
  const chosen = filters.status ?? [];
  return (
    <fieldset className="fields">
      <legend>Status, any of those chosen</legend>
      <div className="choices">
        {Object.entries(statusNames).map(([id, name]) => (
          <label className="choice" key={id}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={() => change({ status: toggled(chosen, id) })}
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function TypeChoices({ filters, change }: FilterProps) {
  const chosen = filters.type ?? [];
  return (
    <fieldset className="fields">
      <legend>Property type, any of those chosen</legend>
      <div className="choices">
        {propertyTypes.map((id) => (
          <label className="choice" key={id}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={() => change({ type: toggled(chosen, id) })}
            />
            {sentence(id)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function KindChoices({ filters, change }: FilterProps) {
  const chosen = filters.kind ?? [];
  return (
    <fieldset className="fields">
      <legend>What the record is, any of those chosen</legend>
      <div className="choices">
        {recordKinds.map((id) => (
          <label className="choice" key={id}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={() => change({ kind: toggled(chosen, id) })}
            />
            {sentence(id)}
          </label>
        ))}
      </div>
      <label className="choice">
        <input
          type="checkbox"
          checked={filters.renewals === 'no'}
          onChange={(event) => change({ renewals: event.target.checked ? 'no' : undefined })}
        />
        Leave out renewals
      </label>
      <p className="note">Many sources do not tell: with a kind chosen, their permits are left out.</p>
    </fieldset>
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
        label="Description contains"
        value={filters.text ?? ''}
        onSettle={(text) => change({ text: text === '' ? undefined : text })}
      />
      <LateField
        label="Permit number, or its beginning"
        note="Looked for in all years unless you choose a period."
        value={filters.number ?? ''}
        onSettle={(number) => change({ number: number === '' ? undefined : number })}
      />
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

/** The list with or without one; undefined if nothing is left. */
function toggled(list: readonly string[], one: string): string[] | undefined {
  const next = list.includes(one) ? list.filter((each) => each !== one) : [...list, one];
  return next.length === 0 ? undefined : next;
}
