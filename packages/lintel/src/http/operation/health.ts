/**
 * `GET /healthz` and `GET /readyz`: whether the process answers, and whether it can serve data (C35): it is
 * not stopping, has a release, and its ledger takes charges.
 */

import type { Liveness, Readiness } from '@lintel/contract';
import type { LedgerTrouble } from '../../ledger/unavailable.js';
import type { PlainHandler } from '../answer/handler.js';
import { publishedRelease } from '../answer/published-release.js';
import { HttpError } from '../request/http-error.js';

const alive: Liveness = { status: 'ok' };
const aliveBody = Buffer.from(JSON.stringify(alive));

export const liveness: PlainHandler = () => ({ body: aliveBody, validator: null });

export const readiness: PlainHandler = async ({ releases, isStopping, ledgerHealth: ledgerTrouble }) => {
  if (isStopping()) throw new HttpError('unavailable', { detail: 'The service is stopping.' });
  const release = publishedRelease(releases);
  const trouble = await ledgerTrouble();
  if (trouble !== null) throw new HttpError('unavailable', { detail: detailOf(trouble) });
  const ready: Readiness = { status: 'ready', release_id: release.id };
  return { body: Buffer.from(JSON.stringify(ready)), validator: null };
};

function detailOf(trouble: LedgerTrouble): string {
  if (trouble === 'full') return 'The disk is full: nothing can be charged.';
  return 'Keys and credits cannot be checked for now.';
}
