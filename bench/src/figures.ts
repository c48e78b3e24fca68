/** The few figures that every benchmark here prints. Pure. */

/** The quantile of the values for a share (0 to 1); NaN for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Three significant digits: 1234 as `1,230`, 0.01234 as `0.0123`. */
export function figure(value: number): string {
  if (Number.isNaN(value)) return '-';
  return Number(value.toPrecision(3)).toLocaleString('en-US', { maximumSignificantDigits: 3 });
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
