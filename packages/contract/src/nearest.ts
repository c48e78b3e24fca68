/**
 * The word of a list that a person most probably meant (C14).
 *
 * The measure is the edit distance relative to the length of the longer word, halved if the two share a whole word or
 * one begins with the other: `pool` is nearer to `pool_spa` than to `solar`.
 */
import { editDistance } from './edit-distance.js';

/** A word is near that differs in less than this share of its letters. */
const nearShare = 0.4;

/**
 * The nearest of the allowed values, the first among equals; null when none is near enough to have been
 * meant.
 */
export function nearest(given: string, allowed: readonly string[]): string | null {
  const [first] = byDifference(given, allowed);
  return first !== undefined && first.cost < nearShare ? first.word : null;
}

/**
 * The nearest of the allowed values, near or not, and what else is near, the nearest first; `most` at most.
 * For answers that must suggest one whatever was given.
 */
export function nearestFew(given: string, allowed: readonly string[], most: number): string[] {
  return byDifference(given, allowed)
    .filter(({ cost }, i) => i === 0 || cost < nearShare)
    .slice(0, most)
    .map(({ word }) => word);
}

function byDifference(given: string, allowed: readonly string[]): { word: string; cost: number }[] {
  // Nobody means a vocabulary word by more than this, and the cost of comparing grows with the length.
  const wanted = plain(given.slice(0, 64));
  return allowed
    .map((word) => ({ word, cost: difference(wanted, plain(word)) }))
    .sort((a, b) => a.cost - b.cost);
}

/** Lower-case words joined by `_`, whatever separated them. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}

function difference(wanted: string, candidate: string): number {
  const cost = editDistance(wanted, candidate) / Math.max(wanted.length, candidate.length, 1);
  const words = wanted.split('_');
  const related = candidate.split('_').some((word) => words.some((other) => begins(word, other)));
  return related ? cost / 2 : cost;
}

/** Whether one of the words begins with the other; words of one or two letters say nothing. */
function begins(a: string, b: string): boolean {
  return Math.min(a.length, b.length) > 2 && (a.startsWith(b) || b.startsWith(a));
}
