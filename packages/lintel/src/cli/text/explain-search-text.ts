/** The plan of a permit search as text. */
import type { ExplainedSearch } from '../../explain/explain-search.js';
import { table } from '../terminal/outcome.js';

const count = (value: number) => value.toLocaleString('en-US');

export function searchText({ release, plan, found, hasMore, micros }: ExplainedSearch): string {
  const what = found === 0 ? 'No permit' : hasMore ? `The first ${found} permits` : `All ${found} permits`;
  if (plan === null) return `Release ${release}\nThe indexes alone show that no permit matches.`;
  const rows = plan.ranges.map(({ from, to }) => `${count(from)} to ${count(to)}`).join(' and ');
  const lists = plan.lists.map(({ name, form, rows: length }) => [name, form, count(length)]);
  const parts = [
    `Release ${release}`,
    `Rows ${rows}, newest permits first`,
    `Lists: ${lists.length === 1 ? 'one, read in order' : plan.method}\n${table(['list', 'form', 'rows'], lists)}`,
    plan.tests.length === 0 ? 'No row needs a test.' : `Tested on each row: ${plan.tests.join('; ')}`,
    `${what} found in ${count(micros)} µs.`,
  ];
  return parts.join('\n\n');
}
