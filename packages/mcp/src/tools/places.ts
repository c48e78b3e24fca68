/** Tools for places: a name becomes a geo_id, and a geo_id its surroundings. */
import { endpoints, geoIdKind, maxSearchTextLength, OneOf, Type } from '@lintel/contract';
import { compact, maxListText } from '../answer/compact.js';
import { ToolError } from '../answer/error.js';
import { AnyObject, notice, withCredits } from '../answer/output.js';
import { findPlaces, placeKinds } from '../place/find-places.js';
import type { Call } from '../protocol/call.js';
import { tool } from '../protocol/tool.js';

const maxPlaces = 20;

const findPlace = tool({
  name: 'find_place',
  title: 'Find a place or an address',
  description:
    'Finds the geo_id of an address, city, county, jurisdiction (permitting authority), state or ZIP code; every other tool takes geo_ids. Call it first. The text may be misspelt and carry the state ("Austin, TX", "4187 Alder Hollow St, San Francisco"). Best first. Of an address, `near` is its point, as searches take it, and `match` exact, prefix, corrected or partial. Costs 1 credit for each place found.',
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
  output: withCredits({
    notice: Type.String(),
    items: Type.Array(
      Type.Object({
        kind: Type.String(),
        geo_id: Type.String(),
        name: Type.String(),
        near: Type.Optional(Type.String()),
        match: Type.Optional(Type.String()),
      }),
    ),
  }),
  async run({ q, kind, size }, call) {
    const found = await findPlaces(q, kind, size, call);
    const items = found.map((place) => compact(place, { maxText: maxListText, oneLineAddress: false }));
    return { notice, items };
  },
});

/** Places of one kind in the details of a place; a state has hundreds of counties and jurisdictions. */
const maxListed = 100;

const placeDetails = tool({
  name: 'place_details',
  title: 'What a place consists of',
  description: `The counties, cities, jurisdictions and ZIP codes of a city, county, jurisdiction, state or ZIP code, by name with their geo_ids; at most ${maxListed} of each, \`left_out\` says how many more. Free.`,
  parameters: {
    geo_id: {
      in: 'query',
      schema: Type.String(),
      required: true,
      description: 'geo_id of the place. Find it with find_place.',
      geoKinds: ['city', 'county', 'jurisdiction', 'state', 'zip'],
      findWith: 'find_place',
    },
  },
  output: withCredits({
    geo_id: Type.String(),
    name: Type.String(),
    state: Type.Optional(Type.String()),
    counties: Type.Optional(AnyObject),
    cities: Type.Optional(AnyObject),
    jurisdictions: Type.Optional(AnyObject),
    zipcodes: Type.Optional(Type.Array(Type.String())),
    left_out: Type.Optional(AnyObject),
  }),
  async run({ geo_id }, call) {
    const details = await detailsOf(geo_id, call);
    const left_out: Record<string, number> = {};
    const bounded = Object.entries(details).map(([name, value]) => {
      if (typeof value !== 'object' || value === null) return [name, value] as const;
      const entries = Object.entries(value);
      if (entries.length > maxListed) left_out[name] = entries.length - maxListed;
      const kept = entries.slice(0, maxListed);
      return [name, Array.isArray(value) ? kept.map(([, each]) => each) : Object.fromEntries(kept)] as const;
    });
    const place = compact(Object.fromEntries(bounded), { maxText: maxListText, oneLineAddress: false });
    return { ...place, ...(Object.keys(left_out).length === 0 ? {} : { left_out }) };
  },
});

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
      throw new ToolError('An address has no further places: look at it with search_properties.');
  }
}

const coverageQuery = endpoints.coverage.parameters;

const coverage = tool({
  name: 'coverage',
  title: 'How complete the data of a place is',
  description:
    'Which fields the permits of a place and a period tell too rarely to rely on: `missing` below 10 %, `partial` below 80 % of the permits (`fill_pct`); fields that are reliable are left out. Ask before you conclude from absent values. Free.',
  parameters: {
    geo_id: { ...coverageQuery.geo_id, findWith: 'find_place' },
    date_from: coverageQuery.date_from,
    date_to: coverageQuery.date_to,
  },
  rules: endpoints.coverage.rules.slice(0, 1),
  output: withCredits({
    items: Type.Array(
      Type.Object({
        field: Type.String(),
        tier: Type.String(),
        fill_pct: Type.Number(),
        permits_total: Type.Integer(),
      }),
    ),
  }),
  async run({ geo_id, date_from, date_to }, { lintel, request }) {
    const kind = geoIdKind(geo_id);
    if (kind === null || kind === 'address')
      throw new ToolError('Coverage is known of places, not of addresses.');
    const geo_type = kind === 'zip' ? 'zipcode' : kind;
    const { items } = await lintel.coverage({ geo_type, geo_id, date_from, date_to }, request);
    return { items };
  },
});

export const placeTools = [findPlace, placeDetails, coverage];
