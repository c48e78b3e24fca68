/**
 * Mapping expressions: how a canonical field is made of a row's columns, as data.
 *
 * An expression is a column name or an object with one function of the closed set below. It is compiled once into
 * a closure; evaluating it never fails, it gives text or nothing. A wrong expression is refused when it is
 * compiled, with its place. Each function is explained with an example in docs/sources.md.
 */
import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { checkShape, definitionFault, inside, type Place, unknownName } from '../definition-fault.js';
import { addDecimals, at, type Row, textOf } from './value.js';

/** Text made of a row, trimmed and not empty; undefined when the row does not tell. */
export type Evaluate = (row: Row) => string | undefined;

/** What compiling an expression learns beside the closure. */
export interface CompileContext {
  readonly place: Place;
  /** Collects the top-level columns that are read. */
  readonly columns: Set<string>;
  /** Choices among numbered groups of columns, shared by the fields of a source. */
  readonly slotChoices: Map<string, (row: Row) => number>;
}

interface MappingFunction {
  readonly schema: TObject;
  compile(options: never, context: CompileContext): Evaluate;
}

const Column = Type.String({ minLength: 1, maxLength: 200 });
const Pattern = Type.String({ minLength: 1, maxLength: 500 });
const Sub = Type.Unknown();
const Subs = Type.Array(Sub, { minItems: 1, maxItems: 20 });
const TextOrNull = Type.Union([Type.String({ minLength: 1 }), Type.Null()]);

function define<Shape extends TProperties>(
  shape: Shape,
  compile: (options: Static<TObject<Shape>>, context: CompileContext) => Evaluate,
): MappingFunction {
  return { schema: Type.Object(shape, { additionalProperties: false }), compile };
}

/** The closed set of mapping functions, by name. */
export const mappingFunctions: Readonly<Record<string, MappingFunction>> = {
  first: define({ first: Subs }, (options, context) => {
    const parts = compileAll(options.first, context, 'first');
    return (row) => {
      for (const part of parts) {
        const value = part(row);
        if (value !== undefined) return value;
      }
      return undefined;
    };
  }),

  join: define({ join: Subs, with: Type.Optional(Type.String({ maxLength: 20 })) }, (options, context) => {
    const parts = compileAll(options.join, context, 'join');
    const separator = options.with ?? ' ';
    return (row) => {
      const values = parts.map((part) => part(row)).filter((value) => value !== undefined);
      return values.length === 0 ? undefined : textOf(values.join(separator));
    };
  }),

  constant: define({ constant: Type.String({ minLength: 1, maxLength: 500 }) }, (options) => {
    const value = textOf(options.constant);
    return () => value;
  }),

  match: define(
    { match: Sub, pattern: Pattern, group: Type.Optional(Type.Integer({ minimum: 0, maximum: 20 })) },
    (options, context) => {
      const part = compileExpression(options.match, stepIn(context, 'match'));
      const pattern = compilePattern(options.pattern, inside(context.place, 'pattern'));
      const groups = groupCount(options.pattern);
      const group = options.group ?? Math.min(groups, 1);
      if (group > groups) {
        throw definitionFault(
          inside(context.place, 'group'),
          `is ${group}, but the pattern has ${groups} groups.`,
        );
      }
      return (row) => textOf(part(row)?.match(pattern)?.[group]);
    },
  ),

  lookup: define(
    { lookup: Sub, table: Type.Record(Type.String(), TextOrNull), otherwise: Type.Optional(Sub) },
    (options, context) => {
      const part = compileExpression(options.lookup, stepIn(context, 'lookup'));
      const otherwise =
        options.otherwise === undefined
          ? () => undefined
          : compileExpression(options.otherwise, stepIn(context, 'otherwise'));
      const table = new Map(
        Object.entries(options.table).map(([word, value]) => [word.trim().toLowerCase(), value ?? undefined]),
      );
      return (row) => {
        const word = part(row)?.toLowerCase();
        return word !== undefined && table.has(word) ? table.get(word) : otherwise(row);
      };
    },
  ),

  split: define(
    {
      split: Sub,
      on: Type.String({ minLength: 1, maxLength: 20 }),
      at: Type.Integer({ minimum: -50, maximum: 50 }),
    },
    (options, context) => {
      const part = compileExpression(options.split, stepIn(context, 'split'));
      return (row) => textOf(part(row)?.split(options.on).at(options.at));
    },
  ),

  slot: define(
    {
      slot: Type.String({ pattern: '\\{n\\}' }),
      of: Type.Integer({ minimum: 1, maximum: 50 }),
      where: Type.String({ pattern: '\\{n\\}' }),
      patterns: Type.Array(Pattern, { minItems: 1, maxItems: 10 }),
    },
    compileSlot,
  ),

  sum: define({ sum: Subs }, (options, context) => {
    const parts = compileAll(options.sum, context, 'sum');
    return (row) => addDecimals(parts.map((part) => part(row)).filter((value) => value !== undefined));
  }),

  path: define({ path: Column }, (options, context) => {
    const steps = pathSteps(options.path, context);
    return (row) => textOf(at(row, steps));
  }),

  count: define(
    { count: Column, where: Type.Optional(Type.Record(Type.String(), Pattern)) },
    (options, context) => {
      const steps = pathSteps(options.count, context);
      const tests = Object.entries(options.where ?? {}).map(([path, pattern]) => ({
        steps: path.split('.'),
        pattern: compilePattern(pattern, inside(inside(context.place, 'where'), path)),
      }));
      return (row) => {
        const items = at(row, steps);
        if (!Array.isArray(items)) return undefined;
        const passes = (item: unknown) =>
          tests.every((test) => test.pattern.test(textOf(at(item, test.steps)) ?? ''));
        return String(items.filter(passes).length);
      };
    },
  ),
};

