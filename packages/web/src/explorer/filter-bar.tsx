/** The filters above map and table: each a button that says what is chosen and opens its choices. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { Icon } from '../design/icons';
import { count, date, sentence, statusNames, words } from '../words/format';
import type { FilterGroup } from './filter-fields';
import { activeFilters, cleared, datesMeant, type Filters, type Period } from './filters';

export interface FilterProps {
  readonly filters: Filters;
  readonly period: Period;
  /** Changes some filters and keeps the others. */
  change(changed: Partial<Filters>): void;
}

export function FilterBar(props: FilterProps) {
  const { filters, change } = props;
  const active = activeFilters(filters);
  const [isSheet, setSheet] = useState(false);
  return (
    <>
      <div className="filter-bar">
        <FilterButton
          label={periodLabel(props)}
          isOn={filters.from !== undefined || filters.to !== undefined || filters.date !== undefined}
        >
          <Fields group="period" {...props} />
        </FilterButton>
        <FilterButton label={tagsLabel(filters)} isOn={filters.tags !== undefined}>
          <Fields group="tags" {...props} />
        </FilterButton>
        <FilterButton
          label={listLabel(
            'Status',
            filters.status?.map((status) => statusNames[status] ?? status),
          )}
          isOn={filters.status !== undefined}
        >
          <Fields group="status" {...props} />
        </FilterButton>
        <FilterButton
          label={listLabel('Property', filters.type?.map(sentence))}
          isOn={filters.type !== undefined}
        >
          <Fields group="type" {...props} />
        </FilterButton>
        <FilterButton
          label={listLabel(filters.renewals === 'no' ? 'No renewals' : 'Record', filters.kind?.map(sentence))}
          isOn={filters.kind !== undefined || filters.renewals !== undefined}
        >
          <Fields group="kind" {...props} />
        </FilterButton>
        <FilterButton
          label={valueLabel(filters)}
          isOn={filters.value !== undefined || filters.most !== undefined || filters.outliers !== undefined}
        >
          <Fields group="value" {...props} />
        </FilterButton>
        <FilterButton
          label={contractorLabel(filters)}
          isOn={filters.contractor !== undefined || filters.by !== undefined}
        >
          <Fields group="contractor" {...props} />
        </FilterButton>
        <FilterButton
          label={filters.text ?? filters.number ?? 'Words or number'}
          isOn={filters.text !== undefined || filters.number !== undefined}
        >
          <Fields group="words" {...props} />
        </FilterButton>
        {active > 0 ? (
          <button type="button" className="button quiet small" onClick={() => change(cleared)}>
            Clear filters
          </button>
        ) : null}
      </div>
      <button
        type="button"
        className={active > 0 ? 'button filters-opener on' : 'button filters-opener'}
        aria-haspopup="dialog"
        onClick={() => setSheet(true)}
      >
        <Icon name="filter" />
        {active > 0 ? `Filters (${active})` : 'Filters'}
      </button>
      {isSheet ? (
        <Suspense>
          <FilterSheet {...props} onClose={() => setSheet(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

const LazyFields = lazy(() => import('./filter-fields'));
const FilterSheet = lazy(() => import('./filter-sheet'));

function Fields(props: FilterProps & { readonly group: FilterGroup }) {
  return (
    <Suspense fallback={<div className="waiting field-waiting" />}>
      <LazyFields {...props} />
    </Suspense>
  );
}

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
  const [, meant] = datesMeant.find(([each]) => each === filters.date) ?? [];
  const end = filters.date === undefined ? '' : `, ${meant}`;
  if (filters.from === undefined && filters.to === undefined) {
    return (filters.number === undefined ? 'Last 12 months' : 'All years') + end;
  }
  return `${date(period.from)} – ${date(period.to)}${end}`;
}

function valueLabel({ value, most }: Filters): string {
  if (value !== undefined && most !== undefined) return `$${count(value)} – $${count(most)}`;
  if (value !== undefined) return `$${count(value)} and more`;
  return most === undefined ? 'Job value' : `Up to $${count(most)}`;
}

function contractorLabel({ contractor, by }: Filters): string {
  if (by !== undefined) return by;
  if (contractor === undefined) return 'Contractor';
  return contractor === 'yes' ? 'With contractor' : 'No contractor';
}

function listLabel(name: string, chosen: readonly string[] | undefined): string {
  if (chosen === undefined) return name;
  return chosen.length > 2 ? `${name}: ${chosen.length}` : chosen.join(' or ');
}

function tagsLabel({ tags }: Filters): string {
  if (tags === undefined) return 'Tags';
  if (tags.length > 2) return `Tags: ${tags.length}`;
  return tags.map((tag) => (tag.startsWith('-') ? `No ${words(tag.slice(1))}` : sentence(tag))).join(', ');
}
