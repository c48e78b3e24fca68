/** Every endpoint of the contract with the function that answers it. `createService` refuses to start without one. */
import { endpoints } from '@lintel/contract';
import { searchAddresses } from './addresses/search.js';
import { cityDetails } from './cities/details.js';
import { searchCities } from './cities/search.js';
import { contractorsById } from './contractors/by-id.js';
import { contractorPermits } from './contractors/permits.js';
import { searchContractors } from './contractors/search.js';
import { countyDetails } from './counties/details.js';
import { currentCountyMetrics } from './counties/metrics-current.js';
import { decisionsById } from './decisions/by-id.js';
import { jurisdictionDetails } from './jurisdictions/details.js';
import { liveness, readiness } from './operation/health.js';
import { openapi } from './operation/openapi.js';
import { permitsById } from './permits/by-id.js';
import { searchPermits } from './permits/search.js';
import { propertiesById } from './properties/by-id.js';
import { searchProperties } from './properties/search.js';
import { currentRelease } from './release/current.js';
import { dataRoute, plainRoute, type Route } from './route.js';
import { listTags } from './tags/list.js';
import { currentUsage } from './usage/current.js';

export const routes: readonly Route[] = [
  dataRoute(endpoints.release, currentRelease),
  plainRoute(endpoints.usage, currentUsage),
  dataRoute(endpoints.tags, listTags),
  dataRoute(endpoints.permits_by_id, permitsById),
  dataRoute(endpoints.permit_search, searchPermits),
  dataRoute(endpoints.contractor_search, searchContractors),
  dataRoute(endpoints.contractor_permits, contractorPermits),
  dataRoute(endpoints.properties_by_id, propertiesById),
  dataRoute(endpoints.property_search, searchProperties),
  dataRoute(endpoints.decisions_by_id, decisionsById),
  dataRoute(endpoints.contractors_by_id, contractorsById),
  dataRoute(endpoints.address_search, searchAddresses),
  dataRoute(endpoints.city_details, cityDetails),
  dataRoute(endpoints.city_search, searchCities),
  dataRoute(endpoints.county_details, countyDetails),
  dataRoute(endpoints.jurisdiction_details, jurisdictionDetails),
  dataRoute(endpoints.county_metrics_current, currentCountyMetrics),
  plainRoute(endpoints.openapi, openapi),
  plainRoute(endpoints.liveness, liveness),
  plainRoute(endpoints.readiness, readiness),
];

/** The same set of endpoints as the contract's, or an error that names the difference. */
export function checkRoutes(): void {
  const routed = new Set(routes.map((route) => route.endpoint.id));
  const missing = Object.keys(endpoints).filter((id) => !routed.has(id));
  if (missing.length > 0) throw new Error(`No route answers: ${missing.join(', ')}`);
}
