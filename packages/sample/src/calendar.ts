/**
 * Days as numbers (since 1970-01-01) and in the formats that offices use, and the curve by which permits are
 * filed: more each year, fewer in winter and in recessions, on working days only.
 *
 * Texts of the days of the world are cached; those of other days are computed on demand.
 */

/** Milliseconds of a day. */
export const dayMs = 86_400_000;

/** First day on which a permit of the world may be filed: 2012-01-03. */
export const firstDay = dayOf('2012-01-03');

/** Day number of `YYYY-MM-DD`; NaN for anything else. */
export function dayOf(date: string): number {
  return /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) / dayMs : Number.NaN;
}

/** `YYYY-MM-DD`. */
export function isoDate(day: number): string {
  return textsOf(day).iso;
}

/** `MM/DD/YYYY`. */
export function usDate(day: number): string {
  return textsOf(day).us;
}

export function yearOf(day: number): number {
  return textsOf(day).year;
}

/** 0 for January. */
export function monthOf(day: number): number {
  return textsOf(day).month;
}

/** Whether offices are closed: Saturday, Sunday, New Year, 4 July, Christmas. */
export function isClosed(day: number): boolean {
  const weekday = (((day + 4) % 7) + 7) % 7;
  if (weekday === 0 || weekday === 6) return true;
  const monthAndDay = textsOf(day).iso.slice(5);
  return monthAndDay === '01-01' || monthAndDay === '07-04' || monthAndDay === '12-25';
}

/** The day itself or the next one on which offices are open. */
export function nextOpenDay(day: number): number {
  let open = day;
  while (isClosed(open)) open++;
  return open;
}

interface DayTexts {
  readonly iso: string;
  readonly us: string;
  readonly year: number;
  readonly month: number;
}

const cachedFrom = firstDay - 400;
const cachedDays = 8_000;
const cache: (DayTexts | undefined)[] = new Array(cachedDays).fill(undefined);

function textsOf(day: number): DayTexts {
  const slot = day - cachedFrom;
  const known = slot >= 0 && slot < cachedDays ? cache[slot] : undefined;
  if (known) return known;
  const iso = new Date(day * dayMs).toISOString().slice(0, 10);
  const texts = {
    iso,
    us: `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}`,
    year: Number(iso.slice(0, 4)),
    month: Number(iso.slice(5, 7)) - 1,
  };
  if (slot >= 0 && slot < cachedDays) cache[slot] = texts;
  return texts;
}

/** Filings per month relative to the year's mean, January first. */
const monthShare = [0.82, 0.86, 1.08, 1.12, 1.14, 1.12, 1.06, 1.08, 1.02, 1.04, 0.88, 0.78];
/** Filings per year relative to 2012. 2020 is handled by month. */
const yearShare: Readonly<Record<number, number>> = {
  2012: 1,
  2013: 1.06,
  2014: 1.1,
  2015: 1.17,
  2016: 1.22,
  2017: 1.26,
  2018: 1.3,
  2019: 1.31,
  2020: 1.24,
  2021: 1.44,
  2022: 1.45,
  2023: 1.34,
  2024: 1.33,
  2025: 1.37,
};

function weightOf(day: number): number {
  if (isClosed(day)) return 0;
  const year = yearOf(day);
  const month = monthOf(day);
  const shut = year === 2020 && (month === 3 || month === 4) ? 0.55 : 1;
  return (yearShare[year] ?? 1.4) * (monthShare[month] ?? 1) * shut;
}

/** The day of the i-th of n filings, and the inverse. */
export interface FilingCurve {
  readonly today: number;
  /** Day of filing `i` of `n`, 0 ≤ i < n; never decreasing in i. */
  dayOfFiling(i: number, n: number): number;
  /** How many of `n` filings come in before a day. */
  filingsBefore(day: number, n: number): number;
}

/** The curve from `firstDay` to `today`. */
export function filingCurve(today: number): FilingCurve {
  const days = today - firstDay + 1;
  const cumulative = new Float64Array(days + 1);
  for (let d = 0; d < days; d++) cumulative[d + 1] = (cumulative[d] ?? 0) + weightOf(firstDay + d);
  const total = cumulative[days] ?? 0;

  function dayOfFiling(i: number, n: number): number {
    const wanted = ((i + 0.5) / n) * total;
    let low = 0;
    let high = days;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((cumulative[middle] ?? 0) <= wanted) low = middle;
      else high = middle;
    }
    return firstDay + low;
  }

  function filingsBefore(day: number, n: number): number {
    let low = 0;
    let high = n;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (dayOfFiling(middle, n) < day) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return { today, dayOfFiling, filingsBefore };
}
