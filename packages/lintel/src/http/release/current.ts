/** `GET /v2/meta/release`: metadata of the published release (C31). */
import type { endpoints } from '@lintel/contract';
import type { DataHandler } from '../answer/route.js';

export const currentRelease: DataHandler<typeof endpoints.release> = ({ release }) => ({
  kind: 'object',
  body: Buffer.from(JSON.stringify(release.info)),
});
