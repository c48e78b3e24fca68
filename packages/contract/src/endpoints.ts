/**
 * The table of endpoints: the twelve of interface 4.2, those of the completions, and the operational ones of
 * C35, with a file for each group. An endpoint added here is documented and validated, and the service does
 * not start without a route for it.
 */
import type { Endpoint } from './endpoint.js';
import { addressesEndpoints } from './endpoints/addresses.js';
import { citiesEndpoints } from './endpoints/cities.js';
import { contractorsEndpoints } from './endpoints/contractors.js';
import { countiesEndpoints } from './endpoints/counties.js';
import { decisionsEndpoints } from './endpoints/decisions.js';
import { exportEndpoints } from './endpoints/exports.js';
import { jurisdictionsEndpoints } from './endpoints/jurisdictions.js';
import { metricsEndpoints } from './endpoints/metrics.js';
import { officialEndpoints } from './endpoints/official.js';
import { operationEndpoints } from './endpoints/operation.js';
import { permitAggregateEndpoints } from './endpoints/permit-aggregate.js';
import { permitMapEndpoints } from './endpoints/permit-map.js';
import { permitsEndpoints } from './endpoints/permits.js';
import { placesEndpoints } from './endpoints/places.js';
import { propertiesEndpoints } from './endpoints/properties.js';
import { releaseEndpoints } from './endpoints/release.js';
import { singleRecordEndpoints } from './endpoints/single-records.js';
import { tagsEndpoints } from './endpoints/tags.js';
import { usageEndpoints } from './endpoints/usage.js';

export const endpoints = {
  ...releaseEndpoints,
  ...usageEndpoints,
  ...tagsEndpoints,
  ...permitsEndpoints,
  ...permitAggregateEndpoints,
  ...permitMapEndpoints,
  ...propertiesEndpoints,
  ...decisionsEndpoints,
  ...contractorsEndpoints,
  ...addressesEndpoints,
  ...citiesEndpoints,
  ...countiesEndpoints,
  ...jurisdictionsEndpoints,
  ...placesEndpoints,
  ...metricsEndpoints,
  ...officialEndpoints,
  ...singleRecordEndpoints,
  ...exportEndpoints,
  ...operationEndpoints,
} as const satisfies Record<string, Endpoint>;

export type EndpointId = keyof typeof endpoints;
