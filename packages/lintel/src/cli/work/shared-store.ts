/** What commands need to start workers: the raw store that all machines share, and what each worker gets. */
import { UserError } from '../../base/user-error.js';
import type { Installation } from '../terminal/installation.js';
import type { BuildWorkerData } from './build-worker.js';

/** The module of a worker's process. */
export const workerModule = new URL('./build-worker.js', import.meta.url);

/** What each worker gets. */
export const workerData = ({ ownSources }: Installation): BuildWorkerData => ({ ownSources });

/** The address of the raw store. Throws a UserError if it is a file, which no worker can reach. */
export function sharedStore({ config: { raw_url: address }, directory }: Installation): string {
  if (address !== null) return address;
  throw new UserError(`Workers need a raw store in PostgreSQL; that of ${directory} is a file.`, {
    hint: 'Set raw_url in lintel.json, or LINTEL_RAW_URL, on each machine; or build without workers.',
  });
}
