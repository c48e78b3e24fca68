/** `GET /v2/decisions`: zoning and land-use decisions by id (C5). */
import type { endpoints } from '@lintel/contract';
import type { DataHandler } from '../answer/handler.js';
import { pageOfRecords } from '../answer/page-of-records.js';

export const decisionsById: DataHandler<typeof endpoints.decisions_by_id> = async ({
  query,
  release,
  offset,
}) => pageOfRecords(await release.records('decisions', [...new Set(query.id)]), { offset, size: query.size });
