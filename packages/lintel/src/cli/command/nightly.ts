/**
 * `lintel nightly`: keeps a service up to date, as one line of cron. Fetches, builds, publishes if the gate
 * agrees, and reports. A source that fails stops neither the others nor the release; the exit status shows a
 * monitor what happened.
 */

import type { ReleaseInfo } from '@lintel/contract';
import { formatCount } from '../../base/format-number.js';
import { isHome } from '../../base/home.js';
import { UsageError } from '../../base/usage-error.js';
import { UserError } from '../../base/user-error.js';
import { stateOf } from '../../raw/source-silence.js';
import { type NightRecord, type NightSource, readNight, writeNight } from '../../releases/night-record.js';
import type { FetchState } from '../../sources/fetch/source-findings.js';
import type { CatalogSource } from '../../sources/source/catalog-source.js';
import { type CommandGroup, failureText } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { commandLine } from '../terminal/next-step.js';
import type { Outcome } from '../terminal/outcome.js';
import { printNote } from '../terminal/print.js';
import { buildStages } from '../terminal/stages.js';
import { dueSources } from '../work/due-sources.js';
import {
  type FetchedSources,
  type FetchSettings,
  failureLines,
  fetchSources,
  fetchText,
} from '../work/fetch-sources.js';
import { fetchableSources, namedSources, sourcesOfHome } from '../work/fetchable-sources.js';
import { sourceStatesOf } from '../work/source-states.js';
import { untilWhole } from '../work/whole-fetches.js';
import { publicationText } from './publish.js';

/** Exit status of a night that published a release although a source had failed. */
const incompleteStatus = 3;

interface Options extends FetchSettings {
  readonly all?: boolean;
}

export function defineNightly(root: CommandGroup): void {
  root
    .define(
      'nightly [source...]',
      'Fetch, build, publish and report, in one command for cron',
      'lintel nightly --home /srv/lintel',
    )
    .makesHome()
    .option('--all', 'every source that can be fetched, not only those already in this home')
    .option('--due', 'fetch only what is due by the rhythm of its source')
    .option('--full', 'fetch all rows, not only changed ones; this also finds vanished rows')
    .option('--base-url <url>', 'fetch from this address instead of the portals, such as a mirror')
    .run(async (installation, options: Options, ...ids: string[]) => {
      const startedMs = Date.now();
      try {
        return await lived(installation, ids, options);
      } catch (error) {
        // Where there is no home nobody can be told, and a mistyped directory does not become one.
        const isNight = !(error instanceof UsageError || installation.signal.aborted);
        if (isNight && isHome(installation.directory)) await tellOfStop(installation, error, startedMs);
        throw error;
      }
    });
}

/** A night from its beginning to its end. */
async function lived(installation: Installation, ids: readonly string[], options: Options): Promise<Outcome> {
  const all = await chosen(installation, ids, options);
  await untilWhole(installation);
  const startedMs = Date.now();
  const { sources, text } =
    options.due === true ? await dueSources(installation, all) : { sources: all, text: '' };
  const fetched = await fetchSources(installation, sources, options);
  if (installation.signal.aborted)
    throw new UserError('Interrupted: run the same command again to continue.');
  await untilWhole(installation);
  const made = await makeRelease(installation);
  const states = await sourceStatesOf(installation);
  const night = await nightOf(installation, fetched, made, states, startedMs);
  writeNight(installation.home, night);
  return outcomeOf(installation, text, fetched, made, await toldOf(installation, night, made));
}

/** Tells the operator of a night that did not come to its end, such as on a full disk; of its sources nothing new is known. */
async function tellOfStop(installation: Installation, error: unknown, startedMs: number): Promise<void> {
  const { home, config } = installation;
  const problems = [
    error instanceof UserError ? failureText(error) : 'The night stopped: a defect of Lintel.',
  ];
  const { sendAlert } = await import('../../watch/alert.js');
  const untold = await sendAlert({ published: false, exit_status: 1, release: null, problems }, config);
  for (const text of untold) printNote(text);
  const endedMs = Date.now();
  const before = readNight(home);
  const night: NightRecord = {
    ended_at: new Date(endedMs).toISOString(),
    seconds: (endedMs - startedMs) / 1000,
    published: false,
    exit_status: 1,
    refused_nights: before?.refused_nights ?? 0,
    problems,
    sources: before?.sources ?? {},
  };
  try {
    writeNight(home, night);
  } catch (failure) {
    // Where the disk is full, the message of the command is all that remains.
    if (!(failure instanceof UserError)) throw failure;
  }
}

/** The named sources; without names, those of the home that can be fetched. */
async function chosen(
  installation: Installation,
  ids: readonly string[],
  { all }: Options,
): Promise<CatalogSource[]> {
  if (all === true && ids.length > 0)
    throw new UsageError('Name the sources to fetch or use --all, not both.');
  if (ids.length > 0) return namedSources(installation, ids);
  return all === true ? fetchableSources(installation) : sourcesOfHome(installation);
}

/** What became of the release: its id and counts, and why it was not built or not published. */
interface Made {
  readonly release: { readonly id: string; readonly counts: ReleaseInfo['counts'] } | null;
  /** Counts of the release that was published before. */
  readonly before: ReleaseInfo['counts'] | null;
  readonly text: string;
  /** Whether it is what is served now. */
  readonly isPublished: boolean;
  readonly problem: string | null;
  readonly isRefusedByGate?: boolean;
}

