/** Lengths of time on the command line: `90s`, `30m`, `24h`, `7d`, or 0. */
import { WrongUsage } from './wrong-usage.js';

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const maxDays = 3_660;

/** The milliseconds that `text` gives for `option`: up to ten years. */
export function duration(option: string, text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const ms = text === '0' ? 0 : Number(count || Number.NaN) * (unitMs[unit] ?? Number.NaN);
  if (ms >= 0 && ms <= maxDays * 86_400_000) return ms;
  throw new WrongUsage(`${option} takes a time such as 30m, 24h or 7d, not "${text}".`);
}
