/**
 * The catalog of data.gov, which gathers what states, counties and cities publish as DCAT-US
 * (https://resources.data.gov/catalog-api/). It took the place of a CKAN portal in 2026.
 *
 * It wants a key: the operator's (`fetch.app_tokens` for `api.gsa.gov`), else the one for first steps, which allows 30
 * requests an hour.
 */
import { isObject, type Json, nameOf, recordsOf, withQuery } from '../fetch/connector.js';
import { PortalFault } from '../fetch/portal-fault.js';
import { type FoundDataset, fetchAt, homepageIn, plainText, timeOf } from './found-dataset.js';
import { type PublicCatalog, pageSize } from './public-catalog.js';

const address = 'https://api.gsa.gov/technology/datagov/v4/search';

export function dataGovCatalog(key: string | undefined): PublicCatalog {
  return {
    name: 'data.gov',
    knowsPlaces: false,
    states: null,
    request: ({ words }, next) => ({
      url: withQuery(address, { q: words, per_page: pageSize, after: next ?? undefined }),
      headers: { 'x-api-key': key ?? 'DEMO_KEY' },
    }),
    page(answer) {
      if (!isObject(answer)) throw new PortalFault(`sent ${nameOf(answer)}`);
      const results = recordsOf(answer.results, 'the list "results"');
      const { after } = answer;
      return {
        found: results.flatMap(datasetOf),
        next: results.length > 0 && typeof after === 'string' && after !== '' ? after : null,
      };
    },
  };
}

/** Protocols in the order of how well rows can be read by them. */
const preferred = ['socrata', 'arcgis', 'file'];

function datasetOf({ dcat, organization }: Json): FoundDataset[] {
  if (!isObject(dcat)) return [];
  const distributions = Array.isArray(dcat.distribution) ? dcat.distribution.filter(isObject) : [];
  const [fetch] = distributions
    .flatMap(({ accessURL, downloadURL }) => fetchAt(accessURL) ?? fetchAt(downloadURL) ?? [])
    .sort((a, b) => preferred.indexOf(a.protocol) - preferred.indexOf(b.protocol));
  if (fetch === undefined) return [];
  const agency = isObject(organization) ? plainText(organization.name) : null;
  const publisher = isObject(dcat.publisher) ? plainText(dcat.publisher.name) : null;
  return [
    {
      catalogs: ['data.gov'],
      title: plainText(dcat.title) ?? 'untitled',
      description: plainText(dcat.description) ?? '',
      publisher: agency ?? publisher,
      homepage: homepageIn(dcat.landingPage),
      license: plainText(dcat.license),
      updatedMs: timeOf(dcat.modified),
      isOfficial: true,
      fetch,
      format: fetch.protocol === 'file' ? {} : { type: 'json' },
      columns: [],
      rows: null,
      middle: null,
    },
  ];
}
