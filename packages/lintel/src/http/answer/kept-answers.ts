/** Answers that a release keeps: it never changes, and what a map or a picture asks for is asked again. */
import { LruCache } from '../../base/memory/lru-cache.js';
import type { ServedRelease } from '../../releases/release.js';

/**
 * A function that gives the answer of a release to a question, made only if it is not kept; null is not kept. Of each
 * release at most `capacity` answers are kept.
 */
export function keptAnswers<Answer extends NonNullable<unknown>>(capacity: number) {
  const kept = new WeakMap<ServedRelease, LruCache<string, Answer>>();
  return async <Made extends Answer | null>(
    release: ServedRelease,
    question: string,
    make: () => Promise<Made>,
  ): Promise<Answer | Made> => {
    const answers = kept.get(release) ?? new LruCache<string, Answer>(capacity);
    kept.set(release, answers);
    const known = answers.get(question);
    if (known !== undefined) return known;
    const made = await make();
    if (made !== null) answers.set(question, made);
    return made;
  };
}
