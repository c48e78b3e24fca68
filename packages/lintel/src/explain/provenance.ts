/**
 * Where each value of a published permit comes from, found in the release and the definition of its source alone:
 * servers need no raw store for it, and nothing of a raw row but its key can get out. `trace-permit.ts` shows the
 * values too, to those who have the raw store.
 */
import type { FactGiver, FieldProvenance, Permit, Provenance, ReleaseInfo } from '@lintel/contract';
import type { PermitOrigin } from '../format/segment/read-origin.js';
import type { SourceCatalog } from '../sources/source/load-catalog.js';
import { permitRules } from './permit-rules.js';

/** The provenance of a permit whose origin is known. */
export type ProvenanceOf = (origin: PermitOrigin, info: ReleaseInfo) => Promise<Provenance>;

/** Reads definitions on first use: the bundled ones, and those in `ownSources`. */
export function provenanceReader(ownSources: string | null): ProvenanceOf {
  let loaded: Promise<FactsOf> | null = null;
  return async (origin, info) => {
    loaded ??= loadSources(ownSources).catch((error: unknown) => {
      // A definition that the operator has mended is read by the next request.
      loaded = null;
      throw error;
    });
    // The rules of tags take a tenth of a second to compile, which a server without such a request saves.
    const { tagProvenance } = await import('./tag-provenance.js');
    return { ...provenance(origin, info, await loaded), tags: tagProvenance(origin.permit) };
  };
}

/** What a definition says; nothing if the source is not in the catalog any more. */
interface SourceFacts {
  readonly homepage: string | null;
  readonly columns: ReadonlyMap<string, readonly string[]>;
}

async function loadSources(ownSources: string | null): Promise<FactsOf> {
  const [{ loadCatalog }, { columnsByField }] = await Promise.all([
    import('../sources/source/load-catalog.js'),
    import('../sources/source/columns-by-field.js'),
  ]);
  const catalog: SourceCatalog = loadCatalog(ownSources === null ? {} : { directory: ownSources });
  return (sourceId) => {
    const definition = catalog.get(sourceId)?.definition;
    if (definition === undefined) return { homepage: null, columns: new Map() };
    return { homepage: definition.homepage ?? null, columns: columnsByField(definition) };
  };
}

type FactsOf = (sourceId: string) => SourceFacts;

function provenance(
  { permit, source, key, otherKeys, merged }: PermitOrigin,
  info: ReleaseInfo,
  factsOf: FactsOf,
): Omit<Provenance, 'tags'> {
  return {
    id: permit.id,
    release_id: info.release_id,
    source: sourceOf(source, info, factsOf),
    row_key: key,
    other_row_keys: [...otherKeys],
    other_sources: merged.map(({ id, source: other, keys: [row_key, ...other_row_keys] }) => ({
      source: sourceOf(other, info, factsOf),
      row_key,
      other_row_keys,
      permit_id: id,
    })),
    fields: knownFields(permit).map((field) => {
      const joined = permit.property_facts_joined?.[field];
      if (joined !== undefined) return joinedProvenance(field, joined);
      const giver = merged.find(({ fields }) => fields.includes(field));
      const given_by = giver && { permit_id: null, source_id: giver.source, row_key: giver.keys[0] };
      const own = ownProvenance(field, factsOf(giver?.source ?? source).columns);
      return { ...own, rule: `${own.rule}${partsText(field, merged)}`, given_by: given_by ?? null };
    }),
  };
}

/** A sentence on what other sources gave of a field, all or parts of it; empty without any. */
function partsText(field: string, merged: PermitOrigin['merged']): string {
  return merged
    .map(({ source, keys, fields }) => {
      const parts = fields.filter((name) => name.startsWith(`${field}.`));
      const names = fields.includes(field) ? ['all'] : parts.map((name) => name.slice(field.length + 1));
      return names.length === 0 ? '' : ` From the row "${keys[0]}" of ${source}: ${names.join(', ')}.`;
    })
    .join('');
}

function sourceOf(id: string, info: ReleaseInfo, factsOf: FactsOf): Provenance['source'] {
  const published = info.sources.find((source) => source.id === id);
  return {
    id,
    name: published?.name ?? id,
    license: published?.license ?? null,
    attribution: published?.attribution ?? null,
    homepage: factsOf(id).homepage,
    as_of: published?.as_of ?? null,
  };
}

/** The fields of the permit that have a value, in its order. */
function knownFields(permit: Permit): Exclude<keyof Permit, 'id'>[] {
  const fields = Object.keys(permit) as (keyof Permit)[];
  return fields
    .filter((field) => field !== 'id')
    .filter((field) => {
      const value = permit[field];
      return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined;
    });
}

type KnownField = Exclude<keyof Permit, 'id'>;

function joinedProvenance(field: KnownField, given_by: FactGiver): FieldProvenance {
  const rule =
    given_by.permit_id === null
      ? 'The row does not state it; a row of an assessor for its parcel or building does.'
      : 'The row does not state it; other permits of its building do, and all of them agree.';
  return { field, derivation: 'joined', columns: [], rule, given_by };
}

function ownProvenance(field: KnownField, columns: SourceFacts['columns']): FieldProvenance {
  const { derivation, from, rule } = permitRules[field];
  const read = [...new Set(from.flatMap((name) => columns.get(name) ?? []))];
  return { field, derivation, columns: read, rule, given_by: null };
}
