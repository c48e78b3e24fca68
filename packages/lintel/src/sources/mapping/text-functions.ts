/** Mapping functions that make text of text: choosing, joining, cutting, replacing, translating, adding up. */
import Type from 'typebox';
import { definitionFault, inside } from '../definition-fault.js';
import { compileAll, compilePattern, define, type Evaluate, Pattern, Sub, Subs } from './function.js';
import { addDecimals, textOf } from './value.js';

const TextOrNull = Type.Union([Type.String({ minLength: 1 }), Type.Null()]);
const nothing: Evaluate = () => undefined;

export const first = define({ first: Subs }, (options, context, compile) => {
  const parts = compileAll(options.first, 'first', context, compile);
  return (row) => {
    for (const part of parts) {
      const value = part(row);
      if (value !== undefined) return value;
    }
    return undefined;
  };
});

export const join = define(
  { join: Subs, with: Type.Optional(Type.String({ maxLength: 20 })), all: Type.Optional(Type.Boolean()) },
  (options, context, compile) => {
    const parts = compileAll(options.join, 'join', context, compile);
    const separator = options.with ?? ' ';
    const needed = options.all === true ? parts.length : 1;
    return (row) => {
      let text: string | undefined;
      let count = 0;
      for (const part of parts) {
        const value = part(row);
        if (value === undefined) continue;
        text = text === undefined ? value : text + separator + value;
        count += 1;
      }
      return count < needed ? undefined : textOf(text);
    };
  },
);

export const constant = define({ constant: Type.String({ minLength: 1, maxLength: 500 }) }, (options) => {
  const value = textOf(options.constant);
  return () => value;
});

export const match = define(
  { match: Sub, pattern: Pattern, group: Type.Optional(Type.Integer({ minimum: 0, maximum: 20 })) },
  (options, context, compile) => {
    const part = compile(options.match, context, 'match');
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
);

function groupCount(pattern: string): number {
  return (new RegExp(`${pattern}|`, 'iu').exec('')?.length ?? 1) - 1;
}

export const replace = define(
  { replace: Sub, pattern: Pattern, by: Type.Optional(Type.String({ maxLength: 100 })) },
  (options, context, compile) => {
    const part = compile(options.replace, context, 'replace');
    compilePattern(options.pattern, inside(context.place, 'pattern'));
    const everywhere = new RegExp(options.pattern, 'giu');
    const by = options.by ?? '';
    return (row) => textOf(part(row)?.replace(everywhere, by));
  },
);

export const lookup = define(
  { lookup: Sub, table: Type.Record(Type.String(), TextOrNull), otherwise: Type.Optional(Sub) },
  (options, context, compile) => {
    const part = compile(options.lookup, context, 'lookup');
    const otherwise =
      options.otherwise === undefined ? nothing : compile(options.otherwise, context, 'otherwise');
    const table = new Map(
      Object.entries(options.table).map(([word, value]) => [word.trim().toLowerCase(), value ?? undefined]),
    );
    return (row) => {
      const word = part(row)?.toLowerCase();
      return word !== undefined && table.has(word) ? table.get(word) : otherwise(row);
    };
  },
);

export const when = define(
  { when: Sub, is: Pattern, give: Sub, otherwise: Type.Optional(Sub) },
  (options, context, compile) => {
    const part = compile(options.when, context, 'when');
    const pattern = compilePattern(options.is, inside(context.place, 'is'));
    const give = options.give === null ? nothing : compile(options.give, context, 'give');
    const otherwise =
      options.otherwise === undefined ? nothing : compile(options.otherwise, context, 'otherwise');
    return (row) => (pattern.test(part(row) ?? '') ? give(row) : otherwise(row));
  },
);

export const split = define(
  {
    split: Sub,
    on: Type.String({ minLength: 1, maxLength: 20 }),
    at: Type.Integer({ minimum: -50, maximum: 50 }),
  },
  (options, context, compile) => {
    const part = compile(options.split, context, 'split');
    return (row) => textOf(part(row)?.split(options.on).at(options.at));
  },
);

export const sum = define({ sum: Subs }, (options, context, compile) => {
  const parts = compileAll(options.sum, 'sum', context, compile);
  return (row) => addDecimals(parts.map((part) => part(row)).filter((value) => value !== undefined));
});
