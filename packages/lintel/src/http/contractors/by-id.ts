/** `GET /v2/contractors`: contractors by id (C5). */
import type { endpoints } from '@lintel/contract';
import type { DataHandler } from '../answer/handler.js';
import { pageOfRecords } from '../answer/page-of-records.js';

export const contractorsById: DataHandler<typeof endpoints.contractors_by_id> = async ({
  query,
  release,
  offset,
}) =>
  pageOfRecords(await release.records('contractors', [...new Set(query.id)]), { offset, size: query.size });
