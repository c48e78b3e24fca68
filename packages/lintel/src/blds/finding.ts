/** What the check of a BLDS file finds: rules broken, where, and how often. Memory is bounded by the rules. */

type Severity = 'error' | 'warning';

/** Every rule of the check, with how grave it is to break it. */
export const bldsRules = {
  no_header: 'error',
  column_missing: 'error',
  column_renamed: 'error',
  column_repeated: 'error',
  unreadable: 'error',
  cell_count: 'error',
  number_missing: 'error',
  number_repeated: 'error',
  date_format: 'error',
  number_format: 'error',
  not_in_list: 'error',
  coordinate_range: 'error',
  url_format: 'error',
  json_format: 'error',
  column_recommended: 'warning',
  column_spelling: 'warning',
  column_unknown: 'warning',
  value_missing: 'warning',
  not_mapped: 'warning',
  dates_out_of_order: 'warning',
  coordinate_doubtful: 'warning',
} as const satisfies Record<string, Severity>;
export type BldsRule = keyof typeof bldsRules;

/** One place where a rule is broken. */
interface BrokenPlace {
  /** Line of the file on which the row begins, from 1; null for what concerns the file as a whole. */
  readonly line: number | null;
  readonly message: string;
}

/** A rule that a column breaks, how often, and the first places. */
export interface Finding {
  readonly rule: BldsRule;
  readonly severity: Severity;
  /** Column by its name in the standard, or as the file names it; null for what concerns rows or the file. */
  readonly column: string | null;
  readonly count: number;
  readonly places: readonly BrokenPlace[];
}

/** Places kept of each finding. */
const keptPlaces = 20;
/** Characters of a value in a message. */
const shownChars = 60;

/** Collects findings, counting all and keeping the first places of each. */
export class Findings {
  readonly #byKey = new Map<
    string,
    { rule: BldsRule; column: string | null; count: number; places: BrokenPlace[] }
  >();
  readonly #counts = { error: 0, warning: 0 };

  add(rule: BldsRule, column: string | null, line: number | null, message: string): void {
    const key = `${rule} ${column ?? ''}`;
    const found = this.#byKey.get(key) ?? { rule, column, count: 0, places: [] };
    this.#byKey.set(key, found);
    found.count += 1;
    this.#counts[bldsRules[rule]] += 1;
    if (found.places.length < keptPlaces) found.places.push({ line, message });
  }

  get errors(): number {
    return this.#counts.error;
  }

  get warnings(): number {
    return this.#counts.warning;
  }

  /** Errors first, each group in the order of the table of rules. */
  list(): Finding[] {
    const order = Object.keys(bldsRules);
    return [...this.#byKey.values()]
      .map((found) => ({ ...found, severity: bldsRules[found.rule] }))
      .sort((a, b) => order.indexOf(a.rule) - order.indexOf(b.rule));
  }
}

/** A value as a message shows it. */
export function shown(value: string): string {
  return JSON.stringify(value.length > shownChars ? `${value.slice(0, shownChars)}…` : value);
}
