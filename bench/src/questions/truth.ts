/** Sums over raw rows in a few plain lines: what the answers of the service are held against. */

/** Figures by group; `unknown` where rows have no such value. */
export type Truth = ReadonlyMap<string, readonly (number | null)[]>;
type Measure<R> = (rows: readonly R[]) => number | null;
type Read<R> = (row: R) => number | null;

/** The name of a group in a truth, as in an answer: its values with a bar between. */
export const groupName = (values: readonly unknown[]): string =>
  values.length === 0 ? 'all' : values.map((value) => value ?? 'unknown').join(' | ');

/** The measures of the rows of each group. */
export function tally<R>(
  rows: Iterable<R>,
  valuesOf: (row: R) => readonly unknown[],
  ...measures: readonly Measure<R>[]
): Truth {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const name = groupName(valuesOf(row));
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [row]);
    else group.push(row);
  }
  return new Map([...groups].map(([name, group]) => [name, measures.map((measure) => measure(group))]));
}

/** The first groups by a column, the greatest first, of equal ones the first by name, and all others as one. */
export function top(truth: Truth, count: number): Truth {
  const sorted = [...truth].sort(([a, [x]], [b, [y]]) => (y ?? 0) - (x ?? 0) || (a < b ? -1 : 1));
  const others = sorted.slice(count).map(([, figures]) => figures);
  const sums = (sorted[0]?.[1] ?? []).map((_, i) =>
    others.reduce((sum, figures) => sum + (figures[i] ?? 0), 0),
  );
  return new Map([...sorted.slice(0, count), ['others', sums]]);
}

const known = <R>(rows: readonly R[], read: Read<R>): number[] =>
  rows.flatMap((row) => read(row) ?? []).sort((a, b) => a - b);

export const count = (rows: readonly unknown[]): number => rows.length;
export const stated =
  <R>(read: Read<R>): Measure<R> =>
  (rows) =>
    known(rows, read).length;
export const missing =
  <R>(read: Read<R>): Measure<R> =>
  (rows) =>
    rows.length - known(rows, read).length;
export const sum =
  <R>(read: Read<R>): Measure<R> =>
  (rows) => {
    const values = known(rows, read);
    return values.length === 0 ? null : values.reduce((all, value) => all + value, 0);
  };
/** The mean, halves rounded up. */
export const mean =
  <R>(read: Read<R>): Measure<R> =>
  (rows) => {
    const values = known(rows, read);
    if (values.length === 0) return null;
    return Math.floor(values.reduce((all, value) => all + value, 0) / values.length + 0.5);
  };
/** The middle one, or the mean of the two middle ones, halves rounded up. */
export const median =
  <R>(read: Read<R>): Measure<R> =>
  (rows) => {
    const values = known(rows, read);
    if (values.length === 0) return null;
    const half = values.length / 2;
    const [low = 0, high = 0] = [values[Math.ceil(half) - 1], values[Math.floor(half)]];
    return Math.floor((low + high) / 2 + 0.5);
  };
/** The least value that so many percent do not exceed. */
export const percentile =
  <R>(percent: number, read: Read<R>): Measure<R> =>
  (rows) => {
    const values = known(rows, read);
    return values[Math.ceil((values.length * percent) / 100) - 1] ?? null;
  };

/** Days between two dates; null where one is missing or they are the wrong way round. */
export function daysBetween(from: string | null, to: string | null): number | null {
  if (from === null || to === null) return null;
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  return days < 0 ? null : days;
}

/** Dollars as cents; null for none, and for 0 and 1, which stand for none. */
export function cents(text: string | undefined): number | null {
  const dollars = Number(text === undefined || text.trim() === '' ? Number.NaN : text);
  return dollars > 1 ? Math.round(dollars * 100) : null;
}

/** `03/14/2016` as `2016-03-14`. */
export function usDate(text: string | undefined): string | null {
  const [, month = '', day = '', year = ''] = /^(\d+)\/(\d+)\/(\d{4})/.exec(text ?? '') ?? [];
  return year === '' ? null : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** The date in a time zone at milliseconds since 1970. */
export function localDate(milliseconds: string | undefined, zone: string): string | null {
  if (milliseconds === undefined || milliseconds === '') return null;
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(Number(milliseconds)));
}

export const year = (date: string | null): string | null => date?.slice(0, 4) ?? null;
export const month = (date: string | null): string | null => date?.slice(0, 7) ?? null;
export const quarter = (date: string | null): string | null =>
  date === null ? null : `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
/** The Monday of the week. */
export function week(date: string | null): string | null {
  if (date === null) return null;
  const day = new Date(`${date}T00:00:00Z`);
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10);
}
export const within = (date: string | null, from: string, to: string): boolean =>
  date !== null && date >= from && date <= to;