async function makeRelease(installation: Installation): Promise<Made> {
  const { buildFrom } = await import('../work/build.js');
  const { publishBuilt } = await import('../work/publish-built.js');
  const { leftAsItIs, sameRelease } = await import('../work/same-release.js');
  const before = (await publishedInfo(installation))?.counts ?? null;
  try {
    const same = await sameRelease(installation);
    if (same === null) installation.progress.plan(buildStages);
    const { id, info } = same ?? (await buildFrom(installation));
    const release = { id, counts: info.counts };
    const unchanged = same === null ? '' : `Nothing has changed since ${id} was built.`;
    const left = await leftAsItIs(installation, id);
    if (left !== null) {
      const text = [unchanged, left.text].filter(Boolean).join(' ');
      return { release, before, text, isPublished: left.isPublished, problem: null };
    }
    const attempt = await publishBuilt(installation, { id }, same === null);
    if (attempt.publication === null) {
      const { refusal: problem, byGate: isRefusedByGate } = attempt;
      return { release, before, text: unchanged, isPublished: false, problem, isRefusedByGate };
    }
    const parts = [unchanged, publicationText(attempt.publication), attempt.watched];
    return { release, before, text: parts.filter(Boolean).join('\n'), isPublished: true, problem: null };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { release: null, before, text: '', isPublished: false, problem: failureText(error) };
  }
}

/** Null when none is published, or it cannot be read: the new release then says all there is to say. */
async function publishedInfo({ home }: Installation): Promise<ReleaseInfo | null> {
  const { listReleases } = await import('../../releases/release-store.js');
  return listReleases(home).find(({ isCurrent }) => isCurrent)?.manifest?.info ?? null;
}

/** What is recorded of the night. */
async function nightOf(
  installation: Installation,
  fetched: FetchedSources,
  { problem, isPublished, isRefusedByGate = false }: Made,
  states: readonly FetchState[],
  startedMs: number,
): Promise<NightRecord> {
  const found = states.flatMap(({ findings }) => findings.map(({ text }) => text));
  const problems = [...failureLines(fetched), ...found, ...(problem === null ? [] : [problem])];
  const endedMs = Date.now();
  const info = await publishedInfo(installation);
  const sources = states.map((state) => [state.id, sourceOf(installation, state, info, endedMs)]);
  const refusedBefore = readNight(installation.home)?.refused_nights ?? 0;
  return {
    ended_at: new Date(endedMs).toISOString(),
    seconds: (endedMs - startedMs) / 1000,
    published: isPublished,
    exit_status: problems.length === 0 ? 0 : problem === null ? incompleteStatus : 1,
    refused_nights: isRefusedByGate ? refusedBefore + 1 : 0,
    problems,
    sources: Object.fromEntries(sources),
  };
}

/** A source by its fetches and by the published release. */
function sourceOf(
  { config }: Installation,
  { id, everyMs, lastSuccessMs, failures, lostShare, refusal, findings }: FetchState,
  published: ReleaseInfo | null,
  endedMs: number,
): NightSource {
  const released = published?.sources.find((source) => source.id === id);
  const newest = released?.newest_record ?? null;
  const rhythm = { everyMs, silentDays: config.sources[id]?.silent_days, refusal };
  return {
    last_success_at: lastSuccessMs === null ? null : new Date(lastSuccessMs).toISOString(),
    every_seconds: everyMs / 1000,
    failures,
    lost_share: lostShare,
    ...(released !== undefined && { rows: released.rows, newest_record: newest }),
    state: stateOf(newest, new Date(endedMs).toISOString().slice(0, 10), rhythm),
    findings: findings.map(({ kind }) => kind),
  };
}

/** The problems of the night, and those of telling the operator about them. */
async function toldOf({ config }: Installation, night: NightRecord, { release }: Made): Promise<NightRecord> {
  if (night.problems.length === 0) return night;
  const { sendAlert } = await import('../../watch/alert.js');
  const { published, exit_status, problems } = night;
  const untold = await sendAlert({ published, exit_status, release: release?.id ?? null, problems }, config);
  return { ...night, problems: [...problems, ...untold] };
}

function outcomeOf(
  installation: Installation,
  due: string,
  fetched: FetchedSources,
  made: Made,
  { published: isPublished, exit_status: status, problems }: NightRecord,
): Outcome {
  const { release, before } = made;
  const parts = [
    due,
    fetchText(fetched, installation.config.fetch.operator),
    release === null ? '' : countsText(release.counts, before),
    made.text,
    isPublished ? '' : 'Nothing was published; the service is unchanged.',
    isPublished ? `More: ${commandLine(installation, 'report')}` : '',
  ];
  return {
    data: {
      published: isPublished,
      exit_status: status,
      release,
      previous_counts: before,
      fetched: fetched.runs,
      failed: fetched.failed,
      problems,
    },
    text: parts.filter((part) => part !== '').join('\n\n'),
    problems,
    status,
  };
}

/** `Permits 50,120 (+120), contractors 900 (+2), decisions 0, addresses 41,000 (+90).` */
function countsText(counts: ReleaseInfo['counts'], before: ReleaseInfo['counts'] | null): string {
  const kinds = ['permits', 'contractors', 'decisions', 'addresses'] as const;
  const parts = kinds.map((kind) => {
    const change = before === null ? 0 : counts[kind] - before[kind];
    const sign = change > 0 ? '+' : '−';
    const shown = change === 0 ? '' : ` (${sign}${formatCount(Math.abs(change))})`;
    return `${kind} ${formatCount(counts[kind])}${shown}`;
  });
  return `The release has ${parts.join(', ')}.`;
}
