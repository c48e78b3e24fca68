/**
 * Mapping functions that reach into nested JSON: a value at a path, and how many, which and how much of a
 * list.
 *
 * A missing value, or one that is not a list, gives nothing; a list without matching entries counts 0.
 */
import Type from '@lintel/contract/typebox';
import { inside } from '../definition/definition-fault.js';
import { type CompileContext, define, Path, Pattern, pathSteps } from './function.js';
import { compilePattern } from './pattern.js';
import { addDecimals, at, type Loss, type SourceRow, textOf } from './value.js';

const Where = Type.Record(Type.String(), Pattern);

/** Path inside an entry → pattern that its text must match; an entry must match all. */
type Where = Readonly<Record<string, string>>;

/** The entries of the list at a path that match all patterns; undefined if there is no list. */
function chosenEntries(path: string, where: Where | undefined, context: CompileContext) {
  const steps = pathSteps(path, context);
  const tests = Object.entries(where ?? {}).map(([inner, pattern]) => ({
    steps: inner.split('.'),
    pattern: compilePattern(pattern, inside(context.place, 'where', inner)),
  }));
  return (row: SourceRow, loss?: Loss): unknown[] | undefined => {
    const entries = at(row, steps);
    if (!Array.isArray(entries)) return undefined;
    return entries.filter((entry) =>
      tests.every((test) => test.pattern.test(textOf(at(entry, test.steps), loss) ?? '')),
    );
  };
}

/** The text inside an entry; the entry itself if no path is given. */
function readEntry(give: string | undefined): (entry: unknown, loss?: Loss) => string | undefined {
  const steps = give === undefined ? [] : give.split('.');
  return (entry, loss) => textOf(at(entry, steps), loss);
}

export const path = define({ path: Path }, (options, context) => {
  const steps = pathSteps(options.path, context);
  return (row, loss) => textOf(at(row, steps), loss);
});

export const count = define({ count: Path, where: Type.Optional(Where) }, (options, context) => {
  const chosen = chosenEntries(options.count, options.where, context);
  return (row, loss) => {
    const entries = chosen(row, loss);
    return entries === undefined ? undefined : String(entries.length);
  };
});

export const find = define(
  { find: Path, where: Type.Optional(Where), give: Type.Optional(Path) },
  (options, context) => {
    const chosen = chosenEntries(options.find, options.where, context);
    const read = readEntry(options.give);
    return (row, loss) => {
      for (const entry of chosen(row, loss) ?? []) {
        const value = read(entry, loss);
        if (value !== undefined) return value;
      }
      return undefined;
    };
  },
);

export const total = define(
  { total: Path, where: Type.Optional(Where), give: Type.Optional(Path) },
  (options, context) => {
    const chosen = chosenEntries(options.total, options.where, context);
    const read = readEntry(options.give);
    return (row, loss) =>
      addDecimals(
        (chosen(row, loss) ?? []).map((entry) => read(entry, loss)).filter((value) => value !== undefined),
      );
  },
);
