/**
 * How a jurisdiction publishes a permit: the row of one file format, and which of its columns identify it.
 */
import type { Permit } from '../permits.js';
import type { Written } from '../writing.js';

/** A raw row; columns that the office left empty are undefined or null, as in its portal. */
export type SampleRow = Record<string, unknown>;

export interface Shape {
  /** The row of a permit. `number` is the permit's number as its office writes it. */
  row(permit: Permit, written: Written, number: string): SampleRow;
  /** Columns without which a row has no key. */
  readonly keyColumns: readonly string[];
  /** A second record of the same permit at the next house; absent where a permit has only one row. */
  secondRecord?(row: SampleRow): SampleRow;
}

/** Record ids rise in tens, which leaves room for a second record of a permit. */
export const recordStep = 10;

/** `1200 N Main St`, without missing parts; null when there is no street. */
export function oneLine(written: Written, unitWord: string): string | undefined {
  if (written.streetNo === undefined || written.streetName === undefined) return undefined;
  let line = written.streetNo;
  if (written.streetPre !== '') line += ` ${written.streetPre}`;
  line += ` ${written.streetName} ${written.streetSuffix}`;
  if (written.streetPost !== '') line += ` ${written.streetPost}`;
  if (written.unit !== undefined) line += `${unitWord}${written.unit}`;
  return line;
}

/** Six decimals, as most portals round degrees. */
export function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}

/** Whole dollars as text. */
export function dollars(amount: number | undefined): string | undefined {
  return amount === undefined ? undefined : String(amount);
}

/** `$36,500.00`. */
export function dollarText(amount: number | undefined): string | undefined {
  if (amount === undefined) return undefined;
  const [whole = '0', cents = ''] = amount.toFixed(2).split('.');
  return `$${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${cents}`;
}
