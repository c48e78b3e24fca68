/**
 * Finds names that are one name with a typing error: `CENTRIC` and `CENTIRC`, `KRANOUSANOS` and `KRABOUSANOS`.
 *
 * Names of a scope are compared whose distinguishing words begin or end alike, for one error leaves one of both ends
 * whole. Only an error inside a long rare word counts, or two of its letters swapped; a name that is near several
 * contractors stays alone. When in doubt, two names are two contractors.
 */
import { editDistance } from '@lintel/contract/plain';
import { GrowableU32 } from '../../base/memory/growable.js';
import { TextTable } from '../../base/memory/text-table.js';
import { isRare, ownWords } from '../../refine/contractor/contractor-fold.js';

/** Letters at either end that names with one error share. */
const endLetters = 5;
/** Names with a common end that are compared; more are a common word. */
const maxCompared = 48;

interface Parts {
  /** What must be equal: kind, scope and the general words. */
  readonly frame: string;
  readonly words: readonly string[];
  readonly isPerson: boolean;
}

/** Chains of anchors that have a text in common. */
class Ends {
  readonly #texts = new TextTable();
  readonly #last: number[] = [];
  readonly #anchor = new GrowableU32();
  readonly #before = new GrowableU32();

  /** The anchors with the text so far, newest first; then adds one. */
  others(text: string, anchor: number): number[] {
    const number = this.#texts.number(text);
    const found: number[] = [];
    const newest = this.#last[number] ?? 0;
    for (let link = newest; link > 0 && found.length < maxCompared; link = this.#before.at(link - 1))
      found.push(this.#anchor.at(link - 1));
    this.#anchor.push(anchor);
    this.#before.push(newest);
    this.#last[number] = this.#anchor.length;
    return found;
  }
}

/**
 * Pairs of anchors whose names differ by a typing error. `contractor` returns the contractor of an anchor, `text` its
 * text, `hasContact` whether that contractor has a licence, telephone or e-mail address: two that do, and share none, are
 * two.
 */
export function nearNames(
  anchors: Iterable<readonly [number, string]>,
  text: (anchor: number) => string,
  contractor: (anchor: number) => number,
  hasContact: (contractor: number) => boolean,
): [number, number][] {
  const ends = new Ends();
  const near = new Map<number, Set<number>>();
  const found: [number, number][] = [];
  for (const [anchor, name] of anchors) {
    const parts = partsOf(name);
    if (parts === null) continue;
    const whole = parts.words.join('');
    const both = [`<${whole.slice(0, endLetters)}`, `>${whole.slice(-endLetters)}`];
    const others = new Set(both.flatMap((end) => ends.others(`${parts.frame}${end}`, anchor)));
    for (const other of others) {
      const [a, b] = [contractor(anchor), contractor(other)];
      if (a === b || (hasContact(a) && hasContact(b))) continue;
      if (!isTypingError(parts, partsOf(text(other)))) continue;
      near.set(a, (near.get(a) ?? new Set()).add(b));
      near.set(b, (near.get(b) ?? new Set()).add(a));
      found.push([anchor, other]);
    }
  }
  const isOnly = (anchor: number) => near.get(contractor(anchor))?.size === 1;
  return found.filter(([a, b]) => isOnly(a) && isOnly(b));
}

/** The parts of an anchor whose name counts by itself and is long enough; null for others. */
function partsOf(anchor: string): Parts | null {
  const colon = anchor.indexOf(':');
  const kind = anchor.slice(0, colon);
  if (kind !== 'name' && kind !== 'local' && kind !== 'person') return null;
  const [name = '', state = '', city = '', further] = anchor.slice(colon + 1).split('|');
  if (further !== undefined || /\d/.test(name)) return null;
  const isPerson = kind === 'person';
  const words = isPerson ? name.split(' ') : ownWords(name);
  const isLong = words.reduce((sum, word) => sum + word.length, 0) >= 2 * endLetters;
  const general = isPerson
    ? ''
    : name
        .split(' ')
        .filter((word) => !words.includes(word))
        .join(' ');
  return isLong ? { frame: `${kind}|${state}|${city}|${general}|`, words, isPerson } : null;
}

/** Whether exactly one word differs, by what happens in typing. */
function isTypingError(a: Parts, b: Parts | null): boolean {
  if (b === null || a.frame !== b.frame || a.words.length !== b.words.length) return false;
  const differing = a.words.flatMap((word, i) => (word === b.words[i] ? [] : [i]));
  const [i, ...others] = differing;
  if (i === undefined || others.length > 0) return false;
  const [x, y] = [a.words[i] ?? '', b.words[i] ?? ''];
  if (!isRare(x) || !isRare(y) || x[0] !== y[0] || x.at(-1) !== y.at(-1) || editDistance(x, y, 1) > 1)
    return false;
  const isSwapped = x.length === y.length && [...x].sort().join('') === [...y].sort().join('');
  if (isSwapped) return x.length >= 5;
  const rest = a.words.reduce((sum, word) => sum + word.length, 0) - x.length;
  const isLong = Math.min(x.length, y.length) >= 7 && (rest >= 5 || Math.min(x.length, y.length) >= 10);
  return isLong && (!a.isPerson || i === a.words.length - 1);
}

/**
 * A person's anchor in the form that its spellings share: of further names the initial, two rare names in the order of
 * the alphabet. Null where nothing of that applies.
 */
export function personForm(anchor: string): string | null {
  const { words, scope } = personWords(anchor);
  const [first = '', middle = ''] = words;
  const last = words.at(-1) ?? '';
  if (words.length < 2 || words.length > 3 || !isRare(last)) return null;
  if (words.length === 3) return `${first} ${middle[0] ?? ''} ${last}${scope}`;
  return isRare(first) ? `${[first, last].sort().join(' ')}${scope}` : null;
}

/** Whether two anchors of the same form are one person: of two middle names one is the other's initial. */
export function isSamePerson(a: string, b: string): boolean {
  const [x = '', y = ''] = [a, b].map((anchor) => personWords(anchor).words.slice(1, -1).join(' '));
  return x.length <= 1 || y.length <= 1 || editDistance(x, y, 1) <= 1;
}

function personWords(anchor: string): { readonly words: readonly string[]; readonly scope: string } {
  if (!anchor.startsWith('person:')) return { words: [], scope: '' };
  const bar = anchor.indexOf('|');
  return { words: anchor.slice('person:'.length, bar).split(' '), scope: anchor.slice(bar) };
}
