/** The searches that search.ts times: common ones and the worst that one can think of, as filters and as conditions of PostgreSQL. */
import { endpoints, type Permit } from '@lintel/contract';
import { emptyQuery } from '@lintel/testing/release/empty-query.js';
import { RowReader } from 'lintel/dist/format/segment/segment-reader.js';
import type { PermitQuery } from 'lintel/dist/query/questions.js';
import type postgres from 'postgres';

export type Place = { readonly column: 'state' | 'county' | 'city'; readonly id: string };

/** One search: its query, and at which share (0 to 1) of its results its page begins. */
export interface SearchCase {
  readonly of: 'permits' | 'contractors' | 'count';
  readonly place: Place;
  readonly from: string;
  readonly to: string;
  readonly tags: readonly string[];
  readonly text: string | null;
  readonly jobValue: number | null;
  readonly status: string | null;
  readonly propertyType: string | null;
  readonly depth: number;
}

interface SearchKind {
  readonly name: string;
  make(): SearchCase;
}

const sampledRows = 20_000;
const plain = {
  of: 'permits',
  from: '1900-01-01',
  to: '2100-01-01',
  tags: [],
  text: null,
  jobValue: null,
  status: null,
  propertyType: null,
  depth: 0,
} as const;

/** A value taken at random. */
export function pickFrom<T>(values: readonly T[], chance: () => number): T {
  const value = values[Math.floor(chance() * values.length)];
  if (value === undefined) throw new Error('a release too small to be searched');
  return value;
}

/** The kinds of search over a release, made of what some of its permits have. */
export function searchKinds(permits: readonly Permit[], chance: () => number): SearchKind[] {
  const pick = <T>(values: readonly T[]): T => pickFrom(values, chance);
  const tagged = permits.filter(({ tags }) => tags.length > 0);
  const states = ranked(permits.flatMap(({ address }) => address.state ?? []));
  const bigState: Place = { column: 'state', id: states[0] ?? '' };
  const inState = permits.filter(({ address }) => address.state === bigState.id);
  const stateTags = ranked(inState.flatMap(({ tags }) => tags));
  const cities = ranked(permits.flatMap(({ geo_ids }) => geo_ids.city_id ?? []));
  const smallTowns = cities.slice(-Math.max(3, Math.floor(cities.length / 4)));
  const county = (): Place => ({
    column: 'county',
    id: pick(permits.flatMap(({ geo_ids }) => geo_ids.county_id ?? [])),
  });
  const words = inState.flatMap(
    ({ description }) => (description ?? '').toLowerCase().match(/[a-z]{5,}/g) ?? [],
  );
  const wordRanks = ranked(words);
  const values = inState.flatMap(({ job_value: value }) => value ?? []).sort((a, b) => a - b);
  const year = () => 2015 + Math.floor(chance() * 10);
  const kind = (name: string, make: () => Partial<SearchCase> & { place: Place }): SearchKind => ({
    name,
    make: () => ({ ...plain, ...make() }),
  });
  return [
    kind('county, tag, year, property type', () => {
      const from = year();
      return {
        place: county(),
        tags: [pick(tagged).tags[0] ?? ''],
        from: `${from}-01-01`,
        to: `${from + 1}-12-31`,
        propertyType: 'residential',
      };
    }),
    kind('county, whole time', () => ({ place: county() })),
    kind('rare tag in a big state', () => ({ place: bigState, tags: [pick(stateTags.slice(-5))] })),
    kind('two tags in a big state', () => ({
      place: bigState,
      tags: [pick(stateTags.slice(3, 15)), pick(stateTags.slice(-12))],
    })),
    kind('common tag in a small town', () => ({
      place: { column: 'city', id: pick(smallTowns) },
      tags: [stateTags[0] ?? ''],
    })),
    kind('pure negative in a big state', () => ({
      place: bigState,
      tags: [`-${stateTags[0]}`, `-${stateTags[1]}`, `-${stateTags[2]}`],
    })),
    kind('deep cursor in a big state', () => ({
      place: bigState,
      tags: [stateTags[0] ?? ''],
      depth: 0.5 + chance() / 2,
    })),
    kind('frequent word in a big state', () => ({ place: bigState, text: pick(wordRanks.slice(0, 20)) })),
    kind('rare word in a big state', () => ({ place: bigState, text: pick(wordRanks.slice(-200)) })),
    kind('text that nothing has, in a big state', () => ({
      place: bigState,
      text: `${pick(wordRanks.slice(0, 200)).slice(0, 4)}${pick(wordRanks.slice(0, 200)).slice(0, 4)}`,
    })),
    kind('a digit and how a word begins', () => ({
      place: bigState,
      text: `${Math.ceil(chance() * 9)} ${pick(wordRanks.slice(0, 200)).slice(0, Math.ceil(chance() * 4))}`,
    })),
    kind('a digit alone', () => ({ place: bigState, text: String(Math.ceil(chance() * 9)) })),
    kind('two frequent words beside each other', () => ({
      place: bigState,
      text: `${pick(wordRanks.slice(0, 60))} ${pick(wordRanks.slice(0, 60))}`,
    })),
    kind('how words end and begin', () => ({
      place: bigState,
      text: `${pick(wordRanks.slice(0, 60)).slice(-Math.ceil(chance() * 4))} ${pick(wordRanks.slice(0, 60)).slice(0, Math.ceil(chance() * 4))}`,
    })),
    kind('a word between spaces', () => ({ place: bigState, text: ` ${pick(wordRanks.slice(0, 200))} ` })),
    kind('least value nearly never reached', () => ({
      place: bigState,
      jobValue: (values.at(-3) ?? 0) + Math.floor(chance() * 1000),
    })),
    kind('least value half reach, old years', () => ({
      place: bigState,
      jobValue: values[values.length >> 1] ?? 0,
      to: `${year()}-06-30`,
    })),
    kind('status of old permits in a big state', () => ({
      place: bigState,
      status: 'in_review',
      to: '2016-12-31',
    })),
    kind('count in a county, tag', () => ({
      of: 'count',
      place: county(),
      tags: [pick(tagged).tags[0] ?? ''],
    })),
    kind('count of a word in a big state', () => ({
      of: 'count',
      place: bigState,
      text: pick(wordRanks.slice(20, 200)),
    })),
    kind('contractors in a big state', () => ({ of: 'contractors', place: bigState })),
    kind('contractors by tag in a county', () => ({
      of: 'contractors',
      place: county(),
      tags: [pick(stateTags.slice(0, 10))],
    })),
    kind('contractors in a big state, deep', () => ({
      of: 'contractors',
      place: bigState,
      depth: 0.5 + chance() / 2,
    })),
  ];
}

