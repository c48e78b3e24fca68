/**
 * A source definition in words: where it comes from, on what terms, how its columns are read, what its words
 * mean.
 */

import type { Jurisdiction, SourceDefinition } from '../../sources/definition/catalog-schema.js';
import { inWords } from '../../sources/mapping/in-words.js';
import type { CatalogSource } from '../../sources/source/catalog-source.js';
import { columns, nestedWidth, section, table, wrap } from '../terminal/outcome.js';

/** Everything that `lintel source show` says. */
export function sourceText(source: CatalogSource): string {
  const { definition } = source;
  const mapping = Object.entries(definition.map).map(([field, expression]) => [field, inWords(expression)]);
  return [
    columns(aboutLines(source)),
    ...(definition.notes === undefined
      ? []
      : [section('Notes', wrap(definition.notes, nestedWidth()).join('\n'))]),
    section('Keys', columns(keyLines(source), nestedWidth())),
    section('Fields', table(['field', 'from'], mapping, nestedWidth())),
    ...meaningText(source),
  ].join('\n\n');
}

function aboutLines({ definition, fetch }: CatalogSource): string[][] {
  const { format, jurisdictions } = definition;
  const portal = fetch === null ? 'files only' : `${fetch.protocol}, ${fetch.base_url} ${fetch.dataset}`;
  const file = [format.type ?? 'any format', format.encoding, format.records].filter(
    (part) => part !== undefined,
  );
  const others = Object.values(jurisdictions?.table ?? {}).map(({ name }) => name);
  return [
    ['source', definition.id],
    ['name', definition.name],
    ['kind', definition.kind],
    ['read from', portal],
    ['files', file.join(', ')],
    ['homepage', definition.homepage ?? '-'],
    ['verified', verifiedWords(definition)],
    ['updates', definition.updates ?? 'not stated'],
    ['license', definition.license ?? 'none stated'],
    ['attribution', definition.attribution ?? 'none asked for'],
    ['jurisdiction', jurisdictionWords(definition.jurisdiction)],
    ...(others.length === 0 ? [] : [['also of', others.join(', ')]]),
    ['time zone', definition.time_zone],
  ];
}

function verifiedWords({ verified }: SourceDefinition): string {
  return verified ? `on ${verified.on}, on ${verified.rows} rows` : 'never tried on real rows';
}

function jurisdictionWords({ name, state, geoid, default_city }: Jurisdiction): string {
  const city = default_city === null ? '' : `; rows that name no city are of ${default_city}`;
  return `${name}, ${state} (GEOID ${geoid})${city}`;
}

function keyLines({ definition, rowIs }: CatalogSource): string[][] {
  const lines = [['row', definition.row_key.map(inWords).join(' and ')]];
  if (definition.key !== undefined) lines.push(['natural key', inWords(definition.key)]);
  if (rowIs === 'address') lines.push(['a row is', 'an address of the permit with its natural key']);
  if (definition.row_as_of !== undefined) lines.push(['as of', inWords(definition.row_as_of)]);
  lines.push(['namespace', definition.namespace]);
  if (definition.required !== undefined) lines.push(['needed columns', definition.required.join(', ')]);
  return lines;
}

function* meaningText({ definition }: CatalogSource): Generator<string> {
  const words = Object.entries(definition.status_words ?? {});
  if (words.length > 0) {
    const rows = words.map(([word, status]) => [word, status ?? 'no status']);
    yield section(
      'Status words (common ones are known without)',
      table(['word', 'means'], rows, nestedWidth()),
    );
  }
  if (definition.kind === 'permits') yield* undatedText(definition);
  const none = definition.job_value_placeholders ?? [];
  if (none.length > 0) yield `Job values that mean "not given": ${none.join(', ')}`;
  if (definition.contractor_name_width !== undefined) {
    yield `Contractors' names are cut after ${definition.contractor_name_width} characters.`;
  }
}

/** What permits without a status word are. */
function* undatedText(definition: SourceDefinition): Generator<string> {
  const { status_when_issued: issued, status_when_filed: filed, map } = definition;
  if (issued) yield `A permit without a status word that has an issue date counts as ${issued}.`;
  if (filed) yield `A permit without a status word that has a file date only counts as ${filed}.`;
  if (map.status_raw !== undefined || issued || filed) return;
  yield map.final_date === undefined
    ? 'The source gives no status: its permits are published without one.'
    : 'The source gives no status: its permits are published without one, except that a final date makes them final.';
}
