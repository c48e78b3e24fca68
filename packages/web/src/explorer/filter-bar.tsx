/** The filters above map and table: each a button that says what is chosen and opens its choices. */
import { lazy, type ReactNode, Suspense, startTransition, useState } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { areaNames, type NamedArea, useAreas } from '../api/areas';
import { Icon } from '../design/icons';
import { count, date, sentence, statusNames, words } from '../words/format';
import type { FilterGroup } from './filter-fields';
import { activeFilters, cleared, datesMeant, type Filters, isSought, type Period } from './filters';

export interface FilterProps {
  readonly filters: Filters;
  readonly period: Period;
  /** Changes some filters and keeps the others. */
  change(changed: Partial<Filters>): void;
}

export function FilterBar(props: FilterProps) {
  const { filters, change } = props;
  const areas = useAreas();
  const active = activeFilters(filters);
  const [isSheet, setSheet] = useState(false);
  return (
    <>
      <div className="filter-bar">
        {buttonsOf(props, areas).map(([group, label, isOn]) => (
          <FilterButton key={group} label={label} isOn={isOn}>
            <Fields group={group} {...props} />
          </FilterButton>
        ))}
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

/** Of each button: what it opens, what it says, and whether something is chosen. */
function buttonsOf(
  props: FilterProps,
  areas: readonly NamedArea[],
): (readonly [group: FilterGroup, label: string, isOn: boolean])[] {
  const { filters } = props;
  const { status, permit, subtype, type, detail, kind, renewals, text, number, parcel } = filters;
  const isAny = (...names: (keyof Filters)[]) => names.some((name) => filters[name] !== undefined);
  const statuses = status?.map((each) => statusNames[each] ?? each);
  return [
    ['period', periodLabel(props), isAny('from', 'to', 'date', 'undated')],
    ['tags', tagsLabel(filters), isAny('tags')],
    ['status', listLabel('Status', statuses), isAny('status')],
    ['permit', listLabel('Permit type', permit ?? subtype), isAny('permit', 'subtype')],
    ['type', listLabel('Property', (detail ?? type)?.map(sentence)), isAny('type', 'detail')],
    [
      'kind',
      listLabel(renewals === 'no' ? 'No renewals' : 'Record', kind?.map(sentence)),
      isAny('kind', 'renewals'),
    ],
    ['value', valueLabel(filters), isAny('value', 'most', 'outliers')],
    ['contractor', contractorLabel(filters), isAny('contractor', 'by')],
    ['words', text ?? number ?? parcel ?? 'Words or number', isAny('text', 'number', 'parcel')],
    ...(areas.length === 0
      ? []
      : [
          ['area', listLabel('Area', filters.area && areaNames(areas, filters.area)), isAny('area')] as const,
        ]),
    ['more', moreLabel(filters), isAny('source', 'tract', 'district', 'days', 'inspection')],
  ];
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
  const [isOpen, setOpen] = useState(false);
  return (
    // Opened when there is time: the pressed button is seen at once.
    <DialogTrigger isOpen={isOpen} onOpenChange={(next) => startTransition(() => setOpen(next))}>
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
    return (isSought(filters) ? 'All years' : 'Last 12 months') + end;
  }
  return `${date(period.from)} – ${date(period.to)}${end}`;
}

function valueLabel({ value, most, outliers }: Filters): string {
  if (value !== undefined && most !== undefined) return `$${count(value)} – $${count(most)}`;
  if (value !== undefined) return `$${count(value)} and more`;
  if (most !== undefined) return `Up to $${count(most)}`;
  return outliers === 'no' ? 'Usual values' : 'Job value';
}

function contractorLabel({ contractor, by }: Filters): string {
  if (by !== undefined) return by;
  if (contractor === undefined) return 'Contractor';
  return contractor === 'yes' ? 'With contractor' : 'No contractor';
}

function moreLabel({ source, tract, district, days, inspection }: Filters): string {
  if (days !== undefined) return `Issued after ${count(days)} days and more`;
  if (inspection !== undefined) return 'Failed inspection';
  return listLabel('More', district ?? tract ?? source);
}

function listLabel(name: string, chosen: readonly string[] | undefined): string {
  if (chosen === undefined) return name;
  const shown = chosen.map((one) => (/^unknown$/i.test(one) ? `${name} not stated` : one));
  return shown.length > 2 ? `${name}: ${shown.length}` : shown.join(' or ');
}

function tagsLabel({ tags }: Filters): string {
  if (tags === undefined) return 'Tags';
  if (tags.length > 2) return `Tags: ${tags.length}`;
  return tags.map((tag) => (tag.startsWith('-') ? `No ${words(tag.slice(1))}` : sentence(tag))).join(', ');
}
