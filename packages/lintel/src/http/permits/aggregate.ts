/** `GET /v2/permits/aggregate`: permits summed by group (C52). */
import type { endpoints } from '@lintel/contract';
import { aggregatePermits } from '../../query/aggregate.js';
import { besideOfficial } from '../../query/official.js';
import type { DataHandler } from '../answer/handler.js';
import { soughtPermits } from '../answer/sought.js';

export const permitAggregate: DataHandler<typeof endpoints.permit_aggregate> = async ({ query, release }) => {
  const sought = soughtPermits(query);
  const { rows, ...head } = await aggregatePermits(release, query, sought);
  const answer = { rows: await besideOfficial(release, query.group_by ?? [], rows), ...head };
  const { length } = rows;
  return { body: Buffer.from(JSON.stringify(answer)), isEmpty: length === 0, charged: length, sought };
};
