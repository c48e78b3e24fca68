/** `lintel permits|contractors|properties|decisions|addresses`: records of a service or of a release. */
import { type Asking, defineAsk, endpointOf } from '../api/ask.js';
import type { EndpointFacts } from '../api/facts.js';
import { showList, showRecords } from '../api/list.js';
import { completed, queryOf } from '../api/parameters.js';
import { placeOf } from '../api/place.js';
import type { CommandGroup } from '../terminal/define.js';

export function definePermits(group: CommandGroup): void {
  defineSearch(
    group,
    'permit_search',
    'permits search --geo "Austin, TX" --tags solar,-battery --from 2026-01-01',
  );
  defineGet(group, 'permits_by_id', 'permits get 6045382b4d48c6bb');
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

/** The place of `--geo`, looked up where it is a name. */
async function placeFilter(asking: Asking): Promise<{ geo_id?: string }> {
  const { geo } = asking.values;
  return typeof geo === 'string' ? { geo_id: (await placeOf(asking, geo)).geoId } : {};
}
