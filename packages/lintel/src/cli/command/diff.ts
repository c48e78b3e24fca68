/** `lintel diff`: what became of the records between two releases. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type ChangedKind, type ChangeType, changedKinds, changeTypes } from '@lintel/contract/plain';
import { printableJson } from '../../base/printable.js';
import { UserError } from '../../base/user-error.js';
import { isReaderGone, outputSink } from '../../export/sinks.js';
import type { ComparedRecord } from '../../releases/changes/compare-releases.js';
import type { CommandGroup } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { listedWords } from '../terminal/option-value.js';
import type { Outcome } from '../terminal/outcome.js';
import { type DiffSummary, diffText } from '../text/diff-text.js';
import { namedPlace } from '../work/named-place.js';

interface Options {
  readonly kind?: string;
  readonly change?: string;
  readonly fields?: string;
  readonly geo?: string;
  readonly summary?: true;
  readonly json?: true;
}

export function defineDiff(root: CommandGroup): void {
  root
    .define(
      'diff [from] [to]',
      'Show what changed between two releases',
      'lintel diff\n  lintel diff 2026-06-20-8c1f00d2 --kind permits --fields status > changes.ndjson',
    )
    .option('--kind <list>', `only ${changedKinds.join(', ')}`)
    .option('--change <list>', `only ${changeTypes.join(', ')}`)
    .option('--fields <list>', 'of changed records only those of which one of these fields differs')
    .option('--geo <place>', 'only records in a state (TX), ZIP code, geo_id, or city ("Austin, TX")')
    .option('--summary', 'the summary, also where the changes would be written')
    .details(
      'Without releases: from the one published before to the one published now. On a\nterminal a summary; into a file or a pipe, or with --json, one change a line, as\nGET /v2/meta/changes gives them.',
    )
    .run(async (installation, options: Options, from?: string, to?: string) => {
      const { findRelease, publishedBefore } = await import('../../releases/release-store.js');
      const { home } = installation;
      const kinds = listedWords('--kind', options.kind, changedKinds);
      const types = listedWords('--change', options.change, changeTypes);
      const current = findRelease(home, to);
      const [before] = publishedBefore(home);
      if (from === undefined && before === undefined) {
        throw new UserError(
          'No other release was published before this one, so there is nothing to compare.',
          {
            hint: 'Name two releases; lintel releases lists them.',
          },
        );
      }
      const earlier = findRelease(home, from ?? before);
      const changes = chosenChanges(installation, earlier, current, { ...options, kinds, types });
      const isLines = options.json === true || !process.stdout.isTTY;
      if (isLines && options.summary !== true) return writeLines(changes);
      return summary({ from: basename(earlier), to: basename(current) }, changes);
    });
}

/** The options, with those lists of words read. */
interface Chosen extends Pick<Options, 'fields' | 'geo'> {
  readonly kinds: readonly ChangedKind[];
  readonly types: readonly ChangeType[];
}

type Changes = AsyncGenerator<ComparedRecord, void, void>;

/** The changes that the options ask for. */
async function* chosenChanges(
  { progress, signal }: Installation,
  from: string,
  to: string,
  { kinds, types, ...options }: Chosen,
): Changes {
  const [{ compareReleases }, { placesOfRecords }] = await Promise.all([
    import('../../releases/changes/compare-releases.js'),
    import('../../releases/changes/places-of-record.js'),
  ]);
  const fields = options.fields?.split(',').map((field) => field.trim()) ?? null;
  const place = options.geo === undefined ? null : await geoIdOf(to, options.geo);
  const scratch = mkdtempSync(join(tmpdir(), 'lintel-diff-'));
  try {
    for await (const change of compareReleases(from, to, {
      kinds,
      scratch: join(scratch, 'join'),
      progress,
      signal,
    })) {
      if (!types.includes(change.change)) continue;
      const sides = [change.old?.record ?? null, change.now?.record ?? null];
      if (place !== null && !placesOfRecords(change.kind, sides).includes(place)) continue;
      const chosen = fields === null ? change : withFields(change, fields);
      if (chosen !== null) yield chosen;
    }
  } finally {
    progress.done();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The change with these fields only; null for a changed record in which none of them differs. */
function withFields(change: ComparedRecord, wanted: readonly string[]): ComparedRecord | null {
  const fields = change.fields.filter(({ field }) =>
    wanted.some((name) => field === name || field.startsWith(`${name}.`)),
  );
  return change.change === 'changed' && fields.length === 0 ? null : { ...change, fields };
}

async function geoIdOf(directory: string, text: string): Promise<string> {
  const { openRelease } = await import('../../releases/open-release.js');
  const release = openRelease(directory);
  try {
    return namedPlace(release, text).geoId;
  } finally {
    release.close();
  }
}

/** Writes a change a line on standard output, as fast as its reader takes them. */
async function writeLines(changes: Changes): Promise<null> {
  const { withEvents } = await import('../../releases/changes/permit-events.js');
  const sink = outputSink();
  try {
    for await (const { id, kind, change, previousId, fields, now } of changes) {
      const wire = {
        id,
        kind,
        change,
        previous_id: previousId,
        changes: fields,
        ...withEvents(kind, fields),
        record: now?.record ?? null,
      };
      if (!sink.write(Buffer.from(`${printableJson(JSON.stringify(wire))}\n`))) await sink.drained();
    }
    await sink.end();
  } catch (error) {
    if (!isReaderGone(error)) throw error;
  }
  return null;
}

async function summary(releases: Pick<DiffSummary, 'from' | 'to'>, changes: Changes): Promise<Outcome> {
  const none = Object.fromEntries(changeTypes.map((type) => [type, 0])) as Record<ChangeType, number>;
  const counts: Partial<Record<ChangedKind, Record<ChangeType, number>>> = {};
  const found: Partial<Record<ChangedKind, Map<string, number>>> = {};
  for await (const { kind, change, fields } of changes) {
    counts[kind] ??= { ...none };
    counts[kind][change] += 1;
    found[kind] ??= new Map();
    for (const { field } of fields) found[kind].set(field, (found[kind].get(field) ?? 0) + 1);
  }
  const byCount = (counted: Map<string, number>) =>
    Object.fromEntries([...counted].sort(([, a], [, b]) => b - a));
  const fields = Object.fromEntries(Object.entries(found).map(([kind, counted]) => [kind, byCount(counted)]));
  const data: DiffSummary = { ...releases, counts, fields };
  return { data, text: diffText(data) };
}
