/** `GET /v2/meta/release`: metadata of the published release (C31). */
import type { endpoints } from '@lintel/contract';
import type { DataHandler } from '../answer/handler.js';

export const currentRelease: DataHandler<typeof endpoints.release> = ({ release }) => ({
  body: Buffer.from(JSON.stringify(release.info)),
});
