/** Of several sources those that are due (`--due`), and in a sentence how many these are. */
import { formatTime } from '../../base/format-number.js';
import type { CatalogSource } from '../../sources/source/catalog-source.js';
import type { Installation } from '../terminal/installation.js';

interface DueSources {
  readonly sources: readonly CatalogSource[];
  /** `2 of 12 sources are due.`; where none is, also which one is next, and when. */
  readonly text: string;
}

export async function dueSources(
  installation: Installation,
  sources: readonly CatalogSource[],
): Promise<DueSources> {
  const { nextFetch } = await import('../../sources/fetch/next-fetch.js');
  const runs = await (await installation.rawStore()).runs();
  const nowMs = Date.now();
  const planned = sources.map((source) => ({
    source,
    next: nextFetch(
      source.definition.updates,
      runs.filter((run) => run.source === source.id),
      nowMs,
    ),
  }));
  const due = planned.filter(({ next }) => next.state !== 'waiting');
  if (due.length > 0) {
    const text = `${due.length} of ${sources.length} sources ${due.length === 1 ? 'is' : 'are'} due.`;
    return { sources: due.map(({ source }) => source), text };
  }
  const [first] = planned.sort((one, other) => (one.next.dueMs ?? 0) - (other.next.dueMs ?? 0));
  const next =
    first === undefined ? '' : ` Next is ${first.source.id}, at ${formatTime(first.next.dueMs ?? nowMs)}.`;
  return { sources: [], text: `No source is due.${next}` };
}
