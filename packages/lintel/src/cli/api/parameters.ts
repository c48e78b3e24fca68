/**
 * Parameters of an endpoint as options of a command: `permit_tags` is `--tags`, `geo_id` is `--geo`. What the words of
 * the command line mean is decided here once, so that a parameter added to the contract is an option at once.
 */

import { firstDate, lastDate } from '@lintel/contract/plain';
import { Help, Option } from 'commander';
import { UsageError } from '../../base/usage-error.js';
import type { EndpointFacts, ParameterFacts } from './facts.js';
import { facts } from './generated.js';

/** An option that stands for a parameter. */
export interface ParameterOption {
  readonly parameter: ParameterFacts;
  /** Long flag without dashes. */
  readonly name: string;
}

/** An option whose values are known: a shell completes them. */
export class VocabularyOption extends Option {
  readonly values: readonly string[];
  readonly isList: boolean;

  constructor(flags: string, description: string, values: readonly string[], isList: boolean) {
    super(flags, description);
    this.values = values;
    this.isList = isList;
  }
}

/** What the names of parameters begin with where the command says it already. */
const impliedPrefix = /^(?:permit_|decision_|metric_|date_(?=from|to))/;

/** What says how an answer looks, not which page it is. */
const shapes: readonly string[] = ['fields', 'facets', 'facet_size'];

/** The parameters that are options: filters, and the shape of the answer; pages are walked by `--limit` and `--all`. */
export function parameterOptions({ parameters }: EndpointFacts): readonly ParameterOption[] {
  return parameters
    .filter(({ name, in: place, isPaging }) => place === 'query' && (!isPaging || shapes.includes(name)))
    .filter(({ name }) => name !== 'q' && name !== 'id' && name !== 'geo_type')
    .map((parameter) => ({ parameter, name: optionName(parameter) }));
}

function optionName({ name, geoKinds }: ParameterFacts): string {
  if (geoKinds !== null) return 'geo';
  const short = name.replace(impliedPrefix, '').replaceAll('_', '-');
  // `--to` names the file, as in `lintel export`.
  return short === 'to' ? 'until' : short;
}

/** The option for the help, the parser and the completion of a shell. */
export function optionOf(option: ParameterOption, endpoint: EndpointFacts): Option {
  const made = plainOption(option, endpoint);
  const { parameter } = option;
  if (option.name === 'geo' && parameter.isList) made.argParser(collected);
  return made.makeOptionMandatory(parameter.isRequired && valueWithout(parameter) === null);
}

/** Values that a help page has room for. */
const fewValues = 16;

/** The description of an option in a help page: with its values, if they are few. */
export function describedOption(option: Option): string {
  const described = new Help().optionDescription(option);
  const isListed = option.argChoices !== undefined || option.optional;
  if (!(option instanceof VocabularyOption) || isListed || option.values.length > fewValues) return described;
  return `${described}: ${option.values.join(', ')}`;
}

