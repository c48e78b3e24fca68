/**
 * Traces a published permit back to its raw row, and forward again through every step.
 *
 * The release says which row it was; the raw store has the row; the source maps it; the steps run again on
 * the date of the release. Where the result differs from what was published (the row was read again, or
 * Lintel is another version), the fields that differ are named.
 */
import {
  type Contractor,
  type Permit,
  type PropertyFacts,
  permitIdPattern,
  propertyFactNames,
  type TagId,
} from '@lintel/contract';
import { UsageError } from '../base/usage-error.js';
import { UserError } from '../base/user-error.js';
import type { MergedOrigin } from '../format/segment/row-origin.js';
import type { Geography } from '../geography/geography.js';
import type { Installation } from '../installation/installation.js';
import { wholeRow } from '../raw/earlier-values.js';
import type { RawStore, StoredRow } from '../raw/raw-store.js';
import type { ExplainedPermitStep } from '../refine/explain-permit.js';
import type { CanonicalPermit } from '../refine/record/canonical.js';
import { type Defect, linkedKeys, type PermitRecord } from '../refine/record/refined.js';
import type { Source } from '../refine/record/source.js';
import { refine } from '../refine/refine.js';
import { tagOfType, tagsBesideType } from '../refine/text/use-tags.js';
import { releaseToTrace } from './release-to-trace.js';

/** A fact of the property that the row does not state. */
export interface JoinedFact {
  readonly field: keyof PropertyFacts;
  readonly value: unknown;
  /** Another permit of the building, or a row of an assessor's file. */
  readonly given_by:
    | { readonly permit: string; readonly number: string | null; readonly start_date: string | null }
    | { readonly source: string; readonly row_key: string };
}

export interface PermitTrace {
  readonly release: string;
  readonly released_at: string;
  readonly source: { readonly id: string; readonly name: string };
  readonly row_key: string;
  /**
   * The other rows of the permit, where its rows are addresses; everything except the further addresses comes
   * from the first.
   */
  readonly other_rows: readonly AddressRowTrace[];
  /** Rows of further sources that were merged into the permit, each with the fields that it gave. */
  readonly merged: readonly MergedOrigin[];
  /** ISO times of the first and the latest reading that had the row. */
  readonly first_seen: string;
  readonly last_seen: string;
  /** When a full fetch first missed the row; null while the source has it. */
  readonly vanished: string | null;
  readonly raw: Readonly<Record<string, unknown>>;
  /** Columns of `raw` that only earlier inputs had, with the run that they come from. */
  readonly earlier: readonly EarlierColumns[];
  /** The natural key that the permit's id is made from. */
  readonly key: string;
  readonly canonical: CanonicalPermit;
  readonly steps: readonly ExplainedPermitStep[];
  readonly defects: readonly Defect[];
  /** The contractor that linking resolved, null when the permit names none. */
  readonly contractor: {
    readonly keys: readonly string[];
    readonly id: string | null;
    readonly record: Contractor | null;
  };
  readonly record: Permit;
  /** Facts of the property that come from an assessor's file or other permits at the address. */
  readonly joined: readonly JoinedFact[];
  /** Tags that the property type adds to those of the texts (C36). */
  readonly tags_of_type: readonly TagId[];
  /** Other fields of the record that come out differently now. */
  readonly differs: readonly string[];
}

/** A row that gave a permit a further address. */
interface AddressRowTrace {
  readonly row_key: string;
  readonly last_seen: string;
  readonly vanished: string | null;
  readonly address: string;
}

/** Columns from a run that no later input with the row has. */
interface EarlierColumns {
  readonly run: number;
  readonly input: string;
  /** The date of the run's data, as ISO time. */
  readonly as_of: string;
  readonly columns: readonly string[];
}

