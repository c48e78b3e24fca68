/**
 * The mapping function `slot`: a column of the numbered group (contractor 1 to 15) that patterns choose.
 *
 * The choice is made once per row and shared by all fields with the same patterns, so that name, phone and
 * address belong to the same party.
 */
import Type from '@lintel/contract/typebox';
import { inside } from '../definition/definition-fault.js';
import { type CompileContext, define, type Evaluate, Pattern } from './function.js';
import { type Pattern as Compiled, compilePattern } from './pattern.js';
import { type Loss, type SourceRow, textOf } from './value.js';

interface SlotOptions {
  readonly slot: string;
  readonly of: number;
  readonly where: string;
  readonly patterns: readonly string[];
}

export const slot = define(
  {
    slot: Type.String({ pattern: '\\{n\\}' }),
    of: Type.Integer({ minimum: 1, maximum: 50 }),
    where: Type.String({ pattern: '\\{n\\}' }),
    patterns: Type.Array(Pattern, { minItems: 1, maxItems: 10 }),
  },
  compileSlot,
);

function compileSlot(options: SlotOptions, context: CompileContext): Evaluate {
  const columns = slotColumns(options.slot, options.of);
  for (const column of columns) context.columns.add(column);
  const choose = slotChoice(options, context);
  return (row, loss) => {
    const column = columns[choose(row, loss)];
    return column === undefined ? undefined : textOf(row[column], loss);
  };
}

/** The columns of the numbered groups, in their order. */
export function slotColumns(template: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => template.replaceAll('{n}', String(index + 1)));
}

/**
 * Position of the first group whose `where` column matches the first pattern that matches any; -1 for none.
 */
function slotChoice(options: SlotOptions, context: CompileContext): (row: SourceRow, loss?: Loss) => number {
  const id = JSON.stringify([options.where, options.of, options.patterns]);
  const known = context.slotChoices.get(id);
  if (known !== undefined) return known;
  const patterns = options.patterns.map((pattern, index) =>
    compilePattern(pattern, inside(context.place, 'patterns', index)),
  );
  const columns = slotColumns(options.where, options.of);
  for (const column of columns) context.columns.add(column);
  let lastRow: SourceRow | null = null;
  let lastChoice = -1;
  const choose = (row: SourceRow, loss?: Loss): number => {
    if (row !== lastRow) {
      lastRow = row;
      const kinds = columns.map((column) => textOf(row[column], loss));
      const matches = (pattern: Compiled) =>
        kinds.findIndex((kind) => kind !== undefined && pattern.test(kind));
      lastChoice = patterns.map(matches).find((index) => index >= 0) ?? -1;
    }
    return lastChoice;
  };
  context.slotChoices.set(id, choose);
  return choose;
}
