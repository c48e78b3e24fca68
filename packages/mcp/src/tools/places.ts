/** Tools for places: a name becomes a geo_id, and a geo_id its surroundings. */
import { endpoints, geoIdKind, maxSearchTextLength, OneOf, type Rule, Type } from '@lintel/contract';
import { compact } from '../answer/compact.js';
import { ToolError } from '../answer/error.js';
import { asListed, notice } from '../answer/output.js';
import { findPlaces, placeKinds } from '../place/find-places.js';
import type { Call } from '../protocol/call.js';
import { tool } from '../protocol/tool.js';

const maxPlaces = 20;

const findPlace = tool({
  name: 'find_place',
  title: 'Find a place or an address',
  description:
    'Finds the geo_id of an address, city, county, jurisdiction (permitting authority), state or ZIP code. Call it first. The text may be misspelt and carry the state ("Austin, TX", "4187 Alder Hollow St, San Francisco"). Best first. Of an address, `near` is its point, as searches take it, and `match` exact, prefix, corrected or partial. Costs 1 credit for each place found.',
  parameters: {
    q: {
      in: 'query',
      schema: Type.String({ minLength: 1, maxLength: maxSearchTextLength }),
      required: true,
      description: 'Name, address, ZIP code or state.',
      text: true,
    },
    kind: {
      in: 'query',
      schema: OneOf(placeKinds, 'Kind of place.'),
      required: false,
      description: 'Kind of place. Absent: what the text looks like, cities before counties.',
    },
    size: {
      in: 'query',
      schema: Type.Integer({ minimum: 1, maximum: maxPlaces }),
      required: false,
      default: 5,
      description: `Most places to find, 1 to ${maxPlaces}.`,
    },
  },
  async run({ q, kind, size }, call) {
    const { places, has_more } = await findPlaces(q, kind, size, call);
    return { notice, items: places.map((place) => compact(place, asListed)), has_more };
  },
});

/** Places of one call. */
const maxDescribed = 10;

/** Coverage is of a period, which has two ends. */
const together: Rule = {
  at: 'date_to',
  reads: ['date_from', 'date_to'],
  fault: ({ date_from, date_to }) =>
    (date_from === null) === (date_to === null) ? null : 'date_from and date_to go together.',
};

/** Places of one kind in the details of a place; a state has hundreds of counties and jurisdictions. */
const maxListed = 100;

const coverageQuery = endpoints.coverage.parameters;

const describePlace = tool({
  name: 'describe_place',
  title: 'What places consist of and what their data lacks',
  description: `Of each place: its counties, cities, jurisdictions and ZIP codes with their geo_ids, at most ${maxListed} of each (\`left_out\`: how many more). With date_from and date_to also \`coverage\`: fields that its permits of this period tell too rarely to rely on (\`missing\` below 10 %, \`partial\` below 80 %, \`fill_pct\`); ask before you conclude from absent values. Free.`,
  parameters: {
    geo_ids: {
      in: 'query',
      schema: Type.Array(Type.String(), { minItems: 1, maxItems: maxDescribed }),
      required: true,
      description: `Of 1 to ${maxDescribed} places.`,
      geoKinds: ['city', 'county', 'jurisdiction', 'state', 'zip'],
      findWith: 'find_place',
    },
    date_from: { ...coverageQuery.date_from, required: false },
    date_to: { ...coverageQuery.date_to, required: false },
  },
  rules: [...endpoints.coverage.rules.slice(0, 1), together],
  async run({ geo_ids, date_from, date_to }, call) {
    const items: object[] = [];
    for (const geoId of new Set(geo_ids)) {
      const place = bounded(await detailsOf(geoId, call));
      const coverage =
        date_from === null || date_to === null ? {} : await coverageOf(geoId, date_from, date_to, call);
      items.push({ ...place, ...coverage });
    }
    return { items, has_more: items.some((place) => Object.hasOwn(place, 'left_out')) };
  },
});

/** The place with so many of its places as an answer lists, and how many more there are. */
function bounded(details: object): object {
  const left_out: Record<string, number> = {};
  const entries = Object.entries(details).map(([name, value]) => {
    if (typeof value !== 'object' || value === null) return [name, value] as const;
    const all = Object.entries(value);
    if (all.length > maxListed) left_out[name] = all.length - maxListed;
    const kept = all.slice(0, maxListed);
    return [name, Array.isArray(value) ? kept.map(([, each]) => each) : Object.fromEntries(kept)] as const;
  });
  const place = compact(Object.fromEntries(entries), asListed);
  return { ...place, ...(Object.keys(left_out).length === 0 ? {} : { left_out }) };
}

async function coverageOf(geo_id: string, date_from: string, date_to: string, { lintel, request }: Call) {
  const kind = geoIdKind(geo_id);
  if (kind === null || kind === 'address')
    throw new ToolError('Coverage is known of places, not of addresses.');
  const geo_type = kind === 'zip' ? 'zipcode' : kind;
  const { items, portals = [] } = await lintel.coverage({ geo_type, geo_id, date_from, date_to }, request);
  // A state has up to some hundred, which nobody asked for.
  return { coverage: items, ...(portals.length > 0 && portals.length <= maxListed && { portals }) };
}

function detailsOf(geoId: string, { lintel, request }: Call): Promise<object> {
  switch (geoIdKind(geoId)) {
    case 'city':
      return lintel.cities.get(geoId, request);
    case 'county':
      return lintel.counties.get(geoId, request);
    case 'jurisdiction':
      return lintel.jurisdictions.get(geoId, request);
    case 'state':
      return lintel.states.get(geoId, request);
    case 'zip':
      return lintel.zipcodes.get(geoId, request);
    default:
      throw new ToolError('An address has no further places: look at it with get_records, kind=properties.');
  }
}

export const placeTools = [findPlace, describePlace];
