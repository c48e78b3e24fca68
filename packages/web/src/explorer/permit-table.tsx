/* biome-ignore-all lint/a11y/useSemanticElements: rows are placed by hand, which a table element cannot do. */
/* biome-ignore-all lint/a11y/useFocusableInteractive: these are the roles of a table, not of a grid. */
/**
 * The table of permits. Only rows in sight are in the document, so a hundred thousand scroll as smoothly as fifty; the
 * next page is asked for before the last row is reached.
 */
import { type ColumnDef, columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useEffect, useMemo, useRef } from 'react';
import type { ListedPermit } from '../api/queries';
import { useNarrow } from '../shell/use-narrow';
import { columns as choosable, summary } from './columns';

/** Rows before the end at which more are asked for. */
const rowsAhead = 15;
const heights = { wide: 52, narrow: 92 };
const allColumns = [...choosable, summary];
const onlySummary = [summary.id];

interface PermitTableProps {
  readonly permits: readonly ListedPermit[];
  /** Ids of the columns to show. */
  readonly shown: readonly string[];
  /** How many there are in all; null if that is not known. */
  readonly total: number | null;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  onMore(): void;
  /** The row that the map or the pointer points at. */
  readonly pointed: string | null;
  onPoint(id: string | null): void;
}

const features = tableFeatures({ columnVisibilityFeature });
const columnDefs: ColumnDef<typeof features, ListedPermit>[] = allColumns.map(({ id, name, show }) => ({
  id,
  header: name,
  cell: ({ row }) => show(row.original),
}));
const byId = new Map(allColumns.map((column) => [column.id, column]));

export function PermitTable(props: PermitTableProps) {
  const isNarrow = useNarrow();
  const { permits, total, hasMore, isLoadingMore, onMore, pointed, onPoint } = props;
  const shown = isNarrow ? onlySummary : props.shown;
  const rowHeight = isNarrow ? heights.narrow : heights.wide;
  const scroller = useRef<HTMLDivElement>(null);
  const visibility = useMemo(
    () => Object.fromEntries(allColumns.map(({ id }) => [id, shown.includes(id)])),
    [shown],
  );
  const virtual = useVirtualizer({
    count: permits.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => permits[index]?.id ?? index,
    overscan: 8,
  });
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  const items = virtual.getVirtualItems();
  // The table knows only the rows in sight: a model of all would be made anew with every page that arrives.
  const data = useMemo(() => items.flatMap(({ index }) => permits[index] ?? []), [items, permits]);
  const table = useTable({
    features,
    columns: columnDefs,
    data,
    getRowId: ({ id }) => id,
    state: { columnVisibility: visibility },
  });
  const { rows } = table.getRowModel();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && last >= permits.length - rowsAhead) onMore();
  }, [hasMore, isLoadingMore, last, permits.length, onMore]);
  const visible = allColumns.filter(({ id }) => shown.includes(id));
  const template = {
    gridTemplateColumns: visible
      .map(({ width, grows }) => (grows ? `minmax(${width}px, 1fr)` : `${width}px`))
      .join(' '),
    minWidth: visible.reduce((sum, { width }) => sum + width + 16, 16),
  } satisfies CSSProperties;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1).
    <div ref={scroller} className="permit-table" tabIndex={0} role="region" aria-label="Permits, scrolls">
      <div role="table" aria-label="Permits" aria-rowcount={total === null ? -1 : total + 1}>
        <div role="rowgroup" className="table-head" hidden={isNarrow}>
          <div role="row" className="table-row" style={template}>
            {visible.map(({ id, name, isNumber }) => (
              <div role="columnheader" key={id} className={isNumber ? 'number' : undefined}>
                {name}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className="table-body" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start, key }, at) => {
            const row = rows[at];
            if (row === undefined) return null;
            return (
              <div
                role="row"
                key={key}
                aria-rowindex={index + 2}
                className={row.id === pointed ? 'table-row pointed' : 'table-row'}
                style={{ ...template, transform: `translateY(${start}px)`, height: rowHeight }}
                onPointerEnter={() => onPoint(row.id)}
                onPointerLeave={() => onPoint(null)}
              >
                {row.getVisibleCells().map((cell) => (
                  <div
                    role="cell"
                    key={cell.id}
                    className={byId.get(cell.column.id)?.isNumber ? 'number' : undefined}
                  >
                    <table.FlexRender cell={cell} />
                  </div>
                ))}
              </div>
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
