/* biome-ignore-all lint/a11y/useSemanticElements: rows are placed by hand, which a table element cannot do. */
/* biome-ignore-all lint/a11y/useFocusableInteractive: these are the roles of a table, not of a grid. */
/**
 * The table of permits. Only rows in sight are in the document, so a hundred thousand scroll as smoothly as fifty; the
 * next page is asked for before the last row is reached.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, memo, type UIEvent, useEffect, useMemo, useRef } from 'react';
import type { ListedPermit } from '../api/list-fields';
import { useNarrow } from '../shell/use-narrow';
import { type Column, columns as choosable, summary } from './columns';
import type { Filters } from './filters';
import type { FoundPermits } from './use-permits';

/** Rows before the end at which more are asked for. */
const rowsAhead = 15;
const heights = { wide: 52, narrow: 92 };
const allColumns = [...choosable, summary];
const onlySummary = [summary.id];

/** How far each table of this visit was scrolled, in pixels by its first permits: Back leads to where one was. */
const offsets = new Map<string, number>();

interface PermitTableProps {
  readonly found: FoundPermits;
  /** Ids of the columns to show. */
  readonly shown: readonly string[];
  readonly sort: Filters['sort'];
  onSort(sort: Filters['sort']): void;
  /** The row that the map or the pointer points at. */
  readonly pointed: string | null;
  onPoint(id: string | null): void;
}

export function PermitTable(props: PermitTableProps) {
  const isNarrow = useNarrow();
  const { found, sort, onSort, pointed, onPoint } = props;
  const { permits, total, isLoadingMore } = found;
  const shown = isNarrow ? onlySummary : props.shown;
  const rowHeight = isNarrow ? heights.narrow : heights.wide;
  const { scroller, virtual, onScroll } = useRowsInSight(found, rowHeight);
  const visible = useMemo(() => allColumns.filter(({ id }) => shown.includes(id)), [shown]);
  const template = useMemo(() => templateOf(visible), [visible]);
  return (
    <div
      ref={scroller}
      className="permit-table"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1).
      tabIndex={0}
      role="region"
      aria-label="Permits, scrolls"
      onScroll={onScroll}
    >
      <div role="table" aria-label="Permits" aria-rowcount={total?.isExact ? total.value + 1 : -1}>
        <div role="rowgroup" className="table-head" hidden={isNarrow}>
          <div role="row" className="table-row" style={template}>
            {visible.map((column) => (
              <ColumnHead key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </div>
        </div>
        <div role="rowgroup" className="table-body" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const permit = permits[index];
            if (permit === undefined) return null;
            return (
              <PermitRow
                key={permit.id}
                permit={permit}
                index={index}
                start={start}
                height={rowHeight}
                columns={visible}
                template={template}
                isPointed={permit.id === pointed}
                onPoint={onPoint}
              />
            );
          })}
        </div>
      </div>
      {isLoadingMore ? (
        <p className="table-foot" role="status">
          Loading more…
        </p>
      ) : null}
    </div>
  );
}

/** The rows that are in sight, and asking for more before their end. */
function useRowsInSight({ permits, hasMore, isLoadingMore, more }: FoundPermits, rowHeight: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const name = permits
    .slice(0, 3)
    .map(({ id }) => id)
    .join(' ');
  const virtual = useVirtualizer({
    count: permits.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    initialOffset: () => offsets.get(name) ?? 0,
  });
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  const last = virtual.getVirtualItems().at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && last >= permits.length - rowsAhead) more();
  }, [hasMore, isLoadingMore, last, permits.length, more]);
  const onScroll = ({ currentTarget }: UIEvent) => offsets.set(name, currentTarget.scrollTop);
  return { scroller, virtual, onScroll };
}

/** Where the columns of each row are, in pixels; those that grow share what is left. */
function templateOf(columns: readonly Column[]): CSSProperties {
  return {
    gridTemplateColumns: columns
      .map(({ width, grows }) => (grows ? `minmax(${width}px, 1fr)` : `${width}px`))
      .join(' '),
    minWidth: columns.reduce((sum, { width }) => sum + width + 16, 16),
  };
}

/** The name of a column; of those by which the table can be ordered, a button that does it. */
function ColumnHead({
  column: { name, isNumber, sort: own },
  sort,
  onSort,
}: Pick<PermitTableProps, 'sort' | 'onSort'> & { readonly column: Column }) {
  const isSorted = own === (sort ?? 'date');
  return (
    <div
      role="columnheader"
      className={isNumber ? 'number' : undefined}
      aria-sort={own === undefined ? undefined : isSorted ? 'descending' : 'none'}
    >
      {own === undefined ? (
        name
      ) : (
        <button
          type="button"
          className="sort"
          onClick={() => onSort(own === 'value' && !isSorted ? 'value' : undefined)}
        >
          {name}
          <span aria-hidden="true">{isSorted ? ' ↓' : ''}</span>
        </button>
      )}
    </div>
  );
}

interface PermitRowProps {
  readonly permit: ListedPermit;
  readonly index: number;
  /** Pixels from the first row. */
  readonly start: number;
  readonly height: number;
  readonly columns: readonly Column[];
  readonly template: CSSProperties;
  readonly isPointed: boolean;
  onPoint(id: string | null): void;
}

/** A row is drawn once, not with every turn of the wheel. */
const PermitRow = memo(function PermitRow({
  permit,
  index,
  start,
  height,
  columns,
  template,
  isPointed,
  onPoint,
}: PermitRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={isPointed ? 'table-row pointed' : 'table-row'}
      style={{ ...template, transform: `translateY(${start}px)`, height }}
      onPointerEnter={() => onPoint(permit.id)}
      onPointerLeave={() => onPoint(null)}
    >
      {columns.map(({ id, isNumber, show }) => (
        <div role="cell" key={id} className={isNumber ? 'number' : undefined}>
          {show(permit)}
        </div>
      ))}
    </div>
  );
});
