/** `GET /v2/list/tags`: every tag by id (C22). */
import { type endpoints, tags } from '@lintel/contract';
import type { DataHandler } from '../answer/handler.js';
import { pageOfRecords } from '../answer/page-of-records.js';

const records = tags
  .map(({ id, description }) => ({ id, description }))
  .sort((a, b) => (a.id < b.id ? -1 : 1))
  .map((tag) => Buffer.from(JSON.stringify(tag)));

export const listTags: DataHandler<typeof endpoints.tags> = ({ query, offset }) =>
  pageOfRecords(records, { offset, size: query.size });
