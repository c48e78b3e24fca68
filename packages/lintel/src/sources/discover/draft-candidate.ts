/** The draft of a dataset that was found, and its trial on the rows that were read. No I/O. */

import { slug } from '../../base/slug.js';
import type { SourceKind } from '../../base/source-kind.js';
import { UserError } from '../../base/user-error.js';
import type { Geography } from '../../geography/geography.js';
import type { Jurisdiction } from '../definition/catalog-schema.js';
import type { NamedColumn } from '../draft/columns/profile.js';
import type { Draft, Sample } from '../draft/draft-definition.js';
import type { PlaceOptions } from '../draft/draft-place.js';
import { draftSample } from '../draft/draft-sample.js';
import { type Trial, trySource } from '../draft/source-trial.js';
import { faultsOf } from '../draft/verdict.js';
import { makeSource } from '../source/catalog-source.js';
import { addressOf, type FoundDataset } from './found-dataset.js';
import type { PlaceHint } from './place-hint.js';
import type { Reading } from './portal-reader.js';

export interface CandidateDraft {
  readonly draft: Draft;
  readonly trial: Trial;
  readonly faults: readonly string[];
  /** Rows of the whole dataset. */
  readonly count: number | null;
  readonly columns: readonly NamedColumn[];
}

interface CandidateOptions {
  readonly kind: SourceKind;
  readonly today: string;
  /** Of an earlier draft of it. */
  readonly id?: string;
}

/** Rows that the report shows beside their records. */
const shownRows = 3;
/** What ids of the catalog end with. */
const endings: Readonly<Record<SourceKind, string>> = {
  permits: '',
  contractors: '-contractors',
  decisions: '-planning',
  properties: '-parcels',
};

/** Throws a UserError if nothing says where its rows are from. */
export function draftCandidate(
  dataset: FoundDataset,
  reading: Reading,
  hint: PlaceHint,
  taken: ReadonlySet<string>,
  { kind, today, id }: CandidateOptions,
  geography: Geography,
): CandidateDraft {
  const columns = columnsOf(dataset, reading);
  const sample: Sample = {
    format: reading.format,
    rows: reading.rows,
    columns,
    fetch: dataset.fetch,
    metadata: {
      license: dataset.license,
      attribution: dataset.publisher,
      homepage: dataset.homepage ?? addressOf(dataset),
    },
  };
  const make = (name: string) => draftAt(sample, { id: name, kind }, hint, geography);
  const first = make(id ?? 'draft');
  const draft = id === undefined ? make(freeId(first, kind, taken)) : first;
  const source = makeSource(draft.definition, 'the draft');
  const items = reading.rows.map((row, index) => ({ row, line: index + 1 }));
  const trial = trySource(source, items, geography, { today, shown: shownRows });
  const faults = faultsOf(
    source,
    trial,
    columns.map(({ name }) => name),
  );
  return { draft, trial, faults, count: reading.count ?? dataset.rows, columns };
}

/** Columns as the portal lists them, else the catalog, else those of the first row. */
export function columnsOf({ columns }: FoundDataset, reading: Reading): readonly NamedColumn[] {
  const listed = reading.columns.length > 0 ? reading.columns : columns;
  return listed.length > 0 ? listed : Object.keys(reading.rows[0] ?? {}).map((name) => ({ name }));
}

/** The draft for the first of the places that the rows do not contradict by lacking it. */
function draftAt(
  sample: Sample,
  settings: { readonly id: string; readonly kind: SourceKind },
  hint: PlaceHint,
  geography: Geography,
): Draft {
  let failure: unknown;
  for (const place of placesOf(hint, settings.kind)) {
    try {
      return draftSample(sample, { ...settings, ...place }, geography);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** The place that the catalog entry names, else that of the rows, else that of the rows in the state that is known. */
function placesOf({ state, county, city, geoid, isStatewide }: PlaceHint, kind: SourceKind): PlaceOptions[] {
  if (city !== null) return [{ state: city.state, city: city.name, ...(geoid !== null && { geoid }) }];
  if (county !== null) return [{ state: county.state, county: county.name }];
  if (state === null) return [{}];
  // Where most licence holders live is not who licenses them.
  if (isStatewide || kind === 'contractors') return [{ state: state.code, isStatewide: true }];
  return [{}, { state: state.code }];
}

/** `elm-city-ks`, or `elm-city-ks-2` where another source has that. */
function freeId({ definition }: Draft, kind: SourceKind, taken: ReadonlySet<string>): string {
  const { name, state, county_geoid } = definition.jurisdiction as Jurisdiction;
  const place = county_geoid === null ? slug(name) : `${slug(name)}-${state.toLowerCase()}`;
  const base = `${place}${endings[kind]}`;
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(id)) return id;
  }
}
