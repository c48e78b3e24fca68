/** Chooses a column for each field: the surest pair first; a column and a field are used once. */
import type { SourceKind } from '../../base/source-kind.js';
import { minConfidence, type Scored } from './score-column.js';

/** As sure must be the only column for a field that nearly every dataset has. */
const minOfOnly = 0.45;
const minLead = 0.03;
const expected: Readonly<Record<SourceKind, readonly string[]>> = {
  permits: ['number', 'type', 'status_raw', 'issue_date', 'address'],
  properties: ['parcel', 'address', 'owner_name'],
  decisions: ['title', 'outcome', 'category', 'decision_date', 'address'],
  contractors: ['license', 'business_name', 'classification'],
};

export function choose(
  kind: SourceKind,
  scored: readonly Scored[],
  done: ReadonlySet<string>,
): Map<string, Scored> {
  const chosen = new Map<string, Scored>();
  const used = new Set<string>();
  const take = (pair: Scored) => {
    if (done.has(pair.field) || chosen.has(pair.field) || used.has(pair.column.name)) return;
    chosen.set(pair.field, pair);
    used.add(pair.column.name);
  };
  const fitting = scored.filter(({ contrary }) => contrary === null);
  const sure = fitting.filter(({ confidence }) => confidence >= minConfidence);
  for (const pair of sure.sort((a, b) => rankOf(b) - rankOf(a))) take(pair);
  for (const field of expected[kind]) {
    const [only, next] = fitting
      .filter((pair) => pair.field === field && !used.has(pair.column.name))
      .sort((a, b) => rankOf(b) - rankOf(a));
    if (only === undefined || only.confidence < minOfOnly || only.column.words.unknown.length > 0) continue;
    if (next !== undefined && rankOf(next) > rankOf(only) - minLead) continue;
    take({ ...only, confidence: minConfidence, doubt: `${only.doubt}; no other column may be it` });
  }
  return chosen;
}

const rankOf = ({ rank, confidence }: Scored) => rank ?? confidence;

/** The kind of work is the nearest to a type where there is none, then the type below the type. */
export function takeNearestType(chosen: Map<string, Scored>): void {
  for (const [field, what] of [
    ['work', 'kind of work'],
    ['subtype', 'subtype'],
  ] as const) {
    const nearest = chosen.get(field);
    if (nearest === undefined) continue;
    chosen.delete(field);
    chosen.set('type', { ...nearest, field: 'type', doubt: `it is the ${what}; there is no other type` });
    return;
  }
}

/** Where there is no kind of decision, the finer kind is all there is. */
export function takeNearestCategory(chosen: Map<string, Scored>): void {
  const finer = chosen.get('subcategory');
  if (finer === undefined || chosen.has('category')) return;
  chosen.delete('subcategory');
  chosen.set('category', { ...finer, field: 'category', doubt: 'there is no other category' });
}

/** What describes the case or project names it better than its number does. */
export function takeNearestTitle(chosen: Map<string, Scored>): void {
  const [title, description] = [chosen.get('title'), chosen.get('description')];
  if (title === undefined || description === undefined) return;
  const says = ({ column }: Scored, ...words: string[]) => words.some((word) => column.words.known.has(word));
  if (!says(title, 'number', 'id') || !says(description, 'case', 'project')) return;
  chosen.delete('description');
  chosen.set('title', { ...description, field: 'title', doubt: 'there is no other title' });
}
