/** `GET /v2/permits`: permits by id (C5). */
import type { endpoints } from '@lintel/contract';
import type { DataHandler } from '../answer/handler.js';
import { pageOfRecords } from '../answer/page-of-records.js';

export const permitsById: DataHandler<typeof endpoints.permits_by_id> = async ({ query, release, offset }) =>
  pageOfRecords(await release.records('permits', [...new Set(query.id)]), { offset, size: query.size });