/** Gathers the values of an option that may be repeated. */
function collected(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function plainOption({ name, parameter }: ParameterOption, endpoint: EndpointFacts): Option {
  if (name === 'fields') {
    const description = 'keys of the records to ask for, with commas';
    return new VocabularyOption(`--${name} <list>`, description, fieldNames(endpoint), true);
  }
  const description = shortDescription(parameter);
  if (parameter.vocabulary !== null) {
    const values = facts.vocabularies[parameter.vocabulary] ?? [];
    return new VocabularyOption(
      `--${name} <${parameter.isList ? 'list' : 'name'}>`,
      description,
      values,
      parameter.isList,
    );
  }
  if (parameter.type === 'boolean') {
    return new VocabularyOption(`--${name} [boolean]`, description, ['true', 'false'], false);
  }
  return new Option(`--${name} <${placeholderOf(parameter)}>`, description);
}

/** The keys of the records that an endpoint answers with. */
export function fieldNames({ item }: EndpointFacts): readonly string[] {
  const columns = item === null ? [] : (facts.columns[item] ?? []);
  return [...new Set(columns.map(({ path }) => String(path[0])))];
}

function placeholderOf({ type, isList, geoKinds }: ParameterFacts): string {
  if (geoKinds !== null) return 'place';
  if (isList) return 'list';
  return type === 'integer' ? 'number' : type;
}

/** The first sentence of a description, and the place of geo_id in the words of this program. */
function shortDescription({ description, geoKinds, isList, type }: ParameterFacts): string {
  if (geoKinds !== null) {
    const more = isList ? '; may be repeated' : '';
    return `where: a state, a ZIP code, a city ("Austin, TX"), what its office issued ("issued by Austin, TX"), an address, or a geo_id${more}`;
  }
  const [first = ''] = description.replaceAll('`', '').split(/(?<=[.;]) /);
  const text = isMoney(description) ? first.replace('in cents', "in cents, or in dollars: '$5,000'") : first;
  const sentence = text.replace(/[.;]$/, '');
  const format = type === 'date' ? ', YYYY-MM-DD' : '';
  return `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}${format}${isList ? '; several with commas' : ''}`;
}

const isMoney = (description: string) => /\bin cents\b/.test(description);

/** Parameters by name, as the client sends them. */
type QueryValues = Record<string, string | number | boolean | readonly string[]>;

/** The query that options stand for. A value that cannot be meant is a UsageError. */
export function queryOf(
  parameters: readonly ParameterOption[],
  values: Readonly<Record<string, unknown>>,
): QueryValues {
  const query: QueryValues = {};
  for (const option of parameters) {
    const value = values[attributeOf(option.name)];
    if (value === undefined || option.name === 'geo') continue;
    query[option.parameter.name] = parsed(option, value === true ? 'true' : String(value));
  }
  return query;
}

/** The key under which commander keeps the value of an option. */
function attributeOf(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function parsed({ name, parameter }: ParameterOption, text: string): string | number | readonly string[] {
  if (parameter.isList) {
    const values = text
      .split(',')
      .map((value) => value.trim())
      .filter((value) => value !== '');
    if (values.length === 0)
      throw new UsageError(`--${name} is empty: give values with commas between them.`);
    return values;
  }
  if (parameter.type === 'boolean' && !/^(?:true|false)$/i.test(text)) {
    throw new UsageError(`--${name} is true or false, not "${text}".`);
  }
  if (parameter.type === 'integer') return integer(name, text, isMoney(parameter.description));
  return text;
}

/** A whole number; of money in cents, or in dollars after a `$`. */
function integer(name: string, text: string, money: boolean): number {
  const [, dollar = '', digits = '', cents = ''] = /^(\$?)(\d[\d,_]*)(\.\d\d)?$/.exec(text.trim()) ?? [];
  const whole = Number(digits.replaceAll(/[,_]/g, ''));
  const isDollars = money && dollar !== '';
  if (digits === '' || (!isDollars && (dollar !== '' || cents !== ''))) {
    const example = money
      ? "a whole number of cents such as 500000, or dollars such as '$5,000'"
      : 'a whole number';
    throw new UsageError(`--${name} takes ${example}, not "${text}".`);
  }
  return isDollars ? Math.round((whole + Number(cents || 0)) * 100) : whole;
}

/** Adds what the service wants and the user left out, if it has one sensible value. */
export function completed({ parameters }: EndpointFacts, query: QueryValues): QueryValues {
  const added = parameters.flatMap((parameter) => {
    const value = parameter.isNeeded && !(parameter.name in query) ? valueWithout(parameter) : null;
    return value === null ? [] : [[parameter.name, value] as const];
  });
  return { ...query, ...Object.fromEntries(added) };
}

/** The value of a parameter that was left out: dates go as far as they can, and `all` is a word of some vocabularies. */
function valueWithout({ name, type, vocabulary }: ParameterFacts): string | null {
  if (type === 'date') return name.endsWith('_from') ? firstDate : lastDate;
  return vocabulary !== null && facts.vocabularies[vocabulary]?.includes('all') ? 'all' : null;
}
