/** The data sets of a release as catalogues describe them, and the ways to get each. */
import type { ReleaseInfo } from '@lintel/contract';

export interface DatasetText {
  readonly id: 'permits' | 'contractors' | 'decisions';
  readonly title: string;
  readonly description: string;
  readonly keywords: readonly string[];
  /** Ways to get it: title, path and media type. */
  readonly ways: readonly (readonly [title: string, path: string, mediaType: string])[];
}

const datasets: readonly DatasetText[] = [
  {
    id: 'permits',
    title: 'Building permits',
    description:
      'Permits with what, where, when, status, value, contractor and property, made uniform from the records of permitting authorities.',
    keywords: ['building permits', 'construction', 'housing', 'solar', 'property'],
    ways: [
      ['Permit search', '/v2/permits/search', 'application/json'],
      ['Atom feed', '/feeds/permits.atom', 'application/atom+xml'],
      ['JSON Feed', '/feeds/permits.json', 'application/feed+json'],
      ['OGC API Features', '/ogc/collections/permits/items', 'application/geo+json'],
      ['Vector tiles (TileJSON)', '/v2/permits/tiles', 'application/json'],
    ],
  },
  {
    id: 'contractors',
    title: 'Contractors',
    description: 'Contractors who are named on permits or hold a license, with what they do and how much.',
    keywords: ['contractors', 'licenses', 'construction'],
    ways: [['Contractor search', '/v2/contractors/search', 'application/json']],
  },
  {
    id: 'decisions',
    title: 'Zoning and land-use decisions',
    description: 'Decisions of councils and boards about zoning, land use and development.',
    keywords: ['zoning', 'land use', 'planning', 'development'],
    ways: [
      ['Decision search', '/v2/decisions/search', 'application/json'],
      ['Atom feed', '/feeds/decisions.atom', 'application/atom+xml'],
      ['JSON Feed', '/feeds/decisions.json', 'application/feed+json'],
    ],
  },
];

/** The data sets that have records, with their number in the description. */
export function datasetsOf({ counts }: ReleaseInfo): DatasetText[] {
  return datasets
    .filter(({ id }) => counts[id] > 0)
    .map((dataset) => ({
      ...dataset,
      description: `${dataset.description} ${counts[dataset.id].toLocaleString('en-US')} records.`,
    }));
}
