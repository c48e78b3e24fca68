/**
 * Every endpoint of the contract with the function that answers it, and after them the formats of other
 * standards. `createService` refuses to start without one of the contract.
 */
import { endpoints } from '@lintel/contract';
import { searchAddresses } from './addresses/search.js';
import { dataRoute, plainRoute, type Route } from './answer/route.js';
import { singleRecord } from './answer/single-record.js';
import { type StreamRoute, streamRoute } from './answer/stream-route.js';
import { catalogRoutes } from './catalog/catalog.js';
import { cityDetails } from './cities/details.js';
import { searchCities } from './cities/search.js';
import { contractorsById } from './contractors/by-id.js';
import { contractorMetrics } from './contractors/metrics.js';
import { contractorPermits } from './contractors/permits.js';
import { searchContractors } from './contractors/search.js';
import { contractorSpellings } from './contractors/spellings.js';
import { countyDetails } from './counties/details.js';
import { decisionsById } from './decisions/by-id.js';
import { searchDecisions } from './decisions/search.js';
import { exportAddresses } from './exports/addresses.js';
import { exportContractors } from './exports/contractors.js';
import { exportDecisions } from './exports/decisions.js';
import { exportOfficial } from './exports/official.js';
import { exportPermits } from './exports/permits.js';
import { exportProperties } from './exports/properties.js';
import { searchDecisions as decisionFeed } from './feeds/decisions.js';
import { decisionFeedAtom, decisionFeedJson, permitFeedAtom, permitFeedJson } from './feeds/endpoints.js';
import { decisionEntry, permitEntry } from './feeds/entries.js';
import { feedRoutes } from './feeds/feed-routes.js';
import { searchPermits as permitFeed } from './feeds/permits.js';
import { jurisdictionDetails } from './jurisdictions/details.js';
import { metricsByArea } from './metrics/areas.js';
import {
  currentAddressMetrics,
  currentMetrics,
  monthlyAddressMetrics,
  monthlyMetrics,
} from './metrics/place.js';
import { ogcRoutes } from './ogc/routes.js';
import { liveness, readiness } from './operation/health.js';
import { openapi } from './operation/openapi.js';
import { permitAggregate } from './permits/aggregate.js';
import { permitBins } from './permits/bins.js';
import { permitsById } from './permits/by-id.js';
import { durationsOfPermits } from './permits/durations.js';
import { permitHistory } from './permits/history.js';
import { permitProvenance } from './permits/provenance.js';
import { searchPermits } from './permits/search.js';
import { permitTile } from './permits/tile.js';
import { permitTiles } from './permits/tiles.js';
import { stateDetails, zipCodeDetails } from './places/details.js';
import { placeNames } from './places/names.js';
import { officialCounts } from './places/official.js';
import { officialCities } from './places/official-cities.js';
import { listZipCodes, searchPlaces, searchZipCodes } from './places/search.js';
import { propertiesById } from './properties/by-id.js';
import { searchProperties } from './properties/search.js';
import { changes } from './release/changes.js';
import { comparedReleases } from './release/compared.js';
import { coverage } from './release/coverage.js';
import { currentRelease } from './release/current.js';
import { quality } from './release/quality.js';
import { streetsOfBox } from './streets/box.js';
import { listTags } from './tags/list.js';
import { currentUsage } from './usage/current.js';

