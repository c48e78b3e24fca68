/**
 * The table of endpoints: the twelve of interface 4.2 and the operational ones of C35.
 *
 * Adding an endpoint here documents it, validates its parameters and obliges the service to route it.
 */
import type { Endpoint } from './endpoint.js';
import { contractorId, decisionId, geoId, permitId } from './id.js';
import {
  cursor,
  idList,
  includeCount,
  metricsPropertyType,
  metricsTag,
  page,
  pageWithoutCursor,
  placeId,
  searchSize,
  searchText,
  size,
} from './parameter.js';
import { Address } from './resource/address.js';
import { Contractor } from './resource/contractor.js';
import { Decision } from './resource/decision.js';
import { CountyMetrics } from './resource/metrics.js';
import { Description, Liveness, Readiness } from './resource/operation.js';
import { Permit } from './resource/permit.js';
import { CityDetails, CitySearchItem, CountyDetails, JurisdictionDetails } from './resource/place.js';
import { ReleaseInfo } from './resource/release.js';
import { Tag } from './resource/tag.js';
import { Usage } from './resource/usage.js';

/** Statuses that any endpoint can answer, whoever asks (C13). */
const always = [200, 400, 405, 408, 414, 431, 500, 503];
const keyed = [...always, 401, 403, 429];

function statuses(base: readonly number[], ...more: number[]): readonly number[] {
  return [...base, ...more].sort((a, b) => a - b);
}

const metered = statuses(keyed, 304, 402, 422);
const details = statuses(keyed, 304, 404, 422);

