/** Mapping functions from text to text: choosing, joining, cutting, replacing, translating, adding up. */
import Type from '@lintel/contract/typebox';
import { definitionFault, inside } from '../definition/definition-fault.js';
import {
  type Compile,
  type CompileContext,
  compileAll,
  define,
  type Evaluate,
  Pattern,
  Sub,
  Subs,
} from './function.js';
import { compilePattern } from './pattern.js';
import { addDecimals, type Loss, type SourceRow, textOf } from './value.js';

const TextOrNull = Type.Union([Type.String({ minLength: 1 }), Type.Null()]);
const nothing: Evaluate = () => undefined;

export const first = define({ first: Subs }, (options, context, compile) => {
  const parts = compileAll(options.first, 'first', context, compile);
  return (row, loss) => {
    for (const part of parts) {
      const value = part(row, loss);
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
    return (row, loss) => {
      let text: string | undefined;
      let count = 0;
      for (const part of parts) {
        const value = part(row, loss);
        if (value === undefined) continue;
        text = text === undefined ? value : text + separator + value;
        count += 1;
      }
      return count < needed ? undefined : textOf(text, loss);
    };
  },
);

export const constant = define({ constant: Type.String({ minLength: 1, maxLength: 500 }) }, (options) => {
  const value = textOf(options.constant);
  return () => value;
});

export const match = define(
  {
    match: Sub,
    pattern: Pattern,
    group: Type.Optional(Type.Integer({ minimum: 0, maximum: 20 })),
    unless: Type.Optional(Pattern),
  },
  (options, context, compile) => {
    const part = compile(options.match, context, 'match');
    const pattern = compilePattern(options.pattern, inside(context.place, 'pattern'));
    const group = options.group ?? Math.min(pattern.groups, 1);
    if (group > pattern.groups) {
      throw definitionFault(
        inside(context.place, 'group'),
        `is ${group}, but the pattern has ${pattern.groups} groups.`,
      );
    }
    const unless =
      options.unless === undefined ? null : compilePattern(options.unless, inside(context.place, 'unless'));
    return (row, loss) => {
      const text = part(row, loss);
      if (text === undefined || unless?.test(text)) return undefined;
      return textOf(pattern.find(text, group), loss);
    };
  },
);

export const replace = define(
  { replace: Sub, pattern: Pattern, by: Type.Optional(Type.String({ maxLength: 100 })) },
  (options, context, compile) => {
    const part = compile(options.replace, context, 'replace');
    const pattern = compilePattern(options.pattern, inside(context.place, 'pattern'));
    const by = options.by ?? '';
    return (row, loss) => {
      const text = part(row, loss);
      return text === undefined ? undefined : textOf(pattern.replace(text, by), loss);
    };
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
    return (row, loss) => {
      const word = part(row, loss)?.toLowerCase();
      return word !== undefined && table.has(word) ? table.get(word) : otherwise(row, loss);
    };
  },
);

const conditions = ['is', 'same', 'starts'] as const;

interface WhenOptions {
  readonly when: unknown;
  readonly is?: string;
  readonly same?: unknown;
  readonly starts?: unknown;
}

export const when = define(
  {
    when: Sub,
    is: Type.Optional(Pattern),
    same: Type.Optional(Sub),
    starts: Type.Optional(Sub),
    give: Sub,
    otherwise: Type.Optional(Sub),
  },
  (options, context, compile) => {
    const holds = compileCondition(options, context, compile);
    const give = options.give === null ? nothing : compile(options.give, context, 'give');
    const otherwise =
      options.otherwise === undefined ? nothing : compile(options.otherwise, context, 'otherwise');
    return (row, loss) => (holds(row, loss) ? give(row, loss) : otherwise(row, loss));
  },
);

/** The one condition of a `when`: a pattern, or another text that its own is the same as or the start of. */
function compileCondition(
  options: WhenOptions,
  context: CompileContext,
  compile: Compile,
): (row: SourceRow, loss?: Loss) => boolean {
  const given = conditions.filter((name) => options[name] !== undefined);
  if (given.length !== 1) {
    throw definitionFault(context.place, `needs one of "is", "same" and "starts"; it has ${given.length}.`);
  }
  const part = compile(options.when, context, 'when');
  if (options.is !== undefined) {
    const pattern = compilePattern(options.is, inside(context.place, 'is'));
    return (row, loss) => pattern.test(part(row, loss) ?? '');
  }
  const isSame = options.same !== undefined;
  const other = compile(options.same ?? options.starts, context, isSame ? 'same' : 'starts');
  return (row, loss) => {
    const [text, whole] = [part(row, loss)?.toLowerCase(), other(row, loss)?.toLowerCase()];
    if (text === undefined || whole === undefined) return false;
    return isSame ? text === whole : whole.startsWith(text);
  };
}

export const split = define(
  {
    split: Sub,
    on: Type.String({ minLength: 1, maxLength: 20 }),
    at: Type.Integer({ minimum: -50, maximum: 50 }),
  },
  (options, context, compile) => {
    const part = compile(options.split, context, 'split');
    return (row, loss) => textOf(part(row, loss)?.split(options.on).at(options.at), loss);
  },
);

export const sum = define({ sum: Subs }, (options, context, compile) => {
  const parts = compileAll(options.sum, 'sum', context, compile);
  return (row, loss) =>
    addDecimals(parts.map((part) => part(row, loss)).filter((value) => value !== undefined));
});
