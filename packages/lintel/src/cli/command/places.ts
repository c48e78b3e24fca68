/** `lintel places`, `lintel metrics` and `lintel coverage`: what a service or a release knows of places. */
import type { Coverage } from '@lintel/client';
import { formatCount } from '../../base/format-number.js';
import { UsageError } from '../../base/usage-error.js';
import { type Asking, defineAsk, endpointOf } from '../api/ask.js';
import { showList } from '../api/list.js';
import { showObject } from '../api/object.js';
import { completed, queryOf, VocabularyOption } from '../api/parameters.js';
import { type FoundPlace, placeOf } from '../api/place.js';
import type { CommandGroup } from '../terminal/define.js';
import { columns, table, wrapLines } from '../terminal/outcome.js';

/** The kinds of places, by the words of the interface. */
const placeKinds = ['city', 'county', 'jurisdiction', 'state', 'zipcode'] as const;

export function definePlaces(group: CommandGroup): void {
  const kind = new VocabularyOption('--kind <name>', 'kind of place', placeKinds, false);
  defineAsk(group, {
    usage: 'search <text...>',
    summary: 'Places whose name matches a text, best first',
    endpoint: endpointOf('city_search'),
    example: 'lintel places search "Travis, TX" --kind county',
    isList: true,
    options: [kind.choices(placeKinds).default('city')],
    run(asking, words) {
      const endpoint = endpointOf(`${String(asking.values.kind)}_search`);
      return showList(asking, endpoint, endpoint.path, { ...filters(asking), q: words.join(' ') });
    },
  });
  defineAsk(group, {
    usage: 'get <place...>',
    summary: 'A city, county, jurisdiction, state or ZIP code with the places in it',
    endpoint: endpointOf('city_details'),
    example: 'lintel places get 77075',
    isList: false,
    hasPlaceArgument: true,
    async run(asking, words) {
      const place = await placeOf(asking, words.join(' '));
      await showObject(asking, endpointFor(place, 'details').path, { geo_id: place.geoId });
    },
  });
}

export function defineMetrics(group: CommandGroup): void {
  const define = (usage: string, period: 'current' | 'monthly', summary: string, example: string) =>
    defineAsk(group, {
      usage,
      summary,
      endpoint: endpointOf(`city_metrics_${period}`),
      example: `lintel metrics ${example}`,
      isList: true,
      hasPlaceArgument: true,
      async run(asking, words) {
        const place = await placeOf(asking, words.join(' '));
        const endpoint = endpointFor(place, `metrics_${period}`);
        const path = endpoint.path.replace('{geo_id}', encodeURIComponent(place.geoId));
        await showList(asking, endpoint, path, completed(endpoint, filters(asking)));
      },
    });
  define(
    'current <place...>',
    'current',
    'Counts and averages of the last 365 days in a place',
    'current "Houston, TX" --tag solar',
  );
  define(
    'monthly <place...>',
    'monthly',
    'Counts and averages of a place by month',
    'monthly TX --tag solar --from 2026-01-01',
  );
}

export function defineCoverage(root: CommandGroup): void {
  const endpoint = endpointOf('coverage');
  defineAsk(root, {
    usage: 'coverage <place...>',
    summary: 'Which fields the permits of a place state too rarely to rely on',
    endpoint,
    example: 'lintel coverage TX --from 2026-01-01',
    isList: false,
    hasPlaceArgument: true,
    async run(asking, words) {
      const place = await placeOf(asking, words.join(' '));
      const query = { ...filters(asking), geo_type: kindOf(place), geo_id: place.geoId };
      await showObject(asking, endpoint.path, completed(endpoint, query), (answer) =>
        coverageText(place.name, answer as Coverage),
      );
    },
  });
}

/** Portals that the text lists: all of a county, not those of a large state. */
const shownPortals = 30;

function coverageText(place: string, { items, portals = [] }: Coverage): string {
  return [fieldsText(place, items), ...(portals.length === 0 ? [] : [portalsText(place, portals)])].join(
    '\n\n',
  );
}

function fieldsText(place: string, items: Coverage['items']): string {
  const permits = items[0]?.permits_total;
  if (permits === undefined)
    return `80 % or more of the permits of ${place} state every field that is watched.`;
  if (permits === 0) return `There are no permits of ${place} in the period.`;
  const rows = items.map(({ field, tier, fill_pct: percent }) => [field, tier, `${percent} %`]);
  return `Of ${formatCount(permits)} permits of ${place}:\n${table(['field', 'tier', 'stated by'], rows)}`;
}

/** Each with its address on a line of its own, so that it is copied whole. */
function portalsText(place: string, portals: NonNullable<Coverage['portals']>): string {
  const inWords = (state: string) => state.replace('_', ' ');
  const shown = portals
    .slice(0, shownPortals)
    .map(({ name, software, state, url }) => `${name}: ${software}, ${inWords(state)}\n  ${url}`);
  const reasons = new Map(
    portals.map(({ software, state, reason }): [string, string] => [
      `${software}, ${inWords(state)}`,
      reason,
    ]),
  );
  const rest = portals.length - shownPortals;
  return [
    wrapLines(
      `Search pages of permit software in ${place}, as public lists name them; Lintel asked none of them for this:`,
    ),
    ...shown,
    ...(rest > 0 ? [`… and ${formatCount(rest)} more, with --json.`] : []),
    `\n${columns([...reasons].map(([what, why]) => [what, why]))}`,
  ].join('\n');
}

export function defineTags(root: CommandGroup): void {
  const endpoint = endpointOf('tags');
  defineAsk(root, {
    usage: 'tags',
    summary: 'Every tag that a permit can carry',
    endpoint,
    example: 'lintel tags',
    isList: true,
    run: (asking) => showList(asking, endpoint, endpoint.path, filters(asking)),
  });
}

const filters = ({ parameters, values }: Asking) => queryOf(parameters, values);

const kindOf = ({ kind }: FoundPlace) => (kind === 'zip' ? 'zipcode' : kind);

/** The endpoint of this sort for the kind of the place. */
function endpointFor(place: FoundPlace, sort: string) {
  const kind = kindOf(place);
  if (kind === 'address' && sort === 'details') {
    throw new UsageError(`${place.name} is an address.`, {
      hint: `Try lintel properties get ${place.geoId}.`,
    });
  }
  return endpointOf(`${kind}_${sort}`);
}
