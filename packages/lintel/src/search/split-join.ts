/**
 * Other divisions of a query into words: two adjacent words that the index knows as one (`LAKE SIDE`), and
 * one word that it knows as two (`NEWYORK`). Each gives one more reading for the stage that tolerates errors.
 */

import { maxReadings, maxWordChars } from '../format/address-index/limits.js';
import type { Vocabulary } from '../format/address-index/vocabulary.js';
import { type QueryWord, type Reading, statePhrases } from './classify.js';
import * as costs from './costs.js';

/** The reading with two words joined or one split, for each way that gives only known words. */
export function splitAndJoin(vocabulary: Vocabulary, reading: Reading): Reading[] {
  const known = (text: string) => vocabulary.find(text) >= 0;
  const found: Reading[] = [];
  const offer = (at: number, removed: number, ...texts: string[]) => {
    const old = reading.words[at + removed - 1];
    if (!old || found.length >= maxReadings) return;
    const fresh = texts.map(
      (text, i): QueryWord => ({
        text,
        soft: false,
        last: old.last && i === texts.length - 1,
        beforeSuffix: false,
      }),
    );
    const words = reading.words.toSpliced(at, removed, ...fresh);
    const cost = reading.cost + costs.respelt;
    found.push({ ...reading, words, states: statePhrases(words), respelt: true, cost });
  };
  reading.words.forEach(({ text }, i) => {
    if (!/^[A-Z]+$/.test(text)) return;
    const next = reading.words[i + 1];
    if (next && /^[A-Z]+$/.test(next.text)) {
      const joined = text + next.text;
      const range = next.last && joined.length > 4 ? vocabulary.prefix(joined) : { from: 0, to: 0 };
      if (joined.length <= maxWordChars && (known(joined) || range.from < range.to)) offer(i, 2, joined);
    }
    if (text.length < 5) return;
    for (let cut = 2; cut <= text.length - 2; cut++) {
      if (known(text.slice(0, cut)) && known(text.slice(cut)))
        offer(i, 1, text.slice(0, cut), text.slice(cut));
    }
  });
  return found;
}
