/**
 * The filter of a request: `filter` in CQL2, and properties as parameters (Part 3). All of it must be true for
 * a feature.
 */
import type { Collection, Test } from './collection.js';
import {
  checkTypes,
  type Expression,
  evaluate,
  FilterFault,
  type Queryables,
  type QueryableType,
  type Scalar,
} from './cql2/expression.js';
import { dateLiteral } from './cql2/literal.js';
import { parseCqlJson } from './cql2/parse-json.js';
import { parseCqlText } from './cql2/parse-text.js';
import { refuse } from './parameters.js';

const crs84 = /^(?:https?:\/\/www\.opengis\.net\/def\/crs\/OGC\/1\.3\/CRS84|\[OGC:CRS84\])$/;

/** The properties of a collection by which features may be filtered. */
export function queryablesOf({ properties }: Pick<Collection, 'properties'>): Queryables {
  return Object.fromEntries(properties.flatMap(({ name, type }) => (type === null ? [] : [[name, type]])));
}

/** The filter of the parameters; throws a 400 for one that cannot be read. */
export function readFilter(given: ReadonlyMap<string, string>, queryables: Queryables): Expression {
  const crs = given.get('filter-crs');
  if (crs !== undefined && !crs84.test(crs)) refuse('filter-crs is CRS84 only.');
  const language = given.get('filter-lang') ?? 'cql2-text';
  const text = given.get('filter');
  try {
    if (language !== 'cql2-text' && language !== 'cql2-json') {
      throw new FilterFault('filter-lang is cql2-text or cql2-json.');
    }
    const args: Expression[] = Object.entries(queryables).flatMap(([property, type]) => {
      const value = given.get(property);
      if (value === undefined) return [];
      return [{ op: '=' as const, left: { property }, right: { value: valueOfType(property, type, value) } }];
    });
    if (text !== undefined) args.push(language === 'cql2-json' ? parseCqlJson(text) : parseCqlText(text));
    for (const arg of args) checkTypes(arg, queryables);
    return { op: 'and', args };
  } catch (error) {
    if (error instanceof FilterFault) refuse(error.message);
    throw error;
  }
}

function valueOfType(property: string, type: QueryableType, text: string): Scalar {
  if (type === 'string') return text;
  if (type === 'date') return dateLiteral(text);
  if (type === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true';
  if (type !== 'boolean' && Number.isFinite(Number(text)) && text.trim() !== '') return Number(text);
  return refuse(`${property} is ${type === 'integer' ? 'an' : 'a'} ${type}.`);
}

/** The test of a filter. */
export function testOf(filter: Expression): Test {
  return (read) => evaluate(filter, (name) => scalarOf(read(name))) === true;
}

function scalarOf(value: unknown): Scalar | null {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isScalar ? value : null;
}
