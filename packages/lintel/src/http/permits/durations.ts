/** `GET /v2/permits/durations`: how long the permits of a search took (C46). */
import type { endpoints } from '@lintel/contract';
import { permitDurations } from '../../query/durations.js';
import type { DataHandler } from '../answer/handler.js';
import { soughtPermits } from '../answer/sought.js';

export const durationsOfPermits: DataHandler<typeof endpoints.permit_durations> = async ({
  query,
  release,
}) => {
  const durations = await permitDurations(release, query, query.by_month);
  return {
    body: Buffer.from(JSON.stringify(durations)),
    isEmpty: durations.permit_count.value === 0,
    sought: soughtPermits(query),
  };
};
