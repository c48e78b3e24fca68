/**
 * The release as `data.json` by DCAT-US 1.1 (Project Open Data), which data.gov, Socrata and ArcGIS Hub harvest.
 * The standard demands an e-mail address to write to: without one in the settings there is no such catalogue.
 */
import type { ReleaseInfo } from '@lintel/contract';
import type { RequestAddress } from '../request/request-address.js';
import { datasetsOf } from './datasets.js';
import { dcatUsPath } from './endpoint.js';
import type { Operator } from './operator.js';

/** The catalogue; null without an e-mail address. */
export function dcatUsCatalog(
  info: ReleaseInfo,
  { base }: RequestAddress,
  operator: Operator,
): object | null {
  const { name, email } = operator;
  if (email === null) return null;
  const { from, to } = info.date_range;
  return {
    '@context': 'https://project-open-data.cio.gov/v1.1/schema/catalog.jsonld',
    '@id': `${base}${dcatUsPath}`,
    '@type': 'dcat:Catalog',
    conformsTo: 'https://project-open-data.cio.gov/v1.1/schema',
    describedBy: 'https://project-open-data.cio.gov/v1.1/schema/catalog.json',
    dataset: datasetsOf(info).map((dataset) => ({
      '@type': 'dcat:Dataset',
      identifier: `${base}${dcatUsPath}#${dataset.id}`,
      title: dataset.title,
      description: dataset.description,
      keyword: dataset.keywords,
      modified: info.released_at,
      issued: info.released_at,
      publisher: { '@type': 'org:Organization', name },
      contactPoint: { '@type': 'vcard:Contact', fn: name, hasEmail: `mailto:${email}` },
      accessLevel: 'restricted public',
      rights:
        'Needs an API key. Each record is under the license of its source; catalog.jsonld lists the sources.',
      ...(dataset.id === 'permits' && from !== null && to !== null && { temporal: `${from}/${to}` }),
      spatial: 'United States',
      distribution: dataset.ways.map(([title, path, mediaType]) => ({
        '@type': 'dcat:Distribution',
        title,
        accessURL: `${base}${path}`,
        format: mediaType,
      })),
    })),
  };
}
