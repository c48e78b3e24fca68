/** How many columns of a dataset a draft looks at: with each, all others are compared. */
import { UserError } from '../../base/user-error.js';

/** Several times what any city publishes. */
const draftedColumns = 2000;

/** Throws a UserError if the listed columns and those of the rows are more than a draft looks at. */
export function refuseWide(
  what: string,
  listed: Iterable<string>,
  rows: readonly Readonly<Record<string, unknown>>[],
): void {
  const names = new Set<string>();
  const see = (name: string) => {
    names.add(name);
    if (names.size <= draftedColumns) return;
    throw new UserError(`${what} has more than ${draftedColumns} columns, which no records of a city have.`);
  };
  for (const name of listed) see(name);
  for (const row of rows) for (const name of Object.keys(row)) see(name);
}
