/** A slider through the months of the period: map and list show one month at a time. */
import { useState } from 'react';
import { monthsOf } from '../charts/line-chart';
import type { Filters, Period } from '../explorer/filters';
import { addDays, month as monthName } from '../words/format';

interface MapTimeProps {
  readonly filters: Filters;
  readonly period: Period;
  change(changed: Partial<Filters>, isReplaced?: boolean): void;
}

/** What was searched before the slider was opened. */
interface Before {
  readonly asked: Pick<Filters, 'from' | 'to'>;
  readonly months: readonly string[];
}

export function MapTime({ filters, period, change }: MapTimeProps) {
  const [before, setBefore] = useState<Before | null>(null);
  const show = (months: readonly string[], at: number) => {
    const first = months[at];
    if (first !== undefined) change({ from: first, to: lastOf(first) }, true);
  };
  if (before === null) {
    const open = () => {
      const months = monthsOf(period.from, period.to);
      setBefore({ asked: { from: filters.from, to: filters.to }, months });
      show(months, months.length - 1);
    };
    return (
      <div className="map-time">
        <button type="button" className="button small" onClick={open}>
          Month by month
        </button>
      </div>
    );
  }
  const at = before.months.indexOf(filters.from ?? '');
  const shown = before.months[at];
  const close = () => {
    setBefore(null);
    change(before.asked, true);
  };
  return (
    <div className="map-time" data-open="">
      <input
        type="range"
        aria-label="Month"
        aria-valuetext={shown === undefined ? undefined : monthName(shown)}
        min={0}
        max={before.months.length - 1}
        value={Math.max(0, at)}
        onChange={({ target }) => show(before.months, Number(target.value))}
      />
      <output>{shown === undefined ? '–' : monthName(shown)}</output>
      <button type="button" className="button small" onClick={close}>
        All months
      </button>
    </div>
  );
}

/** The last day of the month that begins on the day. */
function lastOf(first: string): string {
  return addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1);
}
