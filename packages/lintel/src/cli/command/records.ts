/** `lintel permits|contractors|properties|decisions|addresses`: records of a service or of a release. */
import { everywhere } from '@lintel/contract/plain';
import { type Asking, defineAsk, endpointOf } from '../api/ask.js';
import type { EndpointFacts } from '../api/facts.js';
import { showList, showRecords } from '../api/list.js';
import { showObject } from '../api/object.js';
import { completed, queryOf } from '../api/parameters.js';
import { placeOf } from '../api/place.js';
import { showRows } from '../api/rows.js';
import type { CommandGroup } from '../terminal/define.js';
import { isEverywhere } from '../work/named-place.js';

export function definePermits(group: CommandGroup): void {
  defineSearch(
    group,
    'permit_search',
    'permits search --geo "Austin, TX" --tags solar,-battery --from 2026-01-01',
  );
  defineGet(group, 'permits_by_id', 'permits get 6045382b4d48c6bb');
  defineAggregate(group);
  for (const part of ofPermit) defineOfPermit(group, part);
}

export function defineContractors(group: CommandGroup): void {
  defineSearch(group, 'contractor_search', 'contractors search --geo TX --tags solar --from 2026-01-01');
  defineGet(group, 'contractors_by_id', 'contractors get gMjoQYQelE');
  defineOfContractor(group, 'permits <id>', 'contractor_permits', 'contractors permits gMjoQYQelE --all');
  defineOfContractor(group, 'metrics <id>', 'contractor_metrics', 'contractors metrics gMjoQYQelE');
}

export function defineProperties(group: CommandGroup): void {
  defineSearch(
    group,
    'property_search',
    'properties search --geo 77075 --tags=-reroof --property-max-year-built 1990',
  );
  defineGet(group, 'properties_by_id', 'properties get E5yBT2nWSQo');
}

export function defineDecisions(group: CommandGroup): void {
  defineSearch(group, 'decision_search', 'decisions search --geo TX --from 2026-01-01');
  defineGet(group, 'decisions_by_id', 'decisions get 7c9e6679-7425-50de-944b-e07fc1f90ae7');
}

export function defineAddresses(group: CommandGroup): void {
  const endpoint = endpointOf('address_search');
  defineAsk(group, {
    usage: 'search <text...>',
    summary: summaryOf(endpoint),
    endpoint,
    example: 'lintel addresses search 4348 devonshre st huston',
    isList: true,
    run: (asking, words) =>
      showList(asking, endpoint, endpoint.path, { ...filters(asking), q: words.join(' ') }),
  });
}

function defineSearch(group: CommandGroup, id: string, example: string): void {
  const endpoint = endpointOf(id);
  defineAsk(group, {
    usage: 'search',
    summary: summaryOf(endpoint),
    endpoint,
    example: `lintel ${example}`,
    isList: true,
    details: "Without --from and --until: all dates. Money is in cents; '$5,000' is in dollars.",
    async run(asking) {
      const query = { ...filters(asking), ...(await placeFilter(asking)) };
      await showList(asking, endpoint, endpoint.path, completed(endpoint, query));
    },
  });
}

function defineAggregate(group: CommandGroup): void {
  const endpoint = endpointOf('permit_aggregate');
  defineAsk(group, {
    usage: 'aggregate',
    summary: 'How many permits there are, and what is measured of them, by group',
    endpoint,
    example: 'lintel permits aggregate --geo TX --group-by year,tag --measures median_job_value',
    isList: false,
    details:
      'A table marks periods that the data or the dates cut with *, and shows - where no source covers a group.',
    async run(asking) {
      const query = { ...filters(asking), ...(await placeFilter(asking)) };
      await showRows(asking, endpoint, completed(endpoint, query));
    },
  });
}

function defineGet(group: CommandGroup, id: string, example: string): void {
  const endpoint = endpointOf(id);
  defineAsk(group, {
    usage: 'get <id...>',
    summary: `${endpoint.summary}, one or many`,
    endpoint,
    example: `lintel ${example}`,
    isList: false,
    run: (asking, ids) => showRecords(asking, endpoint, ids, filters(asking)),
  });
}

/** What a permit's own path has besides the record. */
const ofPermit = [
  {
    name: 'provenance',
    id: 'permit_provenance',
    summary: 'Where each value of a permit comes from: source, row, column, rule',
  },
  {
    name: 'history',
    id: 'permit_history',
    summary: 'The statuses that a permit had, and when each was first seen',
  },
] as const;

function defineOfPermit(group: CommandGroup, { name, id, summary }: (typeof ofPermit)[number]): void {
  const endpoint = endpointOf(id);
  defineAsk(group, {
    usage: `${name} <id>`,
    summary,
    endpoint,
    example: `lintel permits ${name} 6045382b4d48c6bb`,
    isList: false,
    run: (asking, [id = '']) => showObject(asking, endpoint.path.replace('{id}', encodeURIComponent(id)), {}),
  });
}

function defineOfContractor(group: CommandGroup, usage: string, id: string, example: string): void {
  const endpoint = endpointOf(id);
  defineAsk(group, {
    usage,
    summary: endpoint.summary,
    endpoint,
    example: `lintel ${example}`,
    isList: true,
    async run(asking, [contractor = '']) {
      const path = endpoint.path.replace('{id}', encodeURIComponent(contractor));
      await showList(asking, endpoint, path, completed(endpoint, filters(asking)));
    },
  });
}

function summaryOf({ description }: EndpointFacts): string {
  const [first = ''] = description.split(/(?<=\.) /);
  return first.replaceAll('`', '').replace(/\.$/, '');
}

const filters = ({ parameters, values }: Asking) => queryOf(parameters, values);

/** The places of `--geo`, looked up where they are names. */
async function placeFilter(asking: Asking): Promise<{ geo_id?: readonly string[] }> {
  const { geo } = asking.values;
  if (geo === undefined) return {};
  const ids: string[] = [];
  for (const name of [geo].flat().map(String))
    ids.push(isEverywhere(name) ? everywhere : (await placeOf(asking, name)).geoId);
  return { geo_id: ids };
}
