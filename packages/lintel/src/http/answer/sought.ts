/** Where and when a search looked, to explain why it found nothing (C37). */
import type { DecisionQuery, PermitViewQuery, Sought } from '../../query/questions.js';

type Where = Pick<PermitViewQuery, 'geo_id' | 'bbox' | 'near' | 'radius_m' | 'permit_from' | 'permit_to'>;

export function soughtPermits({ geo_id: places, bbox, near, radius_m, ...dates }: Where): Sought {
  return {
    records: 'permits',
    places: places ?? [],
    area: { bbox, near, radius_m },
    from: dates.permit_from,
    to: dates.permit_to,
  };
}

export function soughtDecisions({
  geo_id: places,
  decision_from: from,
  decision_to: to,
}: DecisionQuery): Sought {
  return { records: 'decisions', places, from, to };
}
