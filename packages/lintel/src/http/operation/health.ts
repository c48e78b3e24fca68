/** `GET /healthz` and `GET /readyz`: whether the process answers, and whether it can serve data (C35). */
import type { Liveness, Readiness } from '@lintel/contract';
import { Refusal } from '../refusal.js';
import type { PlainHandler } from '../route.js';

const alive: Liveness = { status: 'ok' };
const aliveBody = Buffer.from(JSON.stringify(alive));

export const liveness: PlainHandler = () => ({ body: aliveBody, validator: null });

export const readiness: PlainHandler = ({ shelf, isStopping }) => {
  if (isStopping()) throw new Refusal('unavailable', { detail: 'The service is stopping.' });
  const release = shelf.current();
  if (!release) throw new Refusal('unavailable');
  const ready: Readiness = { status: 'ready', release_id: release.id };
  return { body: Buffer.from(JSON.stringify(ready)), validator: null };
};
