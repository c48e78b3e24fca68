/** The public catalogs that discovery asks. */
import { type CkanPortal, ckanCatalog } from './ckan-catalog.js';
import { dataGovCatalog } from './data-gov-catalog.js';
import { hubCatalog } from './hub-catalog.js';
import { opendatasoftCatalog } from './opendatasoft-catalog.js';
import type { PublicCatalog } from './public-catalog.js';
import { socrataCatalog } from './socrata-catalog.js';

/** CKAN has no catalog of its portals: these publish permits or what belongs to them. */
const ckanPortals: readonly CkanPortal[] = [
  { host: 'data.birminghamal.gov', publisher: 'City of Birmingham', state: 'AL' },
  { host: 'www.phoenixopendata.com', publisher: 'City of Phoenix', state: 'AZ' },
  { host: 'data.sanjoseca.gov', publisher: 'City of San Jose', state: 'CA' },
  { host: 'data.boston.gov', publisher: 'City of Boston', state: 'MA' },
  { host: 'data.wprdc.org', publisher: 'Western Pennsylvania Regional Data Center', state: 'PA' },
  { host: 'data.openlaredo.com', publisher: 'City of Laredo', state: 'TX' },
  { host: 'data.sanantonio.gov', publisher: 'City of San Antonio', state: 'TX' },
  { host: 'data.virginia.gov', publisher: 'Commonwealth of Virginia', state: 'VA' },
  { host: 'data.milwaukee.gov', publisher: 'City of Milwaukee', state: 'WI' },
];

/** Those that know datasets of the state (null: of any). `tokens` are by host, as in the settings. */
export function publicCatalogs(
  state: string | null,
  tokens: Readonly<Record<string, string>>,
): readonly PublicCatalog[] {
  const all = [
    socrataCatalog,
    hubCatalog,
    dataGovCatalog(tokens['api.gsa.gov']),
    opendatasoftCatalog,
    ...ckanPortals.map(ckanCatalog),
  ];
  return all.filter(({ states }) => state === null || states === null || states.includes(state));
}
