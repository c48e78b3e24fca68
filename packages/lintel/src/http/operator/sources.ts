/** Sources in the operator view: what was read of each and when, its defects, and rows in quarantine. */
import type { SourceRow } from '../../operate/sources.js';
import type { Run } from '../../raw/raw-store.js';
import { HttpError } from '../request/http-error.js';
import { moment, operatorView } from './operator-route.js';

/** Loaded when an operator comes: the service itself reads neither the catalog nor raw rows. */
const reading = () => import('../../operate/sources.js');

export const listSources = operatorView('/sources', async ({ tools, context }) => {
  const { sourceOverview } = await reading();
  const { sources, offered } = await sourceOverview(tools.home, context.config);
  return {
    sources: sources.map(sourceWire),
    offered: offered.map(({ id, name, verifiedOn }) => ({ id, name, verified_on: verifiedOn })),
  };
});

export const showSource = operatorView('/sources/{id}', async ({ tools, context, parameters }) => {
  const { sourceDetails } = await reading();
  const found = await sourceDetails(tools.home, context.config, parameters.id ?? '');
  if (found === null) throw new HttpError('not_found', { detail: `There is no source ${parameters.id}.` });
  return {
    ...sourceWire(found),
    homepage: found.homepage,
    license: found.licence,
    updates: found.updates,
    runs: found.runs.map(runWire),
    defects: found.defects,
    refused: found.refused.map(({ input, line, reason }) => ({ input, line, reason })),
  };
});

function sourceWire(source: SourceRow) {
  const { id, name, kind, canFetch, verifiedOn, rows, lastRun, next, quarantined, report } = source;
  return {
    ...{ id, name, kind, rows, quarantined },
    can_fetch: canFetch,
    verified_on: verifiedOn,
    last_run: lastRun && runWire(lastRun),
    next_fetch: next && { due_at: moment(next.dueMs), state: next.state, failures: next.failures },
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

function runWire({ id, kind, input, startedMs, endedMs, state, message, counts, vanished }: Run) {
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
