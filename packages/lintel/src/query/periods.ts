/** Years, quarters, months and weeks of dates (C52). A week is that of ISO 8601: it begins on a Monday. */
import type { PeriodGrouping } from '@lintel/contract';
import { dateNumber, dateText, dayMs } from '../base/calendar-date.js';

/** A sort of period. Numbers of periods ascend with time, by one; dates are YYYYMMDD. */
export interface PeriodKind {
  /** The period of a date. */
  of(date: number): number;
  /** How the answer writes it. */
  text(period: number): string | number;
  /** The period that is written so. */
  read(text: string | number): number;
  /** Its first day. */
  first(period: number): number;
}

const year = (date: number) => Math.floor(date / 10_000);
const month = (date: number) => Math.floor(date / 100) % 100;
const two = (number: number) => String(number).padStart(2, '0');

/** Monday, 1 January 1798, which is before all dates. */
const firstMonday = Date.UTC(1798, 0, 1);
const timeOf = (date: number) => Date.UTC(year(date), month(date) - 1, date % 100);
const dateOf = (time: number) => dateNumber(new Date(time).toISOString().slice(0, 10));

/** Periods of a number of months: `parts` a year. */
function ofMonths(parts: number, text: (year: number, part: number) => string | number): PeriodKind {
  const months = 12 / parts;
  const kind: PeriodKind = {
    of: (date) => year(date) * parts + Math.floor((month(date) - 1) / months),
    text: (period) => text(Math.floor(period / parts), (period % parts) + 1),
    read(written) {
      const [own = '0', part = '1'] = String(written).split('-');
      return Number(own) * parts + Number(part.replace('Q', '')) - 1;
    },
    first: (period) => Math.floor(period / parts) * 10_000 + ((period % parts) * months + 1) * 100 + 1,
  };
  return kind;
}

export const periodKinds: Readonly<Record<PeriodGrouping, PeriodKind>> = {
  year: ofMonths(1, (own) => own),
  quarter: ofMonths(4, (own, part) => `${own}-Q${part}`),
  month: ofMonths(12, (own, part) => `${own}-${two(part)}`),
  week: {
    of: (date) => Math.floor((timeOf(date) - firstMonday) / (7 * dayMs)),
    text: (period) => dateText(dateOf(firstMonday + period * 7 * dayMs)) ?? '',
    read: (text) => Math.floor((Date.parse(String(text)) - firstMonday) / (7 * dayMs)),
    first: (period) => dateOf(firstMonday + period * 7 * dayMs),
  },
};

/** The last day of a period. */
export const lastDay = (kind: PeriodKind, period: number) => dateOf(timeOf(kind.first(period + 1)) - dayMs);
