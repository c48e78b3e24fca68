/** `GET /v2/export/official`: official counts, a row for each place and period (C101). */
import type { endpoints } from '@lintel/contract';
import type { StreamHandler } from '../answer/stream-route.js';

export const exportOfficial: StreamHandler<typeof endpoints.export_official> =
  (query) => (release, from, size) =>
    release.officialRows(query, from, size);
