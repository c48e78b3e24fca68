/**
 * A filter by CQL2 Basic (OGC 21-065) after parsing, and its value for one record.
 *
 * Logic has three values: a comparison with a property that has no value is unknown (null), and a record passes
 * only where the whole filter is true.
 */

export type Scalar = string | number | boolean;
export type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>=';

export type Operand = { readonly property: string } | { readonly value: Scalar };

export type Expression =
  | { readonly op: 'and' | 'or'; readonly args: readonly Expression[] }
  | { readonly op: 'not'; readonly arg: Expression }
  | { readonly op: 'isNull'; readonly property: string }
  | { readonly op: 'is'; readonly value: boolean }
  | { readonly op: Comparison; readonly left: Operand; readonly right: Operand };

/** The types of the properties that may be filtered by. */
export type QueryableType = 'string' | 'date' | 'integer' | 'number' | 'boolean';
export type Queryables = Readonly<Record<string, QueryableType>>;

/** A filter that cannot be used, with the reason as a sentence for the caller. */
export class FilterFault extends Error {
  override readonly name = 'FilterFault';
}

/** Operations in one filter, and how deep they may be nested. */
export const maxOperations = 100;
export const maxDepth = 32;

/** Reads a property of the record that is tested; null where it has none. */
type ReadProperty = (name: string) => Scalar | null;

/** Whether the filter is true for a record; null where that is unknown. */
export function evaluate(expression: Expression, read: ReadProperty): boolean | null {
  switch (expression.op) {
    case 'and':
      return all(expression.args, read, false);
    case 'or':
      return all(expression.args, read, true);
    case 'not': {
      const value = evaluate(expression.arg, read);
      return value === null ? null : !value;
    }
    case 'isNull':
      return read(expression.property) === null;
    case 'is':
      return expression.value;
    default:
      return compare(
        expression.op,
        operandValue(expression.left, read),
        operandValue(expression.right, read),
      );
  }
}

/** `decisive` where one argument has that value, else unknown where one is unknown. */
function all(args: readonly Expression[], read: ReadProperty, decisive: boolean): boolean | null {
  let value: boolean | null = !decisive;
  for (const arg of args) {
    const one = evaluate(arg, read);
    if (one === decisive) return decisive;
    if (one === null) value = null;
  }
  return value;
}

function operandValue(operand: Operand, read: ReadProperty): Scalar | null {
  return 'property' in operand ? read(operand.property) : operand.value;
}

function compare(op: Comparison, left: Scalar | null, right: Scalar | null): boolean | null {
  if (left === null || right === null) return null;
  switch (op) {
    case '=':
      return left === right;
    case '<>':
      return left !== right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
}

/**
 * Checks names and types. Throws a FilterFault for a property that cannot be filtered by, or values of two
 * types.
 */
export function checkTypes(expression: Expression, queryables: Queryables): void {
  switch (expression.op) {
    case 'and':
    case 'or':
      for (const arg of expression.args) checkTypes(arg, queryables);
      return;
    case 'not':
      checkTypes(expression.arg, queryables);
      return;
    case 'isNull':
      typeOf({ property: expression.property }, queryables);
      return;
    case 'is':
      return;
    default: {
      const [left, right] = [typeOf(expression.left, queryables), typeOf(expression.right, queryables)];
      if (left === right) return;
      throw new FilterFault(`${nameOf(expression.left)} and ${nameOf(expression.right)} cannot be compared.`);
    }
  }
}

/** The type by which an operand is compared: dates as texts, integers as numbers. */
function typeOf(operand: Operand, queryables: Queryables): string {
  if ('value' in operand) return typeof operand.value;
  const { property } = operand;
  const type = Object.hasOwn(queryables, property) ? queryables[property] : undefined;
  if (type === undefined) {
    throw new FilterFault(
      `There is no queryable ${JSON.stringify(property)}. A text is in single quotes: '${property}'.`,
    );
  }
  if (type === 'date') return 'string';
  return type === 'integer' ? 'number' : type;
}

function nameOf(operand: Operand): string {
  return 'property' in operand ? operand.property : JSON.stringify(operand.value);
}

/** Comparisons of a property with a value that every record must pass: those joined by AND. */
export function conjuncts(
  expression: Expression,
): readonly { readonly property: string; readonly op: Comparison; readonly value: Scalar }[] {
  if (expression.op === 'and') return expression.args.flatMap(conjuncts);
  if (!('left' in expression)) return [];
  const { op, left, right } = expression;
  if ('property' in left && 'value' in right) return [{ property: left.property, op, value: right.value }];
  if ('value' in left && 'property' in right) {
    return [{ property: right.property, op: mirrored[op], value: left.value }];
  }
  return [];
}

/** Whether the conjuncts are all that the filter says. */
export function isConjunction(expression: Expression): boolean {
  return expression.op === 'and' ? expression.args.every(isConjunction) : conjuncts(expression).length === 1;
}

const mirrored: Readonly<Record<Comparison, Comparison>> = {
  '=': '=',
  '<>': '<>',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};
