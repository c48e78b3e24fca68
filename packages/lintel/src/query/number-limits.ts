/** The least and the greatest numbers that a search asks for. Unknown numbers are within no limits. */

/** What the number of a column must at least and at most be. */
export interface NumberLimit<Column> {
  readonly column: Column;
  /** Zero if the search has no least number: no number is below. */
  readonly least: number;
  /** Infinity if it has no greatest number. */
  readonly most: number;
}

export class NumberLimits<Column> implements Iterable<NumberLimit<Column>> {
  readonly #limits = new Map<Column, NumberLimit<Column>>();

  add(column: Column, limit: Partial<Pick<NumberLimit<Column>, 'least' | 'most'>>): void {
    const { least = 0, most = Number.POSITIVE_INFINITY } = { ...this.#limits.get(column), ...limit };
    this.#limits.set(column, { column, least, most });
  }

  [Symbol.iterator](): Iterator<NumberLimit<Column>> {
    return this.#limits.values();
  }
}

type Of = 'permit' | 'property' | 'contractor';
type Limiting<Asked> = (asked: Asked, value: number) => void;

/** The two lines of a number in a table of filters: `{of}_min_{name}` and `{of}_max_{name}`. */
export function numberFilters<Asked, Column, O extends Of, Name extends string>(
  limitsOf: (asked: Asked) => NumberLimits<Column>,
  of: O,
  name: Name,
  column: Column,
) {
  const lines: Record<string, Limiting<Asked>> = {
    [`${of}_min_${name}`]: (asked, least) => limitsOf(asked).add(column, { least }),
    [`${of}_max_${name}`]: (asked, most) => limitsOf(asked).add(column, { most }),
  };
  return lines as Record<`${O}_min_${Name}` | `${O}_max_${Name}`, Limiting<Asked>>;
}
