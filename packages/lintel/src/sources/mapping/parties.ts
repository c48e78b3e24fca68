/**
 * The mapping function `parties`: the numbered groups of columns (contractor 1 to 15) as the list that the field
 * `other_contractors` takes. Refinement decides which of the parties are contractors. `list.{n}.name` is a path into
 * nested JSON, where a list begins with 0: its second entry is the first of the parties.
 */
import Type from '@lintel/contract/typebox';
import { contractorColumns } from '../../refine/record/canonical.js';
import { maxLineLength } from '../../refine/record/limits.js';
import { define } from './function.js';
import { slotColumns } from './slot.js';
import { at, maxText, textOf } from './value.js';

const Template = Type.String({ pattern: '\\{n\\}' });
const names = contractorColumns.map((column) => column.replace('contractor_', ''));

export const parties = define(
  {
    parties: Type.Object(
      {
        ...Object.fromEntries(names.map((name) => [name, Type.Optional(Template)])),
        name: Template,
      },
      { additionalProperties: false },
    ),
    of: Type.Integer({ minimum: 1, maximum: 50 }),
  },
  ({ parties: templates, of }, context) => {
    const columns = Object.entries(templates).map(([name, template]) => ({
      name,
      paths: slotColumns(String(template), of).map(stepsOf),
    }));
    for (const { paths } of columns) for (const [first] of paths) context.columns.add(first);
    return (row, loss) => {
      const list: string[] = [];
      let length = '[]'.length;
      for (let n = 0; n < of; n++) {
        const party: Record<string, string> = {};
        for (const { name, paths } of columns) {
          const text = textOf(at(row, paths[n] ?? []), loss);
          if (text === undefined) continue;
          if (text.length > maxLineLength && loss !== undefined) loss.isCut = true;
          party[name] = text.slice(0, maxLineLength);
        }
        if (party.name === undefined) continue;
        const json = JSON.stringify(party);
        length += json.length + ','.length;
        // Only whole parties: what is cut in the middle could not be read.
        if (length > maxText) {
          if (loss !== undefined) loss.isCut = true;
          break;
        }
        list.push(json);
      }
      return list.length === 0 ? undefined : `[${list.join(',')}]`;
    };
  },
);

/** `Parties.2.Name` is a path; any other text with dots is the name of a column. */
function stepsOf(column: string): readonly [string, ...string[]] {
  const [first = column, ...rest] = /\.\d+\./.test(column) ? column.split('.') : [column];
  return [first, ...rest];
}
