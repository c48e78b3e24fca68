/** Sources in the operator view: what was read of each and when, its defects, and rows in quarantine. */
import type { Run as SentRun, ListedSource as SentSource } from '@lintel/contract/account';
import type { ListedSource } from '../../operate/sources.js';
import type { Run } from '../../raw/raw-store.js';
import { moment } from '../account/wire.js';
import { HttpError } from '../request/http-error.js';
import { operatorRoute } from './operator-route.js';

/** Loaded when an operator comes: the service itself reads neither the catalog nor raw rows. */
const reading = () => import('../../operate/sources.js');

export const listSources = operatorRoute('GET /operator/sources', async ({ tools, context }) => {
  const { sourceOverview } = await reading();
  const { sources, offered } = await sourceOverview(tools.home, context.config);
  return {
    sources: sources.map(sourceWire),
    offered: offered.map(({ id, name, verifiedOn }) => ({ id, name, verified_on: verifiedOn })),
  };
});

export const showSource = operatorRoute('GET /operator/sources/{id}', async ({ tools, context, id }) => {
  const { sourceDetails } = await reading();
  const found = await sourceDetails(tools.home, context.config, id);
  if (found === null) throw new HttpError('not_found', { detail: `There is no source ${id}.` });
  return {
    ...sourceWire(found),
    homepage: found.homepage,
    license: found.licence,
    runs: found.runs.map(runWire),
    defects: [...found.defects],
    refused: found.refused.map(({ input, line, reason }) => ({ input, line, reason })),
  };
});

function sourceWire(source: ListedSource): SentSource {
  const { id, name, kind, canFetch, verifiedOn, rows, lastRun, next, findings, quarantined, report } = source;
  return {
    ...{ id, name, kind, rows, quarantined },
    can_fetch: canFetch,
    verified_on: verifiedOn,
    last_run: lastRun && runWire(lastRun),
    next_fetch: next && { due_at: moment(next.dueMs), state: next.state, failures: next.failures },
    findings: [...findings],
    updates: source.updates,
    daily: [...source.daily],
    /** Of the published release; null if it is not in it. */
    release: report && {
      records: report.records,
      refined: report.refined,
      defective: report.defective,
      quarantined: report.quarantined,
      vanished: report.vanished,
    },
  };
}

function runWire({ id, kind, input, startedMs, endedMs, state, message, counts, vanished }: Run): SentRun {
  return {
    ...{ id, kind, input, state, message, vanished },
    started_at: moment(startedMs),
    ended_at: moment(endedMs),
    read: counts.read,
    new: counts.new,
    changed: counts.changed,
    unchanged: counts.unchanged,
    quarantined: counts.quarantined,
  };
}
