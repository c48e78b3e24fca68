/** An address's trace as text for people: its parts, the steps of its search, and what was found. */

import { formatCount } from '../../base/format-number.js';
import type { AddressTrace } from '../../explain/trace-address.js';
import { nestedWidth, section, table } from '../terminal/outcome.js';
import { defectText, fieldText } from './trace-text.js';

/** Characters of a search step's output that the text shows. */
const shownChars = 110;

/** The trace of an address. */
export function addressText({ parsed, search }: AddressTrace): string {
  return [
    section('Refined', fieldText(parsed)),
    ...(parsed.defects.length === 0 ? [] : [section('Defects', parsed.defects.map(defectText).join('\n'))]),
    ...(search === null
      ? ['No release is published yet, so there is nothing to search.']
      : [
          section(`Searched in ${search.release}`, `${indexText(search.index)}\n${stepTable(search.steps)}`),
          section('Found', resultTable(search.results)),
        ]),
  ].join('\n\n');
}

type Search = NonNullable<AddressTrace['search']>;

function indexText({ addresses, streets, names, words, bytes }: Search['index']): string {
  const [all, ofStreets, ofNames, ofWords] = [addresses, streets, names, words].map((count) =>
    formatCount(count),
  );
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  return `${all} addresses in ${ofStreets} streets, ${ofNames} street names, ${ofWords} words, ${size}`;
}

function resultTable(results: Search['results']): string {
  if (results.length === 0) return 'nothing';
  return table(
    ['address', 'match', 'by', 'geo_id'],
    results.map(({ name, match, matched_fields, geo_id }) => [
      name,
      match,
      matched_fields.join(', '),
      geo_id,
    ]),
    nestedWidth(),
  );
}

function stepTable(steps: Search['steps']): string {
  const rows = steps.map(({ step, micros, output }) => {
    const text = brief(output);
    return [step, micros, text.length > shownChars ? `${text.slice(0, shownChars)} …` : text];
  });
  return table(['step', 'µs', 'result'], rows, nestedWidth());
}

/** A JSON value in few words: `words N 3RD ST, addresses 0`. Empty lists are left out. */
function brief(value: unknown): string {
  if (Array.isArray(value)) return value.map(brief).join(value.some(isObject) ? '; ' : ' | ');
  if (!isObject(value)) return String(value);
  const parts = Object.entries(value).filter(([, part]) => !(Array.isArray(part) && part.length === 0));
  return parts.map(([name, part]) => `${name} ${brief(part)}`).join(', ');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
