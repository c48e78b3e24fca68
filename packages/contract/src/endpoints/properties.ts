/** Properties (C32, beta). */
import type { Endpoint } from '../endpoint.js';
import { area, propertyFilters, propertySort, searchPlaces } from '../filter.js';
import { propertyRules } from '../filter-rules.js';
import { geoId } from '../id.js';
import { fieldList, idList, paging, propertyPaging } from '../parameter.js';
import { Absence, Property } from '../resource/property.js';
import { Nullable } from '../schema.js';
import { metered } from './statuses.js';

export const propertiesEndpoints = {
  properties_by_id: {
    id: 'properties_by_id',
    path: '/v2/properties',
    summary: 'Properties by ID',
    description:
      'The properties of up to 50 IDs, in the order asked for, each once. The ID of a property is the geo_id of its address. Beta: the shape may change.',
    group: 'Properties',
    authenticated: true,
    parameters: {
      id: idList('properties', [geoId('address', 'example-address')]),
      ...paging,
      fields: fieldList(Property),
    },
    stability: 'beta',
    answer: { kind: 'page', schema: Property, resource: 'properties' },
    statuses: metered,
  },
  property_search: {
    id: 'property_search',
    path: '/v2/properties/search',
    summary: 'Property search',
    description:
      'Addresses with at least one permit in the release, the one with the most recent permit first, by what is known of the building and by which permits there are and are not. At least one of `geo_id`, `legal_owner`, `bbox`, `near` and `within` is required. Beta: the shape may change.',
    group: 'Properties',
    authenticated: true,
    parameters: {
      geo_id: searchPlaces(['state', 'zip', 'address', 'city', 'county'], 'CA'),
      ...area,
      ...propertyFilters,
      sort: propertySort,
      ...propertyPaging,
      fields: fieldList(Property),
    },
    rules: propertyRules,
    stability: 'beta',
    answer: {
      kind: 'page',
      schema: Property,
      resource: 'properties',
      title: 'PropertySearch',
      extra: { absence: Nullable(Absence) },
    },
    statuses: metered,
  },
} as const satisfies Record<string, Endpoint>;
