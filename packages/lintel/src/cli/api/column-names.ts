/** The columns that a user may choose. */
import { facts } from './generated.js';

/** Names of all columns of records called `item`. */
export function columnNames(item: string): readonly string[] {
  const known = (facts.columns[item] ?? []).map(({ name }) => name);
  return known.includes('address_street') ? ['address', ...known] : known;
}
