/**
 * Mapping expressions: how a canonical field is made from a row's columns, as data.
 *
 * An expression is a column name or an object with one function of the closed set below. It is compiled once
 * into a closure; evaluating it never fails, it gives text or nothing. A wrong expression is refused when it
 * is compiled, with its place. Each function is explained with an example in docs/sources.md.
 */
import { checkShape, definitionFault, inside, unknownName } from '../definition/definition-fault.js';
import type { Compile, CompileContext, Evaluate, MappingFunction } from './function.js';
import { count, find, path, total } from './list-functions.js';
import { parties } from './parties.js';
import { plane } from './plane.js';
import { slot } from './slot.js';
import { constant, first, join, lookup, match, replace, split, sum, when } from './text-functions.js';
import { textOf } from './value.js';

/** The closed set of mapping functions, by name. */
export const mappingFunctions: Readonly<Record<string, MappingFunction>> = {
  first,
  join,
  constant,
  match,
  replace,
  lookup,
  when,
  split,
  slot,
  parties,
  sum,
  path,
  count,
  find,
  total,
  plane,
};

/** Steps from the top of a definition to its innermost expression. */
const maxSteps = 60;

/** The closure of an expression. Throws a UserError that names the place if it is invalid. */
export const compileExpression: Compile = (expression, context, ...steps) => {
  const place = inside(context.place, ...steps);
  if (place.path.split('.').length > maxSteps) throw definitionFault(context.place, 'nests too deep.');
  const within = { ...context, place };
  if (typeof expression === 'string') return compileColumn(expression, within);
  if (typeof expression !== 'object' || expression === null || Array.isArray(expression)) {
    throw definitionFault(
      place,
      'must be a column name or an object with a mapping function, such as {"first": ["A", "B"]}.',
    );
  }
  const keys = Object.keys(expression);
  const name = keys.find((key) => Object.hasOwn(mappingFunctions, key));
  const definition = name === undefined ? undefined : mappingFunctions[name];
  if (definition === undefined) {
    throw unknownName(place, 'the mapping function', keys[0] ?? '', Object.keys(mappingFunctions));
  }
  checkShape(definition.schema, expression, place);
  return definition.compile(expression as never, within, compileExpression);
};

function compileColumn(column: string, context: CompileContext): Evaluate {
  if (column.trim() === '') throw definitionFault(context.place, 'is an empty column name.');
  context.columns.add(column);
  return (row, loss) => textOf(row[column], loss);
}
