/** The draft of a dataset that was found, and its trial on the rows that were read. No I/O. */
import type { SourceKind } from '../../base/source-kind.js';
import { UserError } from '../../base/user-error.js';
import type { Geography } from '../../geography/geography.js';
import type { Draft, Sample } from '../draft/draft-definition.js';
import type { PlaceOptions } from '../draft/draft-place.js';
import { draftSample } from '../draft/draft-sample.js';
import type { NamedColumn } from '../draft/profile.js';
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
  readonly listed: readonly NamedColumn[];
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
  const columns = reading.columns.length > 0 ? reading.columns : dataset.columns;
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
  const draft = id === undefined ? make(freeId(first, dataset.title, kind, taken)) : first;
  const source = makeSource(draft.definition, 'the draft');
  const items = reading.rows.map((row, index) => ({ row, line: index + 1 }));
  const trial = trySource(source, items, geography, { today, shown: shownRows });
  const faults = faultsOf(
    source,
    trial,
    columns.map(({ name }) => name),
  );
  const named = columns.length > 0 ? columns : Object.keys(reading.rows[0] ?? {}).map((name) => ({ name }));
  return { draft, trial, faults, count: reading.count ?? dataset.rows, listed: named };
}

/** The draft for the place that the publisher's name says, else that of the rows, else of the state that is known. */
function draftAt(
  sample: Sample,
  settings: { readonly id: string; readonly kind: SourceKind },
  { state, county, city, geoid }: PlaceHint,
  geography: Geography,
): Draft {
  const named: PlaceOptions =
    city !== null
      ? { state: city.state, city: city.name, ...(geoid !== null && { geoid }) }
      : county !== null
        ? { state: county.state, county: county.name }
        : {};
  const attempts: PlaceOptions[] = [named, ...(state === null ? [] : [{ state }])];
  let failure: unknown;
  for (const place of attempts) {
    try {
      return draftSample(sample, { ...settings, ...place }, geography);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** `elm-city-ks`, or with words of the title where the catalog has that. */
function freeId({ definition }: Draft, title: string, kind: SourceKind, taken: ReadonlySet<string>): string {
  const { name, state } = definition.jurisdiction as { name: string; state: string };
  const place = `${slug(name)}-${state.toLowerCase()}${endings[kind]}`;
  const titled = `${place}-${slug(title).slice(0, 40).replace(/-$/, '')}`.replace(/-$/, '');
  for (let number = 0; ; number += 1) {
    const id = number === 0 ? place : number === 1 ? titled : `${titled}-${number}`;
    if (!taken.has(id)) return id;
  }
}

function slug(text: string): string {
  return text
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
