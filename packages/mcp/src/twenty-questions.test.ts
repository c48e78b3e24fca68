/**
 * Questions that people ask, answered by scripted tool calls through the official client: over HTTP in both eras of the
 * protocol, and over standard input and output on the release itself. Each answer is compared with a plain scan over
 * the records of the release; over HTTP each call costs exactly what it says.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Contractor, Decision, Permit, Property, ReleaseInfo } from '@lintel/contract';
import { DemoService } from '@lintel/testing/clients/demo-service.js';
import { naiveMonthly, placesOfPermit } from '@lintel/testing/release/naive-queries.js';
import { recordsOf } from '@lintel/testing/release/oracle.js';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const demo = await DemoService.start();
const clients: Client[] = [];
after(async () => {
  for (const client of clients) await client.close();
  await demo.stop();
});

const releaseId = readFileSync(join(demo.home, 'releases', 'current'), 'utf8').trim();
const directory = join(demo.home, 'releases', releaseId);
const permits = recordsOf<Permit>(directory, 'permits');
const contractors = recordsOf<Contractor>(directory, 'contractors');
const properties = recordsOf<Property>(directory, 'properties');
const decisions = recordsOf<Decision>(directory, 'decisions');

interface Credits {
  readonly used: number;
  readonly remaining?: number;
}

/** An answer, parsed. */
interface Answer {
  readonly items: readonly Record<string, unknown>[];
  readonly credits: Credits;
  readonly next_cursor?: string;
  readonly total_count?: { readonly value: number };
  readonly [key: string]: unknown;
}

/** Calls a tool, and sums what calls have cost. */
class Agent {
  spent = 0;
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async call(name: string, args: Record<string, unknown>): Promise<Answer> {
    // The client checks the answer against the schema of the tool.
    const { isError, content, structuredContent } = await this.#client.callTool({ name, arguments: args });
    const [first] = content;
    const text = first?.type === 'text' ? first.text : '';
    assert.notEqual(isError, true, `${name}: ${text}`);
    assert.deepEqual(JSON.parse(text), structuredContent, 'the text is another answer');
    const answer = structuredContent as unknown as Answer;
    this.spent += answer.credits.used;
    return answer;
  }

  /** All records of a search, page by page. */
  async all(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>[]> {
    const items: Record<string, unknown>[] = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const page: Answer = await this.call(name, { ...args, size: 50, cursor });
      items.push(...page.items);
      cursor = page.next_cursor;
    }
    return items;
  }
}

const idsOf = (records: readonly { readonly id?: unknown }[]) => records.map(({ id }) => id);
const sorted = (ids: readonly unknown[]) => [...ids].map(String).sort();
const mostOften = (values: readonly string[]): string[] => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
};
const required = <T>(value: T | undefined | null): T => {
  assert.ok(value !== undefined && value !== null);
  return value;
};

const states = mostOften(permits.flatMap((permit) => permit.address.state ?? []));
const state = required(states[0]);
const inState = permits.filter((permit) => placesOfPermit(permit, 'state').includes(state));
const dated = inState.filter(({ start_date }) => start_date !== null);
const years = { date_from: '2012-01-01', date_to: '2026-12-31' };
const where = { geo_ids: [state], ...years };
const busiest = required([...contractors].sort((a, b) => b.permit_count - a.permit_count)[0]);
const work = permits.filter(({ contractor_id }) => contractor_id === busiest.id);
const built = required(
  permits.find(({ job_value, contractor_id, address }) => job_value && contractor_id && address.street_no),
);
const addressId = required(built.geo_ids.address_id);
const county = required(mostOften(permits.flatMap((permit) => permit.geo_ids.county_id ?? []))[0]);
const inCounty = permits.filter((permit) => placesOfPermit(permit, 'county').includes(county));
const monthNumbers = { from: 2025 * 12 + 6, to: 2026 * 12 + 5 };
const withTag = (some: readonly Permit[], tag: string) =>
  some.filter(({ tags }) => (tags as readonly string[]).includes(tag));

const lastYear = { date_from: '2025-07-01', date_to: '2026-06-30' };
const inLastYear = (some: readonly Permit[]) =>
  some.filter(
    ({ start_date }) => (start_date ?? '') >= lastYear.date_from && (start_date ?? '~') <= lastYear.date_to,
  );

type Question = (agent: Agent) => Promise<void>;

