/** Releases in the operator view: which there are, and what the gate says of each before it is published. */
import type { ListedRelease as SentRelease } from '@lintel/contract/account';
import type { ListedRelease } from '../../operate/releases.js';
import { HttpError } from '../request/http-error.js';
import { operatorRoute } from './operator-route.js';

/** Loaded when an operator comes: serving needs nothing of publishing. */
const reading = () => import('../../operate/releases.js');

export const listReleases = operatorRoute('GET /operator/releases', async ({ tools }) => {
  const { releaseOverview } = await reading();
  const { releases, rollbackTo } = releaseOverview(tools.home);
  return { releases: releases.map(releaseWire), rollback_to: rollbackTo };
});

export const showRelease = operatorRoute('GET /operator/releases/{id}', async ({ tools, context, id }) => {
  const { releaseDetails } = await reading();
  const found = releaseDetails(tools.home, id, context.config.sources);
  if (found === null) throw new HttpError('not_found', { detail: `There is no release ${id}.` });
  const { verdict, report, published } = found;
  return {
    ...releaseWire(found),
    verdict: verdict && {
      previous: verdict.previous,
      objections: [...verdict.objections],
      was_published: verdict.wasPublished,
    },
    compared_with: published && { id: published.id, counts: published.info.counts },
    sources: (report?.sources ?? []).map(
      ({ source, kind, read, records, quarantined, defective, refined }) => {
        const before = published?.report.sources.find((each) => each.source === source);
        return {
          ...{ source, kind, rows: read, records, quarantined, defective, refined },
          records_published: before?.records ?? null,
        };
      },
    ),
  };
});

function releaseWire({ id, isPublished, info, bytes, fault }: ListedRelease): SentRelease {
  return {
    id,
    published: isPublished,
    released_at: info?.released_at ?? null,
    built_at: info?.built_at ?? null,
    counts: info?.counts ?? null,
    bytes,
    fault,
  };
}