/** Some permits of a release, to take values from. */
export function samplePermits(release: string, chance: () => number): Permit[] {
  const reader = new RowReader(release, 'permits');
  const rows = Array.from({ length: Math.min(sampledRows, reader.rows) }, () =>
    Math.floor(chance() * reader.rows),
  );
  const permits = rows.map((row) => JSON.parse(reader.row(row).toString()) as Permit);
  reader.close();
  return permits;
}

/** Different values, the most frequent first. */
function ranked(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([value]) => value);
}

/** The filters of a search over the release. */
export function queryOf(one: SearchCase): PermitQuery {
  return {
    ...emptyQuery(endpoints.permit_search),
    geo_id: [one.place.id],
    permit_from: one.from,
    permit_to: one.to,
    permit_tags: [...one.tags],
    permit_q: one.text,
    permit_status: one.status === null ? null : [one.status],
    permit_min_job_value: one.jobValue,
    property_type: one.propertyType === null ? null : [one.propertyType],
  } as PermitQuery;
}

/** The conditions of a search for PostgreSQL. */
export function conditionsOf(sql: postgres.Sql, one: SearchCase): postgres.PendingQuery<postgres.Row[]> {
  const wanted = one.tags.filter((tag) => !tag.startsWith('-'));
  const excluded = one.tags.filter((tag) => tag.startsWith('-')).map((tag) => tag.slice(1));
  return sql`
    ${sql(one.place.column)} = ${one.place.id} and start_date between ${one.from} and ${one.to}
    ${wanted.length > 0 ? sql`and tags @> ${wanted}` : sql``}
    ${excluded.length > 0 ? sql`and not tags && ${excluded}` : sql``}
    ${one.text === null ? sql`` : sql`and description ilike ${`%${one.text}%`}`}
    ${one.jobValue === null ? sql`` : sql`and job_value >= ${one.jobValue}`}
    ${one.status === null ? sql`` : sql`and status = ${one.status}`}
    ${one.propertyType === null ? sql`` : sql`and property_type = ${one.propertyType}`}`;
}
