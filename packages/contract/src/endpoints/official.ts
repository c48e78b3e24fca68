/** The official count of homes authorised by building permits (C114). */
import type { Endpoint } from '../endpoint.js';
import { placeInPath } from '../parameter.js';
import { OfficialCities, OfficialCounts, officialPeriods } from '../resource/official.js';
import { OneOf } from '../schema.js';
import { details } from './statuses.js';

export const officialEndpoints = {
  official_counts: {
    id: 'official_counts',
    path: '/v2/places/{geo_id}/official',
    summary: 'Official count of homes authorized',
    description:
      "What the Census Bureau's Building Permits Survey counts in a state, county, city or jurisdiction, by year or month, and the permits of this release beside it, always apart: permits for new residential buildings by the day of issue. Survey and release differ where a release begins or ends within a period, where a jurisdiction is larger or smaller than the place of the survey, where a permit states no homes, and where the survey estimates. Without survey data: no rows. Free.",
    group: 'Official counts',
    authenticated: true,
    parameters: {
      geo_id: placeInPath,
      period: {
        in: 'query',
        schema: OneOf(officialPeriods, 'What rows are of.'),
        default: 'year',
        required: false,
        description: 'Whether rows are of `year`s or of `month`s. Places below counties have years only.',
        short: 'year or month.',
        example: 'year',
      },
    },
    answer: { kind: 'object', schema: OfficialCounts },
    statuses: details,
  },
  official_cities: {
    id: 'official_cities',
    path: '/v2/places/{geo_id}/official/cities',
    summary: 'Official counts of cities on a map',
    description:
      "The cities of a state or county that the Census Bureau's Building Permits Survey counts, each as a point with the homes authorized there in the last year that it has (GeoJSON). One whose place is not known is left out, and so is one without homes. Without survey data: no cities. Free.",
    group: 'Official counts',
    authenticated: true,
    parameters: { geo_id: placeInPath },
    stability: 'beta',
    answer: { kind: 'object', schema: OfficialCities },
    statuses: details,
  },
} as const satisfies Record<string, Endpoint>;
