/**
 * The basis of the id of a contractor who is a private person: the name, the place, and one of 64 lots,
 * chosen by what distinguishes people of that name (a telephone, an e-mail address, a home).
 *
 * An id is public and its hash has no secret, so hashing all telephone numbers of an area code would reveal
 * the one behind an id. One of 64 lots leaves hundreds of thousands of numbers, and dozens of houses even in
 * a small town. Namesakes of one place with the same lot are numbered.
 */
import { createHash } from 'node:crypto';
import { TextTable } from '../../base/memory/text-table.js';

const lots = 64;

/**
 * The text for the id of a person's anchor: `person:PAT SMITH|IL|ELGIN|phone:+1…` becomes
 * `person:PAT SMITH|IL|ELGIN|17`.
 */
export function personText(anchor: string): string {
  const [name, state, city, ...distinguishing] = anchor.split('|');
  const plain = `${name}|${state}|${city}`;
  if (distinguishing.length === 0) return plain;
  const [first = 0] = createHash('sha256').update(distinguishing.join('|')).digest();
  return `${plain}|${first % lots}`;
}

/** Numbers the further namesakes, from 1, among `persons` (number and anchor) with the same text. */
export function namesakes(persons: Iterable<readonly [number, string]>): Map<number, number> {
  const texts = new TextTable();
  const firsts: number[] = [];
  const shared = new Map<number, [number, string][]>();
  const anchors: string[] = [];
  for (const [person, anchor] of persons) {
    const text = texts.number(personText(anchor));
    const first = firsts[text];
    if (first === undefined) {
      firsts[text] = person;
      anchors[text] = anchor;
      continue;
    }
    const same = shared.get(text) ?? [[first, anchors[text] ?? '']];
    same.push([person, anchor]);
    shared.set(text, same);
  }
  const found = new Map<number, number>();
  for (const same of shared.values()) {
    same.sort(([, a], [, b]) => (a < b ? -1 : 1));
    for (const [index, [person]] of same.entries()) if (index > 0) found.set(person, index);
  }
  return found;
}
