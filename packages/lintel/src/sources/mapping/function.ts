/**
 * What a mapping function is: a strict schema of its options and how they are compiled into a closure.
 *
 * The functions are in the other files of this folder, by what they work on; `expression.ts` holds the closed
 * set.
 */
import Type, { type Static, type TObject, type TProperties } from '@lintel/contract/typebox';
import type { Place } from '../definition/definition-fault.js';
import type { Loss, SourceRow } from './value.js';

/** Text from a row, trimmed and not empty; undefined if the row has none. `loss` learns of texts that were cut. */
export type Evaluate = (row: SourceRow, loss?: Loss) => string | undefined;

/** What compiling an expression records besides the closure. */
export interface CompileContext {
  readonly place: Place;
  /** Collects the top-level columns that are read. */
  readonly columns: Set<string>;
  /** Choices among numbered groups of columns, shared by the fields of a source. */
  readonly slotChoices: Map<string, (row: SourceRow, loss?: Loss) => number>;
}

/** Compiles an expression `steps` below the context's place. */
export type Compile = (
  expression: unknown,
  context: CompileContext,
  ...steps: readonly (string | number)[]
) => Evaluate;

export interface MappingFunction {
  readonly schema: TObject;
  compile(options: never, context: CompileContext, compile: Compile): Evaluate;
}

/** An expression inside an expression. */
export const Sub = Type.Unknown();
export const Subs = Type.Array(Sub, { minItems: 1, maxItems: 40 });
/** A column, or names and list positions joined by dots. */
export const Path = Type.String({ minLength: 1, maxLength: 200 });
export const Pattern = Type.String({ minLength: 1, maxLength: 500 });

export function define<Shape extends TProperties>(
  shape: Shape,
  compile: (options: Static<TObject<Shape>>, context: CompileContext, compile: Compile) => Evaluate,
): MappingFunction {
  return { schema: Type.Object(shape, { additionalProperties: false }), compile };
}

/** Compiles the expressions of a list that is the option `name`. */
export function compileAll(
  expressions: readonly unknown[],
  name: string,
  context: CompileContext,
  compile: Compile,
): Evaluate[] {
  return expressions.map((expression, index) => compile(expression, context, name, index));
}

/** The steps of a path; notes the column that it begins with. */
export function pathSteps(path: string, context: CompileContext): string[] {
  const steps = path.split('.');
  context.columns.add(steps[0] ?? path);
  return steps;
}