/** The closure of an expression. Throws a Failure that names the place when it is not a legal one. */
export function compileExpression(expression: unknown, context: CompileContext): Evaluate {
  if (typeof expression === 'string') return compileColumn(expression, context);
  if (typeof expression !== 'object' || expression === null || Array.isArray(expression)) {
    throw definitionFault(
      context.place,
      'must be a column name or an object with a mapping function, such as {"first": ["A", "B"]}.',
    );
  }
  const keys = Object.keys(expression);
  const name = keys.find((key) => Object.hasOwn(mappingFunctions, key));
  const definition = name === undefined ? undefined : mappingFunctions[name];
  if (definition === undefined) {
    throw unknownName(context.place, 'the mapping function', keys[0] ?? '', Object.keys(mappingFunctions));
  }
  checkShape(definition.schema, expression, context.place);
  return definition.compile(expression as never, context);
}

function compileColumn(column: string, context: CompileContext): Evaluate {
  if (column.trim() === '') throw definitionFault(context.place, 'is an empty column name.');
  context.columns.add(column);
  return (row) => textOf(row[column]);
}

function compileAll(expressions: readonly unknown[], context: CompileContext, step: string): Evaluate[] {
  const within = stepIn(context, step);
  return expressions.map((expression, index) => compileExpression(expression, stepIn(within, index)));
}

function stepIn(context: CompileContext, step: string | number): CompileContext {
  return { ...context, place: inside(context.place, step) };
}

function pathSteps(path: string, context: CompileContext): string[] {
  const steps = path.split('.');
  context.columns.add(steps[0] ?? path);
  return steps;
}

function compilePattern(pattern: string, place: Place): RegExp {
  try {
    return new RegExp(pattern, 'iu');
  } catch (error) {
    throw definitionFault(place, `is not a regular expression: ${(error as Error).message}`);
  }
}

function groupCount(pattern: string): number {
  return (new RegExp(`${pattern}|`, 'iu').exec('')?.length ?? 1) - 1;
}

interface SlotOptions {
  readonly slot: string;
  readonly of: number;
  readonly where: string;
  readonly patterns: readonly string[];
}

/** Numbered groups of columns (contractor 1 to 15): a column of the group that the patterns choose. */
function compileSlot(options: SlotOptions, context: CompileContext): Evaluate {
  const columns = slotColumns(options.slot, options.of);
  for (const column of columns) context.columns.add(column);
  const choose = slotChoice(options, context);
  return (row) => {
    const column = columns[choose(row)];
    return column === undefined ? undefined : textOf(row[column]);
  };
}

function slotColumns(template: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => template.replaceAll('{n}', String(index + 1)));
}

/**
 * Position of the first group whose `where` column matches the first pattern that any matches; -1 for none. All
 * fields that choose alike share one choice, made once a row: name, phone and address of a party are one question.
 */
function slotChoice(options: SlotOptions, context: CompileContext): (row: Row) => number {
  const id = JSON.stringify([options.where, options.of, options.patterns]);
  const known = context.slotChoices.get(id);
  if (known !== undefined) return known;
  const patterns = options.patterns.map((pattern, index) =>
    compilePattern(pattern, inside(inside(context.place, 'patterns'), index)),
  );
  const columns = slotColumns(options.where, options.of);
  for (const column of columns) context.columns.add(column);
  let lastRow: Row | null = null;
  let lastChoice = -1;
  const choose = (row: Row): number => {
    if (row !== lastRow) {
      lastRow = row;
      const kinds = columns.map((column) => textOf(row[column]));
      const matches = (pattern: RegExp) =>
        kinds.findIndex((kind) => kind !== undefined && pattern.test(kind));
      lastChoice = patterns.map(matches).find((index) => index >= 0) ?? -1;
    }
    return lastChoice;
  };
  context.slotChoices.set(id, choose);
  return choose;
}
