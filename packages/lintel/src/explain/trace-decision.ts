/**
 * Traces a published decision: its raw row, the output of the source's mapping, and for each derived field
 * the column or the words of its text that gave it.
 *
 * The row is found by computing the id of each row of the release's decisions; if no row has the id any more,
 * the trace says so.
 */
import { type Decision, decisionId, decisionIdPattern } from '@lintel/contract';
import { UsageError } from '../base/usage-error.js';
import { UserError } from '../base/user-error.js';
import type { Installation } from '../installation/installation.js';
import { wholeRow } from '../raw/earlier-values.js';
import type { StoredRow } from '../raw/raw-store.js';
import { assetClassInText, categoryInText, categoryText, decisionText } from '../refine/decision.js';
import { type CanonicalDecision, givenFields } from '../refine/record/canonical.js';
import type { Defect } from '../refine/record/refined.js';
import { refine } from '../refine/refine.js';
import { releaseToTrace } from './release-to-trace.js';

/** Where a field of the record comes from. */
interface FieldOrigin {
  readonly field: string;
  /** `column`, `words` or `other fields`. */
  readonly from: 'column' | 'words' | 'other fields';
  /** The phrase that decided, as the rule writes it; null where none did. */
  readonly phrase: string | null;
}

export interface DecisionTrace {
  readonly release: string;
  readonly source: { readonly id: string; readonly name: string };
  readonly row_key: string;
  readonly last_seen: string;
  /** When a full fetch first missed the row; null while the source has it. */
  readonly vanished: string | null;
  readonly raw: Readonly<Record<string, unknown>>;
  readonly key: string;
  readonly canonical: CanonicalDecision;
  readonly fields: readonly FieldOrigin[];
  readonly defects: readonly Defect[];
  readonly record: Decision;
  /** Fields of the record that come out differently now. */
  readonly differs: readonly string[];
}

/** The trace of a decision of the published release, or of the one named. */
export async function traceDecision(
  installation: Installation,
  id: string,
  releaseId: string | undefined,
): Promise<DecisionTrace> {
  if (!decisionIdPattern.test(id)) {
    throw new UsageError(`A decision id is a UUID, as in answers of the service; this is not one: "${id}".`);
  }
  const { readRecord } = await import('../format/segment/read-record.js');
  const { directory, release, info } = await releaseToTrace(installation.home, releaseId);
  const record = readRecord<Decision>(directory, 'decisions', id);
  if (record === null) throw new UserError(`The release ${release} has no decision ${id}.`);
  const found = await findRow(
    installation,
    id,
    info.sources.map((source) => source.id),
  );
  if (found === null) {
    throw new UserError(`The raw store has no row that ${id} was made from.`, {
      hint: 'This is not the raw store that the release was built from.',
    });
  }
  const { source, stored, raw, key, fields } = found;
  const geography = await installation.geography();
  const refined = refine({ kind: 'decisions', key, fields }, source.context, geography, {
    today: info.released_at,
  });
  const now = refined.kind === 'decision' ? refined.record : null;
  return {
    release,
    source: { id: source.id, name: source.name },
    row_key: stored.key,
    last_seen: new Date(stored.lastSeenMs).toISOString(),
    vanished: stored.vanishedMs === null ? null : new Date(stored.vanishedMs).toISOString(),
    raw,
    key,
    canonical: fields,
    fields: originsOf(record, fields),
    defects: refined.kind === 'refused' ? [] : refined.defects,
    record,
    differs: Object.keys(record).filter(
      (name) =>
        JSON.stringify(record[name as keyof Decision]) !== JSON.stringify(now?.[name as keyof Decision]),
    ),
  };
}

/** The row that gives the id, the last one seen where several do. */
async function findRow(installation: Installation, id: string, sources: readonly string[]) {
  const catalog = await installation.catalog();
  const store = await installation.rawStore();
  let best: { stored: StoredRow; found: ReturnType<typeof mapped> & object } | null = null;
  const mapped = (sourceId: string, stored: StoredRow) => {
    const source = catalog.require(sourceId);
    const raw = wholeRow(stored);
    const canonical = source.map(raw);
    if (canonical.kind !== 'decisions' || decisionId(source.context.namespace, canonical.key) !== id)
      return null;
    return { source, stored, raw, key: canonical.key, fields: canonical.fields };
  };
  for (const source of sources) {
    if (catalog.get(source)?.kind !== 'decisions') continue;
    for await (const stored of store.rows(source)) {
      if (best !== null && stored.lastSeenMs <= best.stored.lastSeenMs) continue;
      const found = mapped(source, stored);
      if (found !== null) best = { stored, found };
    }
  }
  return best?.found ?? null;
}

/** Fields that are read from the words of the text where no column gives them. */
const readable: readonly string[] = ['applicant_name', 'zoning_previous', 'zoning_new'];

function originsOf(record: Decision, fields: CanonicalDecision): FieldOrigin[] {
  const given = new Map(givenFields(fields));
  const names = Object.keys(record) as (keyof Decision)[];
  return names.flatMap((field): FieldOrigin[] => {
    if (record[field] === null || field === 'id') return [];
    if (field === 'category' || field === 'asset_class') return [ruleOrigin(field, record[field], fields)];
    if (given.has(field)) return [{ field, from: 'column', phrase: null }];
    return [{ field, from: readable.includes(field) ? 'words' : 'other fields', phrase: null }];
  });
}

/** The origin of a field that rules read from the text where its column holds none of its values. */
function ruleOrigin(
  field: 'category' | 'asset_class',
  value: string,
  fields: CanonicalDecision,
): FieldOrigin {
  if (fields[field]?.toLowerCase().replace(/[^a-z]+/g, '_') === value)
    return { field, from: 'column', phrase: null };
  const said =
    field === 'category'
      ? categoryInText(categoryText(fields))
      : assetClassInText(`${fields.asset_class ?? ''}. ${decisionText(fields)}`);
  return { field, from: 'words', phrase: said?.phrase ?? null };
}
