/** The filters above map and table: each a button that says what is chosen and opens its choices. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Button, Dialog, DialogTrigger, Modal, ModalOverlay, Popover } from 'react-aria-components';
import { tagsQuery } from '../api/queries';
import { useService } from '../api/service';
import { Icon } from '../design/icons';
import { count, date, sentence, statusNames, words } from '../words/format';
import { activeFilters, type Filters, type Period, propertyTypes } from './filters';

interface FilterProps {
  readonly filters: Filters;
  readonly period: Period;
  /** Changes some filters and keeps the others. */
  change(changed: Partial<Filters>): void;
}

export function FilterBar(props: FilterProps) {
  const { filters, change } = props;
  const active = activeFilters(filters);
  return (
    <>
      <div className="filter-bar">
        <FilterButton
          label={periodLabel(props)}
          isOn={filters.from !== undefined || filters.to !== undefined}
        >
          <PeriodFields {...props} />
        </FilterButton>
        <FilterButton label={tagsLabel(filters)} isOn={filters.tags !== undefined}>
          <TagChoices {...props} />
        </FilterButton>
        <FilterButton
          label={listLabel(
            'Status',
            filters.status?.map((status) => statusNames[status] ?? status),
          )}
          isOn={filters.status !== undefined}
        >
          <StatusChoices {...props} />
        </FilterButton>
        <FilterButton
          label={listLabel('Property', filters.type?.map(sentence))}
          isOn={filters.type !== undefined}
        >
          <TypeChoices {...props} />
        </FilterButton>
        <FilterButton
          label={filters.value === undefined ? 'Job value' : `Over $${count(filters.value)}`}
          isOn={filters.value !== undefined}
        >
          <ValueField {...props} />
        </FilterButton>
        <FilterButton
          label={
            filters.contractor === undefined
              ? 'Contractor'
              : filters.contractor === 'yes'
                ? 'With contractor'
                : 'No contractor'
          }
          isOn={filters.contractor !== undefined || filters.by !== undefined}
        >
          <ContractorChoices {...props} />
        </FilterButton>
        <FilterButton
          label={filters.text ?? filters.number ?? 'Words, number'}
          isOn={filters.text !== undefined || filters.number !== undefined}
        >
          <WordFields {...props} />
        </FilterButton>
        {active > 0 ? (
          <button type="button" className="button quiet small" onClick={() => change(cleared)}>
            Clear filters
          </button>
        ) : null}
      </div>
      <DialogTrigger>
        <Button className={active > 0 ? 'button filters-opener on' : 'button filters-opener'}>
          <Icon name="filter" />
          {active > 0 ? `Filters (${active})` : 'Filters'}
        </Button>
        <ModalOverlay className="veil" isDismissable>
          <Modal className="sheet">
            <Dialog aria-label="Filters">
              {({ close }) => (
                <>
                  <h2>Filters</h2>
                  <PeriodFields {...props} />
                  <WordFields {...props} />
                  <ValueField {...props} />
                  <ContractorChoices {...props} />
                  <StatusChoices {...props} />
                  <TypeChoices {...props} />
                  <TagChoices {...props} />
                  <div className="sheet-actions">
                    <Button className="button" onPress={() => change(cleared)}>
                      Clear
                    </Button>
                    <Button className="button primary" onPress={close}>
                      Show permits
                    </Button>
                  </div>
                </>
              )}
            </Dialog>
          </Modal>
        </ModalOverlay>
      </DialogTrigger>
    </>
  );
}

const cleared = {
  tags: undefined,
  status: undefined,
  type: undefined,
  value: undefined,
  contractor: undefined,
  text: undefined,
  number: undefined,
  by: undefined,
} satisfies Partial<Filters>;

function FilterButton({
  label,
  isOn,
  children,
}: {
  readonly label: string;
  readonly isOn: boolean;
  readonly children: ReactNode;
}) {
  return (
    <DialogTrigger>
      <Button className={isOn ? 'button small on' : 'button small'}>
        <span className="ellipsis">{label}</span>
        <Icon name="down" />
      </Button>
      <Popover className="popover" placement="bottom start">
        <Dialog aria-label={label}>{children}</Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function periodLabel({ filters, period }: FilterProps): string {
  if (filters.from === undefined && filters.to === undefined) {
    return filters.number === undefined ? 'Last 12 months' : 'All years';
  }
  return `${date(period.from)} – ${date(period.to)}`;
}

function listLabel(name: string, chosen: readonly string[] | undefined): string {
  if (chosen === undefined) return name;
  return chosen.length > 2 ? `${name}: ${chosen.length}` : chosen.join(' or ');
}

function tagsLabel({ tags }: Filters): string {
  if (tags === undefined) return 'Tags';
  if (tags.length > 2) return `Tags: ${tags.length}`;
  return tags.map((tag) => (tag.startsWith('-') ? `no ${words(tag.slice(1))}` : words(tag))).join(', ');
}

function PeriodFields({ filters, period, change }: FilterProps) {
  const years = [1, 3, 5, 10];
  return (
    <fieldset className="fields">
      <legend>Permits that start from</legend>
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
function DateField({
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

function ValueField({ filters, change }: FilterProps) {
  return (
    <LateField
      label="Least job value, dollars"
      note="Permits of unknown value are left out."
      inputMode="numeric"
      value={filters.value === undefined ? '' : String(filters.value)}
      onSettle={(text) => {
        const value = Number(text.replace(/[^\d]/g, ''));
        change({ value: value > 0 ? value : undefined });
      }}
    />
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
