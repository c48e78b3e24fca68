/**
 * Mapping expressions in words, for `lintel source show`: a line that a person who knows the columns can
 * read.
 */

type Options = Readonly<Record<string, unknown>>;

/** Words of a table that are listed; longer tables are counted. */
const listedWords = 6;

/** The expression in words. Takes only what `compileExpression` takes. */
export function inWords(expression: unknown): string {
  if (typeof expression === 'string') return `"${expression}"`;
  const options = expression as Options;
  const [name = ''] = Object.keys(options).filter((key) => Object.hasOwn(phrases, key));
  return phrases[name]?.(options) ?? JSON.stringify(expression);
}

const list = (value: unknown) => (value as unknown[]).map(inWords);

const phrases: Readonly<Record<string, (options: Options) => string>> = {
  first: ({ first }) => list(first).join(', else '),
  join: ({ join, with: between, all }) => {
    const mark = between === undefined || between === ' ' ? '' : ` with "${between}" between`;
    return `${list(join).join(' and ')}${mark}${all === true ? ', when all are given' : ''}`;
  },
  constant: ({ constant }) => `always "${constant}"`,
  match: ({ match, pattern, unless }) =>
    `the part of ${inWords(match)} that fits /${pattern}/${unless === undefined ? '' : `, unless it fits /${unless}/`}`,
  replace: ({ replace, pattern, by }) =>
    `${inWords(replace)} with /${pattern}/ ${by === undefined || by === '' ? 'left out' : `replaced by "${by}"`}`,
  lookup: ({ lookup, table, otherwise }) =>
    `${inWords(lookup)} translated (${tableWords(table as Options)})${
      otherwise === undefined ? '' : `, else ${inWords(otherwise)}`
    }`,
  when: ({ give, otherwise, ...condition }) =>
    `${giveWords(give)} when ${conditionWords(condition)}${otherwise === undefined ? '' : `, else ${inWords(otherwise)}`}`,
  split: ({ split, on, at }) => `part ${at} of ${inWords(split)} cut at "${on}"`,
  slot: ({ slot, of, where }) => `"${slot}" of the first of ${of} groups whose "${where}" fits`,
  parties: ({ parties, of }) =>
    `"${(parties as { name: string }).name}" and what is beside it, of ${of} groups`,
  sum: ({ sum }) => `the sum of ${list(sum).join(', ')}`,
  path: ({ path }) => `"${path}" inside the record`,
  count: ({ count, where }) => `how many of "${count}"${whereWords(where)}`,
  find: ({ find, where, give }) => `${entryWords(give)} of the first of "${find}"${whereWords(where)}`,
  total: ({ total, where, give }) => `the sum of ${entryWords(give)} over "${total}"${whereWords(where)}`,
  plane: ({ plane, x, y }) => `the point of ${inWords(x)} and ${inWords(y)} in ${plane}`,
};

function giveWords(give: unknown): string {
  return give === null ? 'nothing' : inWords(give);
}

function conditionWords({ when, is, same, starts }: Options): string {
  if (is !== undefined) return `${inWords(when)} fits /${is}/`;
  return same === undefined
    ? `${inWords(when)} is the start of ${inWords(starts)}`
    : `${inWords(when)} is the same as ${inWords(same)}`;
}

function entryWords(give: unknown): string {
  return give === undefined ? 'the value' : `"${give}"`;
}

function whereWords(where: unknown): string {
  if (where === undefined) return '';
  const tests = Object.entries(where as Record<string, string>).map(
    ([path, fit]) => `"${path}" fits /${fit}/`,
  );
  return ` where ${tests.join(' and ')}`;
}

function tableWords(table: Options): string {
  const words = Object.entries(table);
  if (words.length === 0) return 'nothing is taken';
  if (words.length > listedWords) return `${words.length} words`;
  return words.map(([word, value]) => `${word} → ${value ?? 'nothing'}`).join(', ');
}
