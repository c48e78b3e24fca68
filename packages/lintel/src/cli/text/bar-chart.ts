/** Bars of a terminal, in eighths of a character. */
import { formatCount } from '../../base/format-number.js';
import { heading, outputWidth } from '../terminal/style.js';

export interface Bar {
  readonly name: string;
  /** Null is unknown, and has no bar. */
  readonly value: number | null;
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const longestName = 30;

/** Bars from zero under a title, as long as the width allows; those below zero have none, their number says it. */
export function barChart(title: string, bars: readonly Bar[], width = outputWidth()): string {
  const names = bars.map(({ name }) =>
    name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name,
  );
  const numbers = bars.map(({ value }) => (value === null ? 'unknown' : numberText(value)));
  const nameWidth = Math.max(...names.map((name) => name.length));
  const numberWidth = Math.max(...numbers.map((number) => number.length));
  const room = Math.max(8, width - nameWidth - numberWidth - 4);
  const most = Math.max(0, ...bars.map(({ value }) => value ?? 0));
  const lines = bars.map(({ value }, index) => {
    const length = most === 0 ? 0 : Math.round((Math.max(0, value ?? 0) / most) * room * 8);
    const bar = '█'.repeat(length >> 3) + (eighths[length & 7] ?? '');
    const [name = '', number = ''] = [names[index], numbers[index]];
    return `${name.padEnd(nameWidth)}  ${number.padStart(numberWidth)}  ${bar}`.trimEnd();
  });
  return [heading(title), ...lines].join('\n');
}

function numberText(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : String(Number(value.toPrecision(6)));
}