/** The trace of a permit of the published release, or of the one named. */
export async function tracePermit(
  installation: Installation,
  id: string,
  releaseId: string | undefined,
): Promise<PermitTrace> {
  if (!permitIdPattern.test(id)) {
    throw new UsageError(
      `A permit id has 16 lower-case hexadecimal digits, as in answers of the service; this is not one: "${id}".`,
    );
  }
  const { readOrigin } = await import('../format/segment/read-origin.js');
  const { readRecord } = await import('../format/segment/read-record.js');
  const { directory, release, info } = await releaseToTrace(installation.home, releaseId);
  const origin = readOrigin(directory, id);
  if (origin === null) throw new UserError(`The release ${release} has no permit ${id}.`);
  const source = (await installation.catalog()).require(origin.source);
  const store = await installation.rawStore();
  const stored = await store.row(origin.source, origin.key);
  if (stored === null) {
    throw new UserError(
      `The raw store has no row "${origin.key}" of ${origin.source}, which ${id} was made from.`,
      {
        hint: 'This is not the raw store that the release was built from.',
      },
    );
  }
  const raw = wholeRow(stored);
  const canonical = source.map(raw);
  if (canonical.fault !== undefined) throw new UserError(`The row "${origin.key}" ${canonical.fault}.`);
  if (canonical.kind !== 'permits') throw new UserError(`${origin.source} no longer publishes permits.`);
  const { explainPermit } = await import('../refine/explain-permit.js');
  const geography = await installation.geography();
  const frame = { source: canonical.context ?? source.context, geography, today: info.released_at };
  const { steps, refiner, textTags, defects } = explainPermit(canonical.key, canonical.fields, frame);
  const contractorId = origin.permit.contractor_id ?? null;
  const unlike = differences(origin.permit, refiner.record());
  const elsewhere = new Set(origin.merged.flatMap(({ fields }) => fields.map((name) => name.split('.')[0])));
  const tagOfFacts = tagOfType(origin.permit.property_type);
  const permitNamed = (named: string) => readRecord<Permit>(directory, 'permits', named);
  const others = await Promise.all(origin.otherKeys.map((key) => store.row(source.id, key)));
  return {
    release,
    released_at: info.released_at,
    source: { id: source.id, name: source.name },
    row_key: origin.key,
    other_rows: others.flatMap((row) =>
      row === null ? [] : [addressRow(row, source, geography, info.released_at)],
    ),
    merged: origin.merged,
    first_seen: new Date(stored.firstSeenMs).toISOString(),
    last_seen: new Date(stored.lastSeenMs).toISOString(),
    vanished: vanishedTime(stored),
    raw,
    earlier: await earlierColumns(store, stored),
    key: canonical.key,
    canonical: canonical.fields,
    steps,
    defects,
    contractor: {
      keys: refiner.contractor?.keys ?? [],
      id: contractorId,
      record: contractorId === null ? null : readRecord<Contractor>(directory, 'contractors', contractorId),
    },
    record: origin.permit,
    joined: joinedFacts(origin.permit, permitNamed),
    tags_of_type: origin.permit.tags.filter((tag) => tag === tagOfFacts && !textTags.includes(tag)),
    differs: unlike
      .filter((name) => origin.permit.property_facts_joined?.[name] === undefined)
      .filter((name) => !elsewhere.has(name)),
  };
}

function vanishedTime({ vanishedMs }: StoredRow): string | null {
  return vanishedMs === null ? null : new Date(vanishedMs).toISOString();
}

function addressRow(stored: StoredRow, source: Source, geography: Geography, today: string): AddressRowTrace {
  const refined = refine(source.map(wholeRow(stored), stored.past), source.context, geography, { today });
  const address = refined.kind === 'permit' ? refined.record.address : null;
  const parts = [address?.street_no, address?.street, address?.city, address?.zip_code];
  return {
    row_key: stored.key,
    last_seen: new Date(stored.lastSeenMs).toISOString(),
    vanished: vanishedTime(stored),
    address: parts.filter((part) => part !== null && part !== undefined).join(' '),
  };
}

async function earlierColumns(store: RawStore, { earlier }: StoredRow): Promise<EarlierColumns[]> {
  const runs = new Map(earlier.length === 0 ? [] : (await store.runs()).map((run) => [run.id, run]));
  return earlier.map(({ run: id, values }) => {
    const run = runs.get(id);
    if (run === undefined) throw new UserError(`The raw store is damaged: it has no run ${id}.`);
    const as_of = new Date(run.asOfMs).toISOString();
    return { run: id, input: run.input, as_of, columns: Object.keys(values) };
  });
}

/** The facts of the property that the row does not state, and where they come from. */
function joinedFacts(permit: Permit, permitNamed: (id: string) => Permit | null): JoinedFact[] {
  const joined = permit.property_facts_joined ?? {};
  return propertyFactNames.flatMap((field) => {
    const giver = joined[field];
    if (giver === undefined) return [];
    const { permit_id, source_id, row_key } = giver;
    const other = permit_id === null ? null : permitNamed(permit_id);
    const given_by =
      permit_id === null
        ? { source: source_id ?? '', row_key: row_key ?? '' }
        : { permit: permit_id, number: other?.number ?? null, start_date: other?.start_date ?? null };
    return [{ field, value: permit[field], given_by }];
  });
}

/**
 * Names of the fields that differ, except further addresses and tags that only the joined type gives: no row
 * alone gives these.
 */
function differences(published: Permit, now: PermitRecord): string[] {
  const old = Object.fromEntries(
    Object.entries(published).filter(([key]) => !(linkedKeys as readonly string[]).includes(key)),
  ) as PermitRecord;
  const here = { ...now, tags: tagsBesideType([...now.tags], published.property_type) };
  const names = new Set([...Object.keys(old), ...Object.keys(here)]) as Set<keyof typeof here>;
  return [...names].filter((name) => JSON.stringify(old[name]) !== JSON.stringify(here[name]));
}
