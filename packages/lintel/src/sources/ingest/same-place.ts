/** What the catalog has of a place already, for who drafts or checks a definition of it. */
import type { CatalogSource } from '../source/catalog-source.js';
import { isSample, otherSourcesOf, sharedAuthorities } from '../source/other-sources.js';

interface KnownSource {
  readonly id: string;
  readonly name: string;
  readonly from: 'portal' | 'files';
  /** Columns that it reads, and how many of them the rows have. */
  readonly columns: number;
  readonly found: number;
}

/** The columns of a source that rows have as a whole: `a` of `a.b`. */
export function rowColumns({ columns }: Pick<CatalogSource, 'columns'>): string[] {
  return [...new Set(columns.map((column) => foldedColumn(column)))];
}

/** How many of them are among the names of columns, which are folded. */
export function foundColumns(source: Pick<CatalogSource, 'columns'>, names: ReadonlySet<string>): number {
  return rowColumns(source).filter((column) => names.has(column)).length;
}

export const foldedColumn = (name: string): string => (name.split('.')[0] ?? name).toLowerCase();

/** The other definitions of the same records of its place, the one that has most of the columns first. */
export function knownOfPlace(
  source: CatalogSource,
  columns: Iterable<string>,
  sources: readonly CatalogSource[],
): KnownSource[] {
  const names = new Set([...columns].map(foldedColumn));
  return otherSourcesOf(source, sources)
    .map((other) => ({
      id: other.id,
      name: other.name,
      from: other.fetch === null ? ('files' as const) : ('portal' as const),
      columns: rowColumns(other).length,
      found: foundColumns(other, names),
    }))
    .sort((a, b) => b.found / b.columns - a.found / a.columns);
}

/** Notes for a person: the sources that have permits of the same authorities, of which a build makes one record each. */
export function overlapTexts(source: CatalogSource, others: readonly CatalogSource[]): string[] {
  if (source.kind !== 'permits') return [];
  return others.flatMap((other) => {
    const names = other.id === source.id || isSample(other.id) ? [] : sharedAuthorities(source, other);
    if (names.length === 0) return [];
    return [
      `Note: ${other.id} has permits of ${names.join(', ')} too. Those with the same number in both become one record where street or date agree; after a build, lintel report counts them.`,
    ];
  });
}

/** A note of them for a person; null if there are none. */
export function knownText({ name }: { readonly name: string }, known: readonly KnownSource[]): string | null {
  if (known.length === 0) return null;
  const lines = known.map(
    ({ id, name: title, from, columns, found }) =>
      `  ${id} (${title}; from ${from === 'files' ? 'files' : 'its portal'}) reads ${columns} columns, ${found === 0 ? 'none' : found} of them are here`,
  );
  return `Note: of ${name} there ${known.length === 1 ? 'is a definition' : 'are definitions'} already:\n${lines.join('\n')}`;
}
