/* biome-ignore-all lint/a11y/useSemanticElements: rows are placed by hand, which a table element cannot do. */
/* biome-ignore-all lint/a11y/useFocusableInteractive: these are the roles of a table, not of a grid. */
/**
 * The table of permits. Only rows in sight are in the document, so a hundred thousand scroll as smoothly as fifty; the
 * next page is asked for before the last row is reached.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, memo, useEffect, useMemo, useRef } from 'react';
import type { ListedPermit } from '../api/queries';
import { useNarrow } from '../shell/use-narrow';
import { type Column, columns as choosable, summary } from './columns';

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

export function PermitTable(props: PermitTableProps) {
  const isNarrow = useNarrow();
  const { permits, total, hasMore, isLoadingMore, onMore, pointed, onPoint } = props;
  const shown = isNarrow ? onlySummary : props.shown;
  const rowHeight = isNarrow ? heights.narrow : heights.wide;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: permits.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && last >= permits.length - rowsAhead) onMore();
  }, [hasMore, isLoadingMore, last, permits.length, onMore]);
  const visible = useMemo(() => allColumns.filter(({ id }) => shown.includes(id)), [shown]);
  const template = useMemo<CSSProperties>(
    () => ({
      gridTemplateColumns: visible
        .map(({ width, grows }) => (grows ? `minmax(${width}px, 1fr)` : `${width}px`))
        .join(' '),
      minWidth: visible.reduce((sum, { width }) => sum + width + 16, 16),
    }),
    [visible],
  );
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
          {items.map(({ index, start }) => {
            const permit = permits[index];
            if (permit === undefined) return null;
            return (
              <Row
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

interface RowProps {
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
const Row = memo(function Row({
  permit,
  index,
  start,
  height,
  columns,
  template,
  isPointed,
  onPoint,
}: RowProps) {
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
