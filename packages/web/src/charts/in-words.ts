/** What a chart of periods shows, in words: for whoever hears the page instead of seeing it. */
import type { Series } from './line-chart';

/** Series that are told; further ones are in the numbers. */
const told = 3;

/** Of each series its first and last value, and the greatest: `Permits: 148 in Jan 2016, 105 in Apr 2016, most 201 in Mar 2016`. */
export function inWords(
  series: readonly Series[],
  periods: readonly string[],
  nameOf: (period: string) => string,
  show: (value: number) => string,
): string {
  const sentences = series.slice(0, told).map(({ name, values }) => {
    const known = periods.flatMap((period) => {
      const value = values.get(period) ?? null;
      return value === null ? [] : [{ value, words: `${show(value)} in ${nameOf(period)}` }];
    });
    const [first] = known;
    const last = known.at(-1);
    if (first === undefined || last === undefined) return `${name}: nothing is known`;
    const most = known.reduce((one, other) => (other.value > one.value ? other : one));
    return `${name}: ${[...new Set([first.words, last.words, `most ${most.words}`])].join(', ')}`;
  });
  const more = series.length > told ? [`and ${series.length - told} more`] : [];
  return [...sentences, ...more].join('; ');
}
