/** `GET /v2/meta/releases`: the earlier releases since which changes are known, with their numbers (C45). Free. */
import type { ComparedReleases, endpoints } from '@lintel/contract';
import { changedKinds } from '@lintel/contract/plain';
import type { DataHandler } from '../answer/handler.js';

const none = { new: 0, changed: 0, rekeyed: 0, vanished: 0 };

export const comparedReleases: DataHandler<typeof endpoints.compared_releases> = async ({ release }) => {
  const earlier: ComparedReleases['earlier'] = [];
  for (const release_id of [...(await release.comparedWith())].reverse()) {
    const counts = (await release.changesSince(release_id))?.counts() ?? {};
    earlier.push({ release_id, changes: changedKinds.map((kind) => ({ kind, ...none, ...counts[kind] })) });
  }
  const body: ComparedReleases = {
    release_id: release.id,
    earlier,
  };
  return { body: Buffer.from(JSON.stringify(body)) };
};
