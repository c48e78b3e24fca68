/** Where and when a search looked, to explain why it found nothing (C37). */
import type { DecisionQuery, PermitViewQuery, Sought } from '../../query/questions.js';

type Where = Pick<
  PermitViewQuery,
  'geo_id' | 'bbox' | 'near' | 'radius_m' | 'within' | 'permit_from' | 'permit_to'
> &
  Partial<Pick<PermitViewQuery, 'date_field'>>;

export function soughtPermits({
  geo_id,
  bbox,
  near,
  radius_m,
  within,
  date_field: field,
  ...dates
}: Where): Sought {
  // What sources cover is known by `start_date`.
  const isByStart = field === undefined || field === 'start';
  return {
    records: 'permits',
    places: geo_id ?? [],
    area: { bbox, near, radius_m, within },
    from: isByStart ? dates.permit_from : null,
    to: isByStart ? dates.permit_to : null,
  };
}

export function soughtDecisions({
  geo_id: places,
  decision_from: from,
  decision_to: to,
}: DecisionQuery): Sought {
  return { records: 'decisions', places, from, to };
}
