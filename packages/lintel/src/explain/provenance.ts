/**
 * Where each value of a published permit comes from, found in the release and the definition of its source alone:
 * servers need no raw store for it, and nothing of a raw row but its key can get out. `trace-permit.ts` shows the
 * values too, to those who have the raw store.
 */
import type { FieldProvenance, Permit, Provenance, ReleaseInfo } from '@lintel/contract';
import type { PermitOrigin } from '../format/segment/read-origin.js';
import type { SourceCatalog } from '../sources/source/load-catalog.js';
import { permitRules } from './permit-rules.js';

/** The provenance of a permit whose origin is known. */
export type ProvenanceOf = (origin: PermitOrigin, info: ReleaseInfo) => Promise<Provenance>;

/** Reads definitions on first use: the bundled ones, and those in `ownSources`. */
export function provenanceReader(ownSources: string | null): ProvenanceOf {
  let loaded: Promise<(sourceId: string) => SourceFacts> | null = null;
  return async (origin, info) => {
    loaded ??= loadSources(ownSources).catch((error: unknown) => {
      // A definition that the operator has mended is read by the next request.
      loaded = null;
      throw error;
    });
    // The rules of tags take a tenth of a second to compile, which a server without such a request saves.
    const { tagProvenance } = await import('./tag-provenance.js');
    const facts = (await loaded)(origin.source);
    return { ...provenance(origin, info, facts), tags: tagProvenance(origin.permit) };
  };
}

/** What a definition says; nothing if the source is not in the catalog any more. */
interface SourceFacts {
  readonly homepage: string | null;
  readonly columns: ReadonlyMap<string, readonly string[]>;
}

async function loadSources(ownSources: string | null): Promise<(sourceId: string) => SourceFacts> {
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

function provenance(
  { permit, source, key, otherKeys }: PermitOrigin,
  info: ReleaseInfo,
  { homepage, columns }: SourceFacts,
): Omit<Provenance, 'tags'> {
  const published = info.sources.find(({ id }) => id === source);
  return {
    id: permit.id,
    release_id: info.release_id,
    source: {
      id: source,
      name: published?.name ?? source,
      license: published?.license ?? null,
      attribution: published?.attribution ?? null,
      homepage,
      as_of: published?.as_of ?? null,
    },
    row_key: key,
    other_row_keys: [...otherKeys],
    fields: knownFields(permit).map((field) =>
      fieldProvenance(field, columns, permit.property_facts_joined?.[field] ?? null),
    ),
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

function fieldProvenance(
  field: Exclude<keyof Permit, 'id'>,
  columns: SourceFacts['columns'],
  given_by: FieldProvenance['given_by'],
): FieldProvenance {
  if (given_by !== null) {
    const rule =
      given_by.permit_id === null
        ? 'The row does not state it; a row of an assessor for its parcel or building does.'
        : 'The row does not state it; other permits of its building do, and all of them agree.';
    return { field, derivation: 'joined', columns: [], rule, given_by };
  }
  const { derivation, from, rule } = permitRules[field];
  const read = [...new Set(from.flatMap((name) => columns.get(name) ?? []))];
  return { field, derivation, columns: read, rule, given_by: null };
}