const questions: Readonly<Record<string, Question>> = {
  'Which place is San Francisco?': async (agent) => {
    const { items } = await agent.call('find_place', { q: 'San Fransisco, CA' });
    assert.equal(items[0]?.name, 'San Francisco, San Francisco County, CA');
  },
  'Which address is meant?': async (agent) => {
    const { street_no, street, city, state: code } = built.address;
    const { items } = await agent.call('find_place', { q: `${street_no} ${street}, ${city}, ${code}` });
    assert.equal(items[0]?.geo_id, addressId);
    assert.equal(items[0]?.kind, 'address');
  },
  'How many permits are there in the state?': async (agent) => {
    const { total_count, credits } = await agent.call('search_permits', {
      ...where,
      size: 1,
      include_count: true,
    });
    assert.equal(total_count?.value, dated.length);
    assert.ok(credits.used <= 1);
  },
  'Which are the newest reroofs?': async (agent) => {
    const { items } = await agent.call('search_permits', { ...where, permit_tags: ['reroof'], size: 5 });
    const expected = withTag(dated, 'reroof')
      .sort((a, b) => {
        const [dayA, dayB] = [a.start_date ?? '', b.start_date ?? ''];
        return dayA === dayB ? (a.id < b.id ? -1 : 1) : dayA < dayB ? 1 : -1;
      })
      .slice(0, 5);
    assert.ok(expected.length > 1);
    assert.deepEqual(idsOf(items), idsOf(expected));
  },
  'Which permits are worth more than 100,000 dollars?': async (agent) => {
    const found = await agent.all('search_permits', { ...where, permit_min_job_value: 10_000_000 });
    const expected = dated.filter(({ job_value }) => (job_value ?? 0) >= 10_000_000);
    assert.ok(expected.length > 0);
    assert.deepEqual(sorted(idsOf(found)), sorted(idsOf(expected)));
  },
  'Which permits speak of a panel?': async (agent) => {
    const found = await agent.all('search_permits', { ...where, permit_q: 'panel' });
    const expected = dated.filter(({ description }) => /panel/i.test(description ?? ''));
    assert.ok(expected.length > 0);
    assert.deepEqual(sorted(idsOf(found)), sorted(idsOf(expected)));
  },
  'Which permits of the state are done, all of them?': async (agent) => {
    const found = await agent.all('search_permits', {
      ...where,
      permit_status: ['final'],
      fields: ['status'],
    });
    const expected = dated.filter(({ status }) => status === 'final');
    assert.ok(expected.length > 50, 'one page is no walk');
    assert.deepEqual(sorted(idsOf(found)), sorted(idsOf(expected)));
  },
  'What is this permit number?': async (agent) => {
    const number = required(built.number);
    const geo_ids = [required(built.address.state)];
    const { items } = await agent.call('search_permits', { geo_ids, permit_number: number });
    assert.ok(idsOf(items).includes(built.id));
  },
  'What do you know of this permit?': async (agent) => {
    const { items, not_found } = await agent.call('get_records', {
      kind: 'permits',
      ids: [built.id, '0000000000000000'],
    });
    assert.deepEqual([items[0]?.job_value, items[0]?.fees ?? null], [built.job_value, built.fees]);
    assert.deepEqual(not_found, ['0000000000000000']);
  },
  'Who did the work, and is the licence valid?': async (agent) => {
    const id = required(built.contractor_id);
    const { items } = await agent.call('get_records', { kind: 'contractors', ids: [id] });
    const expected = required(contractors.find((each) => each.id === id));
    const fact = ({ business_name, license_exp_date, permit_count }: Partial<Contractor>) => [
      business_name ?? null,
      license_exp_date ?? null,
      permit_count,
    ];
    assert.deepEqual(fact(items[0] as Partial<Contractor>), fact(expected));
  },
  'Who does electrical work in the state?': async (agent) => {
    const found = await agent.all('search_contractors', { ...where, permit_tags: ['electrical'] });
    const expected = new Set(
      withTag(dated, 'electrical').flatMap(({ contractor_id }) => contractor_id ?? []),
    );
    assert.ok(expected.size > 1);
    assert.deepEqual(sorted(idsOf(found)), sorted([...expected]));
  },
  'What has the busiest contractor built?': async (agent) => {
    const found = await agent.all('contractor_work', { ids: [busiest.id] });
    assert.ok(work.length > 3);
    assert.deepEqual(sorted(idsOf(found)), sorted(idsOf(work)));
  },
  'When did it build?': async (agent) => {
    const { items } = await agent.call('contractor_work', {
      ids: [busiest.id],
      by_month: true,
      ...lastYear,
    });
    const counts = naiveMonthly(work, '', { tag: 'all', propertyType: 'all' }, monthNumbers);
    assert.deepEqual(
      items.map(({ date, permit_count }) => [date, permit_count]),
      counts.map(({ date, permit_count }) => [date, permit_count]),
    );
  },
  'How busy was the county, and who builds there most?': async (agent) => {
    const query = { geo_ids: [county], ...lastYear };
    const { items } = await agent.call('rank_permits', { ...query, group_by: 'contractor', limit: 3 });
    const firms = inLastYear(inCounty).flatMap(({ contractor_id }) => contractor_id ?? []);
    const [most] = mostOften(firms);
    assert.deepEqual([items[0]?.rank, items[0]?.count], [1, firms.filter((id) => id === most).length]);
    assert.ok(items.length <= 4);
  },
  'Where is more built, in which of three states?': async (agent) => {
    const three = states.slice(0, 3);
    const { items, has_more } = await agent.call('compare_places', {
      ...{ geo_ids: three, ...lastYear, measures: ['sum_job_value'] },
    });
    assert.equal(has_more, false);
    const expected = three.flatMap((geo_id) => {
      const its = inLastYear(permits).filter((permit) => placesOfPermit(permit, 'state').includes(geo_id));
      const values = its.flatMap(({ job_value }) => job_value ?? []);
      const sum_job_value = values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
      return its.length === 0 ? [] : [{ geo_id, count: its.length, sum_job_value }];
    });
    const told = items.map(({ geo_id, count, sum_job_value }) => ({ geo_id, count, sum_job_value }));
    assert.deepEqual(told, expected);
  },
  'How did it change over the last year?': async (agent) => {
    const query = { geo_ids: [state], permit_tags: ['residential'], ...lastYear, group_by: ['month'] };
    const { items, has_more } = await agent.call('aggregate_permits', { ...query, limit: 5 });
    const expected = naiveMonthly(inState, state, { tag: 'residential', propertyType: 'all' }, monthNumbers);
    assert.ok(expected.length > 5);
    assert.equal(has_more, true);
    assert.deepEqual(
      items.slice(0, 5).map(({ month, count }) => [month, count]),
      expected.slice(0, 5).map(({ date, permit_count }) => [date.slice(0, 7), permit_count]),
    );
  },
  'How long does an approval take?': async (agent) => {
    const query = { geo_ids: [state], ...lastYear };
    const { items } = await agent.call('permit_durations', query);
    const days = inLastYear(inState)
      .filter(({ record_kind }) => record_kind !== 'renewal')
      .flatMap(({ approval_duration }) => approval_duration ?? [])
      .sort((a, b) => a - b);
    const half = days.length / 2;
    const [low, high] = [required(days[Math.ceil(half) - 1]), required(days[Math.floor(half)])];
    assert.ok(days.length > 3);
    assert.equal(items[0]?.median_approval_duration, Math.floor((low + high) / 2 + 0.5));
  },
  'What was done at this address?': async (agent) => {
    const { items } = await agent.call('search_permits', { geo_ids: [addressId] });
    const expected = permits.filter(
      (permit) => permit.start_date !== null && placesOfPermit(permit, 'address').includes(addressId),
    );
    assert.deepEqual(sorted(idsOf(items)), sorted(idsOf(expected)));
  },
  'Which homes have had no new roof since 2015?': async (agent) => {
    const query = { geo_ids: [state], permit_tags: ['-reroof'], date_from: '2015-01-01' };
    const { items, absence } = await agent.call('search_properties', { ...query, size: 20 });
    assert.ok(items.length > 0);
    const roofed = new Set(
      withTag(dated, 'reroof')
        .filter(({ start_date }) => (start_date ?? '') >= '2015-01-01')
        .flatMap((permit) => placesOfPermit(permit, 'address')),
    );
    assert.ok(roofed.size > 0);
    assert.deepEqual(
      idsOf(items).filter((id) => roofed.has(String(id))),
      [],
    );
    assert.deepEqual((absence as { tags: string[] }).tags, ['reroof']);
  },
  'Which buildings of the state have a heat pump permit?': async (agent) => {
    const found = await agent.all('search_properties', { geo_ids: [state], permit_tags: ['hvac'] });
    const expected = properties.filter(
      ({ tags, address }) => address.state === state && (tags as readonly string[]).includes('hvac'),
    );
    assert.ok(expected.length > 0);
    assert.deepEqual(sorted(idsOf(found)), sorted(idsOf(expected)));
  },
  'Which rezonings were decided?': async (agent) => {
    const code = required(mostOften(decisions.flatMap((decision) => decision.state ?? []))[0]);
    const found = await agent.all('search_decisions', {
      ...{ geo_ids: [code], date_from: '2000-01-01', date_to: '2026-12-31' },
      category: ['spot_rezoning', 'area_rezoning'],
    });
    const expected = decisions.filter(
      (decision) => decision.state === code && /rezoning/.test(decision.category ?? ''),
    );
    assert.deepEqual(sorted(idsOf(found)), sorted(idsOf(expected)));
  },
  'Where does the value of this permit come from?': async (agent) => {
    const query = { kind: 'permits', ids: [built.id], fields: ['job_value'], explain: true };
    const { items, credits } = await agent.call('get_records', query);
    assert.equal(credits.used, 0);
    const { source, row_key, fields } = items[0] ?? {};
    assert.equal((source as { id: string }).id, built.source_id);
    assert.equal(typeof row_key, 'string');
    const [explained] = fields as { field: string; meaning: string; derivation: string }[];
    assert.deepEqual([explained?.field, explained?.derivation], ['job_value', 'mapped']);
    assert.match(explained?.meaning ?? '', /US cents/);
  },
  'Can I rely on the year built?': async (agent) => {
    const period = { date_from: '2025-01-01', date_to: '2026-06-30' };
    const { items } = await agent.call('describe_place', { geo_ids: [state], ...period });
    const coverage = items[0]?.coverage as readonly { field: string; fill_pct: number }[];
    const some = dated.filter(({ start_date: day }) => day && day >= '2025-01-01' && day <= '2026-06-30');
    const filled = some.filter(({ property_year_built }) => property_year_built !== null).length;
    const row = coverage.find(({ field }) => field === 'property_year_built');
    if (filled >= 0.8 * some.length) assert.equal(row, undefined);
    else assert.equal(row?.fill_pct, Math.floor((1000 * filled) / some.length) / 10);
  },
  'Which data is this, and whose?': async (agent) => {
    const { release_id, counts, items } = await agent.call('about', { source: built.source_id });
    assert.equal(release_id, releaseId);
    assert.equal((counts as ReleaseInfo['counts']).permits, permits.length);
    assert.equal(items[0]?.license, 'CC0-1.0');
  },
};

