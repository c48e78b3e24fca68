/**
 * The release as a catalogue by DCAT 3 (W3C), in JSON-LD, for open-data portals: its data sets with their sources
 * and licences, the services that serve them, and the formats that they come in.
 */
import type { ReleaseInfo } from '@lintel/contract';
import type { RequestAddress } from '../request/request-address.js';
import { type DatasetText, datasetsOf } from './datasets.js';
import { catalogPath } from './endpoint.js';
import type { Operator } from './operator.js';

type Source = ReleaseInfo['sources'][number];
type Node = Readonly<Record<string, unknown>>;

const context: Node = {
  dcat: 'http://www.w3.org/ns/dcat#',
  dct: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  prov: 'http://www.w3.org/ns/prov#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  vcard: 'http://www.w3.org/2006/vcard/ns#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
};

/** The catalogue. */
export function dcatCatalog(info: ReleaseInfo, { base }: RequestAddress, operator: Operator): Node {
  const id = `${base}${catalogPath}`;
  const publisher = publisherOf(id, operator);
  const withRecords = datasetsOf(info);
  return {
    '@context': context,
    '@id': id,
    '@type': 'dcat:Catalog',
    'dct:title': 'Building permits of Lintel',
    'dct:description': `Release ${info.release_id}: building permits, contractors and land-use decisions of ${info.sources.length} sources.`,
    'dct:publisher': publisher,
    'dct:language': { '@id': 'http://id.loc.gov/vocabulary/iso639-1/en' },
    'dct:issued': day(info.released_at),
    'dct:modified': instant(info.built_at),
    'dcat:version': info.release_id,
    'dcat:service': [serviceOf(id, base, withRecords), featureServiceOf(id, base)],
    'dcat:dataset': withRecords.map((dataset) => datasetOf(dataset, info, { id, base, publisher })),
  };
}

interface DatasetPlace {
  /** The address of the catalogue. */
  readonly id: string;
  readonly base: string;
  readonly publisher: Node;
}

function datasetOf(dataset: DatasetText, info: ReleaseInfo, { id, base, publisher }: DatasetPlace): Node {
  const { from, to } = info.date_range;
  return {
    '@id': `${id}#${dataset.id}`,
    '@type': 'dcat:Dataset',
    'dct:identifier': `${dataset.id}-${info.release_id}`,
    'dct:title': dataset.title,
    'dct:description': dataset.description,
    'dcat:keyword': dataset.keywords,
    'dct:publisher': publisher,
    'dcat:contactPoint': contactOf(publisher),
    'dct:issued': day(info.released_at),
    'dct:modified': instant(info.built_at),
    'dcat:version': info.release_id,
    ...(dataset.id === 'permits' &&
      from !== null &&
      to !== null && {
        'dct:temporal': { '@type': 'dct:PeriodOfTime', 'dcat:startDate': day(from), 'dcat:endDate': day(to) },
      }),
    'dct:spatial': { '@id': 'http://www.wikidata.org/entity/Q30', '@type': 'dct:Location' },
    'dct:rights': {
      '@type': 'dct:RightsStatement',
      'rdfs:label': 'Each record is under the license of its source; the sources are listed here.',
    },
    'dct:source': info.sources.map((source) => sourceOf(source, id)),
    'dcat:distribution': dataset.ways.map(([title, path, mediaType]) => ({
      '@id': `${base}${path}`,
      '@type': 'dcat:Distribution',
      'dct:title': title,
      'dcat:accessURL': { '@id': `${base}${path}` },
      'dcat:accessService': { '@id': `${id}#api` },
      'dcat:mediaType': { '@id': `https://www.iana.org/assignments/media-types/${mediaType}` },
      'dct:rights': {
        '@type': 'dct:RightsStatement',
        'rdfs:label': 'Needs an API key. One record costs one credit unless the operator says otherwise.',
      },
    })),
  };
}

function serviceOf(id: string, base: string, served: readonly DatasetText[]): Node {
  return {
    '@id': `${id}#api`,
    '@type': 'dcat:DataService',
    'dct:title': 'Lintel API',
    'dcat:endpointURL': { '@id': `${base}/v2` },
    'dcat:endpointDescription': { '@id': `${base}/v2/openapi.json` },
    'dcat:servesDataset': served.map((dataset) => ({ '@id': `${id}#${dataset.id}` })),
  };
}

function featureServiceOf(id: string, base: string): Node {
  return {
    '@id': `${id}#features`,
    '@type': 'dcat:DataService',
    'dct:title': 'OGC API Features',
    'dct:conformsTo': { '@id': 'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core' },
    'dcat:endpointURL': { '@id': `${base}/ogc` },
    'dcat:endpointDescription': { '@id': `${base}/ogc/api` },
    'dcat:servesDataset': [{ '@id': `${id}#permits` }],
  };
}

/** A source of the release with whom to name and its licence, a link where it is an SPDX identifier. */
function sourceOf({ id, name, license, attribution, as_of }: Source, catalog: string): Node {
  const isSpdx = license !== null && /^[A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9.]+)+$/.test(license);
  return {
    '@id': `${catalog}#source-${id}`,
    '@type': 'dcat:Dataset',
    'dct:identifier': id,
    'dct:title': name,
    ...(as_of !== null && { 'dct:modified': day(as_of) }),
    ...(attribution !== null && {
      'prov:qualifiedAttribution': {
        '@type': 'prov:Attribution',
        'prov:agent': { '@type': 'foaf:Agent', 'foaf:name': attribution },
      },
    }),
    ...(license !== null && {
      'dct:license': isSpdx
        ? { '@id': `https://spdx.org/licenses/${license}`, '@type': 'dct:LicenseDocument' }
        : { '@type': 'dct:LicenseDocument', 'rdfs:label': license },
    }),
  };
}

function publisherOf(id: string, { name, email }: Operator): Node {
  return {
    '@id': `${id}#publisher`,
    '@type': 'foaf:Agent',
    'foaf:name': name,
    ...(email !== null && { 'foaf:mbox': { '@id': `mailto:${email}` } }),
  };
}

function contactOf(publisher: Node): Node {
  return {
    '@type': 'vcard:Kind',
    'vcard:fn': publisher['foaf:name'],
    ...(publisher['foaf:mbox'] !== undefined && { 'vcard:hasEmail': publisher['foaf:mbox'] }),
  };
}

const day = (text: string): Node => ({ '@type': 'xsd:date', '@value': text });
const instant = (text: string): Node => ({ '@type': 'xsd:dateTime', '@value': text });