export const endpoints = {
  release: {
    id: 'release',
    path: '/v2/meta/release',
    summary: 'Metadata about the data release',
    description:
      'Which data release answers, when it was built, how many records it holds and from which sources they come.',
    group: 'Release',
    authenticated: true,
    parameters: {},
    answer: { kind: 'object', schema: ReleaseInfo },
    statuses: statuses(keyed, 304),
  },
  usage: {
    id: 'usage',
    path: '/v2/usage',
    summary: 'Current credit usage',
    description:
      'Credits used in the rolling 30 days. Costs nothing, and answers also when the limit is reached.',
    group: 'Usage',
    authenticated: true,
    parameters: {},
    answer: { kind: 'object', schema: Usage },
    statuses: statuses(keyed),
  },
  tags: {
    id: 'tags',
    path: '/v2/list/tags',
    summary: 'List all permit tags',
    description: 'Every tag that a permit can carry, by id.',
    group: 'Tags',
    authenticated: true,
    parameters: { size, cursor },
    answer: { kind: 'page', schema: Tag, resource: 'tags' },
    statuses: metered,
  },
  permits_by_id: {
    id: 'permits_by_id',
    path: '/v2/permits',
    summary: 'Permits by ID',
    description: 'The permits of up to 50 IDs, in the order asked for, each once.',
    group: 'Permits',
    authenticated: true,
    parameters: {
      id: idList('permits', [permitId('us-ca-san-francisco', 'example-1')]),
      size,
      cursor,
      include_count: includeCount,
    },
    answer: { kind: 'page', schema: Permit, resource: 'permits' },
    statuses: metered,
  },
  decisions_by_id: {
    id: 'decisions_by_id',
    path: '/v2/decisions',
    summary: 'Decisions by ID',
    description: 'The zoning and land-use decisions of up to 50 IDs, in the order asked for, each once.',
    group: 'Decisions',
    authenticated: true,
    parameters: { id: idList('decisions', [decisionId('us-ca-san-francisco', 'example-1')]), size, cursor },
    answer: { kind: 'page', schema: Decision, resource: 'decisions' },
    statuses: metered,
  },
  contractors_by_id: {
    id: 'contractors_by_id',
    path: '/v2/contractors',
    summary: 'Contractors by ID',
    description: 'The contractors of up to 50 IDs, in the order asked for, each once.',
    group: 'Contractors',
    authenticated: true,
    parameters: { id: idList('contractors', [contractorId('example-1')]), size, cursor },
    answer: { kind: 'page', schema: Contractor, resource: 'contractors' },
    statuses: metered,
  },
  address_search: {
    id: 'address_search',
    path: '/v2/addresses/search',
    summary: 'Address search',
    description:
      'Addresses that match a text, best first. Words may be beginnings of words, in any order, and may be misspelt.',
    group: 'Addresses',
    authenticated: true,
    parameters: {
      q: searchText(
        'Text to match against street number, street, city, state and ZIP code.',
        '4187 Alder Hollow St, San Francisco',
      ),
      size: searchSize,
      cursor,
    },
    answer: { kind: 'page', schema: Address, resource: 'addresses' },
    statuses: metered,
  },
  city_details: {
    id: 'city_details',
    path: '/v2/cities',
    summary: 'City details',
    description: 'A city with its counties, jurisdictions and ZIP codes.',
    group: 'Cities',
    authenticated: true,
    parameters: { geo_id: placeId('query', 'city', geoId('city', '0667000')) },
    answer: { kind: 'object', schema: CityDetails },
    statuses: details,
  },
  city_search: {
    id: 'city_search',
    path: '/v2/cities/search',
    summary: 'City search',
    description: 'Cities whose name matches a text, best first. The text may carry the state ("Austin, TX").',
    group: 'Cities',
    authenticated: true,
    parameters: { q: searchText('Name to search for.', 'San Francisco'), page, size: searchSize },
    answer: { kind: 'city_page', schema: CitySearchItem, resource: 'cities' },
    statuses: metered,
  },
  county_details: {
    id: 'county_details',
    path: '/v2/counties',
    summary: 'County details',
    description: 'A county with its cities, jurisdictions and ZIP codes.',
    group: 'Counties',
    authenticated: true,
    parameters: { geo_id: placeId('query', 'county', geoId('county', '06075')) },
    answer: { kind: 'object', schema: CountyDetails },
    statuses: details,
  },
  jurisdiction_details: {
    id: 'jurisdiction_details',
    path: '/v2/jurisdictions',
    summary: 'Jurisdiction details',
    description: 'A permitting authority with its cities, counties and ZIP codes.',
    group: 'Jurisdictions',
    authenticated: true,
    parameters: { geo_id: placeId('query', 'jurisdiction', geoId('jurisdiction', 'us-ca-san-francisco')) },
    answer: { kind: 'object', schema: JurisdictionDetails },
    statuses: details,
  },
  county_metrics_current: {
    id: 'county_metrics_current',
    path: '/v2/counties/{geo_id}/metrics/current',
    summary: 'Current county metrics',
    description:
      'Counts and averages over the permits of a county whose start_date lies in the 365 days up to the release date. The two status counts are of all permits now in that state. A county without such permits: an empty page.',
    group: 'Counties',
    authenticated: true,
    parameters: {
      geo_id: placeId('path', 'county', geoId('county', '06075')),
      property_type: metricsPropertyType,
      tag: metricsTag,
      cursor,
      page: pageWithoutCursor,
      size,
    },
    answer: { kind: 'metrics_page', schema: CountyMetrics, resource: 'metrics' },
    statuses: statuses(metered, 404),
  },
  openapi: {
    id: 'openapi',
    path: '/v2/openapi.json',
    summary: 'This description',
    description: 'The OpenAPI 3.1 description of the interface. Needs no key and costs nothing.',
    group: 'Operation',
    authenticated: false,
    parameters: {},
    answer: { kind: 'object', schema: Description },
    statuses: statuses(always, 304, 429),
  },
  liveness: {
    id: 'liveness',
    path: '/healthz',
    summary: 'Whether the process answers',
    description: 'Answers 200 as long as the process can answer at all. Needs no key and costs nothing.',
    group: 'Operation',
    authenticated: false,
    parameters: {},
    answer: { kind: 'object', schema: Liveness },
    statuses: statuses(always),
  },
  readiness: {
    id: 'readiness',
    path: '/readyz',
    summary: 'Whether the service can serve data',
    description:
      'Answers 200 with the published release, 503 while there is none or the service is stopping. Needs no key and costs nothing.',
    group: 'Operation',
    authenticated: false,
    parameters: {},
    answer: { kind: 'object', schema: Readiness },
    statuses: statuses(always),
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointId = keyof typeof endpoints;
