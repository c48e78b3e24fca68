/** The parameters of a search that finds something: the year that ends with the newest permit of a place. */
import type { AccountAnswer } from '@lintel/contract/account';
import { addDays } from '../words/format';

export type FoundPlace = AccountAnswer<'GET /places'>['places'][number];

/** Days before the newest permit. */
const days = 364;

export function newestYear({ geo_id, newest }: FoundPlace) {
  if (newest === null) return { geo_id };
  return { geo_id, permit_from: addDays(newest, -days), permit_to: newest };
}