export const routes: readonly (Route | StreamRoute)[] = [
  dataRoute(endpoints.release, currentRelease),
  plainRoute(endpoints.usage, currentUsage),
  dataRoute(endpoints.tags, listTags),
  dataRoute(endpoints.permits_by_id, permitsById),
  dataRoute(endpoints.permit_search, searchPermits),
  dataRoute(endpoints.permit_aggregate, permitAggregate),
  dataRoute(endpoints.permit_bins, permitBins),
  dataRoute(endpoints.permit_durations, durationsOfPermits),
  dataRoute(endpoints.permit_tiles, permitTiles),
  dataRoute(endpoints.permit_tile, permitTile),
  permitHistory,
  permitProvenance,
  dataRoute(endpoints.contractor_search, searchContractors),
  dataRoute(endpoints.contractor_permits, contractorPermits),
  dataRoute(endpoints.contractor_spellings, contractorSpellings),
  dataRoute(endpoints.properties_by_id, propertiesById),
  dataRoute(endpoints.property_search, searchProperties),
  dataRoute(endpoints.decisions_by_id, decisionsById),
  dataRoute(endpoints.contractors_by_id, contractorsById),
  dataRoute(endpoints.address_search, searchAddresses),
  dataRoute(endpoints.streets, streetsOfBox),
  dataRoute(endpoints.city_details, cityDetails),
  dataRoute(endpoints.city_search, searchCities),
  dataRoute(endpoints.county_details, countyDetails),
  dataRoute(endpoints.jurisdiction_details, jurisdictionDetails),
  dataRoute(endpoints.coverage, coverage),
  dataRoute(endpoints.changes, changes),
  dataRoute(endpoints.quality, quality),
  dataRoute(endpoints.compared_releases, comparedReleases),
  dataRoute(endpoints.metrics_by_area, metricsByArea),
  dataRoute(endpoints.decision_search, searchDecisions),
  dataRoute(endpoints.permit, singleRecord('permits')),
  dataRoute(endpoints.contractor, singleRecord('contractors')),
  dataRoute(endpoints.decision, singleRecord('decisions')),
  dataRoute(endpoints.county_search, searchPlaces('county')),
  dataRoute(endpoints.jurisdiction_search, searchPlaces('jurisdiction')),
  dataRoute(endpoints.state_search, searchPlaces('state')),
  dataRoute(endpoints.zipcode_search, searchZipCodes),
  dataRoute(endpoints.state_details, stateDetails),
  dataRoute(endpoints.zipcode_details, zipCodeDetails),
  dataRoute(endpoints.zipcodes, listZipCodes),
  dataRoute(endpoints.official_counts, officialCounts),
  dataRoute(endpoints.official_cities, officialCities),
  dataRoute(endpoints.place_names, placeNames),
  dataRoute(endpoints.address_metrics_current, currentAddressMetrics),
  dataRoute(endpoints.address_metrics_monthly, monthlyAddressMetrics),
  dataRoute(endpoints.city_metrics_current, currentMetrics('city')),
  dataRoute(endpoints.city_metrics_monthly, monthlyMetrics('city')),
  dataRoute(endpoints.county_metrics_current, currentMetrics('county')),
  dataRoute(endpoints.county_metrics_monthly, monthlyMetrics('county')),
  dataRoute(endpoints.jurisdiction_metrics_current, currentMetrics('jurisdiction')),
  dataRoute(endpoints.jurisdiction_metrics_monthly, monthlyMetrics('jurisdiction')),
  dataRoute(endpoints.state_metrics_current, currentMetrics('state')),
  dataRoute(endpoints.state_metrics_monthly, monthlyMetrics('state')),
  dataRoute(endpoints.zipcode_metrics_current, currentMetrics('zip')),
  dataRoute(endpoints.zipcode_metrics_monthly, monthlyMetrics('zip')),
  dataRoute(endpoints.contractor_metrics, contractorMetrics),
  streamRoute(endpoints.export_official, 'official', exportOfficial),
  streamRoute(endpoints.export_permits, 'permits', exportPermits),
  streamRoute(endpoints.export_contractors, 'contractors', exportContractors),
  streamRoute(endpoints.export_properties, 'properties', exportProperties),
  streamRoute(endpoints.export_decisions, 'decisions', exportDecisions),
  streamRoute(endpoints.export_addresses, 'addresses', exportAddresses),
  plainRoute(endpoints.openapi, openapi),
  plainRoute(endpoints.liveness, liveness),
  plainRoute(endpoints.readiness, readiness),
  ...feedRoutes({ atom: permitFeedAtom, json: permitFeedJson }, 'Building permits', permitFeed, permitEntry),
  ...feedRoutes(
    { atom: decisionFeedAtom, json: decisionFeedJson },
    'Zoning and land-use decisions',
    decisionFeed,
    decisionEntry,
  ),
  ...catalogRoutes,
  ...ogcRoutes,
];

/** The same set of endpoints as the contract's, or an error that names the difference. */
export function checkRoutes(): void {
  const routed = new Set(routes.map((route) => route.endpoint.id));
  const missing = Object.keys(endpoints).filter((id) => !routed.has(id));
  if (missing.length > 0) throw new Error(`No route answers: ${missing.join(', ')}`);
}
