/** Parses CQL2 JSON (OGC 21-065, Annex C): the same operations as objects `{"op": …, "args": […]}`. */
import {
  type Comparison,
  type Expression,
  FilterFault,
  maxDepth,
  maxOperations,
  type Operand,
} from './expression.js';
import { dateLiteral, timestampLiteral } from './literal.js';

const comparisons: readonly string[] = ['=', '<>', '<', '<=', '>', '>='];

/** The expression of a JSON text. Throws a FilterFault that says what cannot be read. */
export function parseCqlJson(text: string): Expression {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new FilterFault('The filter is not JSON.');
  }
  return new JsonParser().expression(value, 0);
}

class JsonParser {
  #operations = 0;

  expression(value: unknown, depth: number): Expression {
    this.#operations += 1;
    if (depth > maxDepth || this.#operations > maxOperations) {
      throw new FilterFault(`The filter has more than ${maxOperations} operations, or nests too deep.`);
    }
    if (typeof value === 'boolean') return { op: 'is', value };
    const { op, args } = objectOf(value);
    if (typeof op !== 'string' || !Array.isArray(args)) throw unreadable(value);
    const [first, second] = args as readonly unknown[];
    if (op === 'and' || op === 'or') {
      if (args.length < 2) throw unreadable(value);
      return { op, args: (args as readonly unknown[]).map((arg) => this.expression(arg, depth + 1)) };
    }
    if (op === 'not' && args.length === 1) return { op, arg: this.expression(first, depth + 1) };
    if (op === 'isNull' && args.length === 1) {
      const operand = operandOf(first);
      if ('property' in operand) return { op, property: operand.property };
    }
    if (comparisons.includes(op) && args.length === 2) {
      return { op: op as Comparison, left: operandOf(first), right: operandOf(second) };
    }
    throw unreadable(value);
  }
}

function operandOf(value: unknown): Operand {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return { value };
  const { property, date, timestamp } = objectOf(value);
  if (typeof property === 'string') return { property };
  if (typeof date === 'string') return { value: dateLiteral(date) };
  if (typeof timestamp === 'string') return { value: timestampLiteral(timestamp) };
  throw unreadable(value);
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw unreadable(value);
}

function unreadable(value: unknown): FilterFault {
  return new FilterFault(`The filter cannot be read at ${JSON.stringify(value).slice(0, 60)}.`);
}
