/** Whether an export leaves out records without a date. */

type Period<P extends string> = { readonly [K in `${P}_from` | `${P}_to`]: string | null } & {
  readonly include_undated: boolean | null;
};

/** As the caller says; else, an export of a period leaves them out. */
export function datedOnly<P extends 'permit' | 'decision'>(query: Period<P>, records: P): boolean {
  const isPeriod = query[`${records}_from`] !== null || query[`${records}_to`] !== null;
  return query.include_undated === null ? isPeriod : !query.include_undated;
}
