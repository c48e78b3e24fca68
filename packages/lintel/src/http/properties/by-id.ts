/** `GET /v2/properties`: properties by the geo_id of their address (C32). */
import type { endpoints } from '@lintel/contract';
import type { DataHandler } from '../answer/handler.js';
import { pageOfRecords } from '../answer/page-of-records.js';

export const propertiesById: DataHandler<typeof endpoints.properties_by_id> = async ({
  query,
  release,
  offset,
}) =>
  pageOfRecords(await release.records('properties', [...new Set(query.id)]), { offset, size: query.size });
