/** `GET /v2/decisions/search`: decisions in a place and a period, the newest first (C28). */
import type { endpoints } from '@lintel/contract';
import type { DecisionQuery } from '../../query/questions.js';
import { countTimeLimitMs } from '../limits.js';
import type { DataHandler, Question } from '../route.js';

type Search = typeof endpoints.decision_search;

export const searchDecisions: DataHandler<Search> = ({ query, release, offset }) => {
  const wanted = decisionQuery(query);
  return {
    kind: 'page',
    ...release.searchDecisions(wanted, offset, query.size),
    count: () => release.countDecisions(wanted, countTimeLimitMs),
    sought: { records: 'decisions', place: wanted.geoId, from: wanted.from, to: wanted.to },
  };
};

function decisionQuery(query: Question<Search>['query']): DecisionQuery {
  return {
    geoId: query.geo_id,
    from: query.decision_from,
    to: query.decision_to,
    includeUndated: query.include_undated,
    assetClasses: query.asset_class ?? [],
    categories: query.category ?? [],
    subcategories: query.subcategory ?? [],
    propertyTypes: query.property_type ?? [],
    minValue: query.min_project_value,
    maxValue: query.max_project_value,
    text: query.decision_q,
  };
}
