/** What a name on the command line may mean. A name is taken only if one place has it; nothing is guessed. */
import type { GeoIdKind } from '@lintel/contract/plain';
import { UsageError } from '../../base/usage-error.js';
import { nicknamesOf } from '../../format/address-index/aliases.js';
import { normalise } from '../../format/address-index/normalise.js';
import { tokenise } from '../../format/address-index/tokenise.js';
import { mainForm, stateNames, withoutCountry } from '../../format/address-index/usps-words.js';

export interface Candidate {
  readonly geo_id: string;
  readonly name: string;
  readonly kind: GeoIdKind;
  /** Whether the text names it without doubt. */
  readonly isCertain: boolean;
}

/**
 * The candidate that the text names without doubt; otherwise a UsageError that lists what it may mean, or says what can
 * be given instead.
 */
export function onlyCandidate(text: string, candidates: readonly Candidate[], hint: string): Candidate {
  const certain = candidates.filter(({ isCertain }) => isCertain);
  const [only, ...more] = certain;
  if (only === undefined || more.length > 0)
    throw ambiguous(text, certain.length > 0 ? certain : candidates, hint);
  return only;
}

function ambiguous(text: string, candidates: readonly Candidate[], hint: string): UsageError {
  if (candidates.length === 0) {
    return new UsageError(`No place is called "${text}".`, { hint });
  }
  const lines = candidates.map(({ geo_id, name }) => `${geo_id}  ${name}`);
  return new UsageError(`"${text}" may be one of these places; name one by its geo_id:`, {
    list: lines,
  });
}

/**
 * The items, each with whether the text names it: by its name or nickname, with or without the county and the state, the
 * latter by code or name (`Austin, Travis County, TX`, `austin texas`, `Nashville-Davidson, TN`, `NYC`). The word for its kind (`New York City`,
 * `City of Austin`) counts only where no item has it in its name (`Boise City, OK`).
 */
export function named(
  text: string,
  kind: GeoIdKind,
  items: readonly { readonly geo_id: string; readonly name: string }[],
): Candidate[] {
  const wanted = wordsOf(text);
  const plain = wanted.replace(/^(?:CITY|TOWN|VILLAGE|COUNTY|CO|CITY AND CO(?:UNTY)?) OF /, '');
  const isNamed = (spelling: (name: string) => string, said: string) =>
    items.map(({ name }) => spellingsOf(name, spelling).includes(said));
  const readings = [
    isNamed((name) => name, wanted),
    isNamed((name) => name, plain),
    isNamed((name) => `${name} CITY`, wanted),
  ];
  const certain = readings.find((each) => each.includes(true)) ?? [];
  return items.map(({ geo_id, name }, i) => ({ geo_id, name, kind, isCertain: certain[i] === true }));
}

/** The ways to write `City, County, ST`, `County name, ST` or the name of a state, in the form of `wordsOf`. */
function spellingsOf(item: string, spelling: (name: string) => string): string[] {
  const [name = '', ...rest] = item.split(', ');
  const state = rest.at(-1);
  const states = [
    '',
    ...[...stateNames].filter(([, code]) => code === state).map(([words]) => wordsOf(words)),
  ];
  const counties = ['', ...rest.slice(0, -1).flatMap((county) => [wordsOf(county), wordsOf(baseOf(county))])];
  const names = [
    wordsOf(name),
    ...(state === undefined ? [] : nicknamesOf(normalise(name).trim(), state).map(wordsOf)),
  ];
  return names.flatMap((each) =>
    counties.flatMap((county) =>
      states.map((code) => [spelling(each), county, code].filter((part) => part !== '').join(' ')),
    ),
  );
}

/** The name of a county without the word for what it is. */
const baseOf = (county: string) => county.replace(/ (?:County|Parish|Borough)$/, '');

/** The words of a name in upper case, each in its standard form: `ST. LOUIS` as `SAINT LOUIS`. */
function wordsOf(text: string): string {
  return withoutCountry(tokenise(normalise(text)))
    .map(mainForm)
    .join(' ');
}