const program = fileURLToPath(new URL('../../lintel/bin/lintel.js', import.meta.url));
const http = (key = demo.key) =>
  new StreamableHTTPClientTransport(new URL(`${demo.url}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  });
const stdio = () =>
  new StdioClientTransport({ command: process.execPath, args: [program, 'mcp', '--home', demo.home] });

const transports: readonly (readonly [string, () => Transport, 'legacy' | 'auto', boolean])[] = [
  ['HTTP', http, 'auto', true],
  ['HTTP as of 2025', http, 'legacy', true],
  ['standard input and output', stdio, 'auto', false],
];

async function connected(transport: Transport, mode: 'legacy' | 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  clients.push(client);
  // The client knows the schemas of answers once it has listed the tools.
  await client.listTools();
  return client;
}

for (const [name, transport, mode, isMetered] of transports) {
  test(`people's questions are answered right by tools over ${name}, for what they say they cost`, async (context) => {
    const agent = new Agent(await connected(transport(), mode));
    assert.ok(Object.keys(questions).length >= 20);
    const spent = async () =>
      ((await agent.call('about', {})).usage as { credits_used: number }).credits_used;
    const before = await spent();
    for (const [question, answer] of Object.entries(questions)) {
      await context.test(question, () => answer(agent));
    }
    assert.equal((await spent()) - before, agent.spent);
    assert.equal(agent.spent > 100, isMetered);
  });
}

test('a key for some paths may use only the tools of these, and learns so from the error', async () => {
  const client = await connected(http(await demo.keyOf('few_credits', 'cities')), 'auto');
  const found = await client.callTool({ name: 'find_place', arguments: { q: 'Austin, TX', kind: 'city' } });
  assert.notEqual(found.isError, true);
  const refused = await client.callTool({ name: 'search_permits', arguments: { ...where, size: 1 } });
  assert.equal(refused.isError, true);
  const [content] = refused.content;
  assert.ok(content?.type === 'text' && /403: .*may not use/.test(content.text));
});
