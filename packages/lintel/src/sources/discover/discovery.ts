/**
 * A search of the public catalogs for datasets that are sources of a kind: catalogs are asked side by side, what they
 * list is ranked by titles and columns, and of the best a page of rows is read and a definition drafted.
 *
 * A catalog or dataset that fails is reported and the others go on. With a journal the search continues after a break.
 */
import type { Progress } from '../../base/progress.js';
import type { SourceKind } from '../../base/source-kind.js';
import { UserError } from '../../base/user-error.js';
import type { Geography } from '../../geography/geography.js';
import type { Jurisdiction } from '../definition/catalog-schema.js';
import type { Draft } from '../draft/draft-definition.js';
import type { Trial } from '../draft/source-trial.js';
import type { CatalogSource } from '../source/catalog-source.js';
import { type Area, boxOf, isOfArea } from './area.js';
import { type CandidateDraft, columnsOf, draftCandidate } from './draft-candidate.js';
import { type FoundDataset, identityOf, mergeFound } from './found-dataset.js';
import { likenessOf, queriesOf, scoreOf, titleLikeness } from './likeness.js';
import { type PlaceHint, PlaceHints } from './place-hint.js';
import { layersOf, type PortalReader, RobotsRefusal } from './portal-reader.js';
import type { CatalogPage, PublicCatalog } from './public-catalog.js';

/** What became of asking one catalog. */
export interface CatalogOutcome {
  readonly name: string;
  /** Datasets that it listed. */
  readonly found: number;
  /** Why it was not asked to its end; null if it was. */
  readonly failure: string | null;
  /** Whether the reason is its robots.txt, which will be the same next time. */
  readonly isRefused: boolean;
}

/** A dataset that looks right, with its draft. */
export interface Candidate {
  readonly identity: string;
  readonly dataset: FoundDataset;
  /** 0 to 100. */
  readonly score: number;
  readonly rows: number | null;
  readonly draft: Draft;
  readonly trial: Trial;
  /** What the trial of the draft shows to be wrong, a sentence each. */
  readonly faults: readonly string[];
  /** Ids of sources of the kind that the catalog has of the place: they may hold the same records. */
  readonly neighbours: readonly string[];
}

/** A dataset that was left out, and why. */
export interface LeftOut {
  readonly identity: string;
  readonly dataset: FoundDataset;
  readonly score: number;
  readonly reason: string;
}

export interface Discovery {
  readonly catalogs: readonly CatalogOutcome[];
  /** Different datasets that the catalogs listed. */
  readonly found: number;
  /** How many of them do not look like the kind, or are of another place. */
  readonly unlike: number;
  readonly elsewhere: number;
  /** Those that the catalog of sources has: identity → id of the source. */
  readonly known: ReadonlyMap<string, string>;
  /** Best first. */
  readonly candidates: readonly Candidate[];
  /** Read, and not fit; or they could not be read. */
  readonly leftOut: readonly LeftOut[];
  /** Not read yet, best first. */
  readonly waiting: readonly LeftOut[];
}

interface DiscoveryOptions {
  readonly kind: SourceKind;
  readonly area: Area;
  /** Datasets to read. */
  readonly most: number;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** Identity → id of a draft of an earlier search, which stays. */
  readonly ids: ReadonlyMap<string, string>;
  /** Further ids that are taken. */
  readonly taken: readonly string[];
}

interface DiscoveryTools {
  readonly catalogs: readonly PublicCatalog[];
  readonly reader: PortalReader;
  readonly sources: readonly CatalogSource[];
  readonly geography: Geography;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Pages of one search of a catalog: what comes later is hardly what was meant. */
const maxPages = 4;
/** Datasets of one page that are looked at, also of a catalog that does not heed how many it is asked for. */
const maxOfPage = 1000;
/** And of one catalog. */
const maxOfCatalog = 10_000;
/** Datasets that are less like the kind are not read, and drafts that are less like it are left out. */
const leastLikely = 0.3;
const leastLike = 0.43;
/** What a draft is worth with each thing that its trial shows to be wrong. */
const ofFault = 0.9;
/** Rows of a dataset that are read. */
const sampleRows = 500;
/** Layers of one service that are looked at. */
const maxLayers = 5;
/** A service of more layers than these is only looked at for layers with the right name. */
const fewLayers = 2;

export async function discover(options: DiscoveryOptions, tools: DiscoveryTools): Promise<Discovery> {
  const { outcomes, found } = await askCatalogs(options, tools);
  const merged = mergeFound(found);
  const hints = new PlaceHints(tools.geography, tools.sources);
  const sourceOf = knownSources(tools.sources);
  const known = new Map<string, string>();
  const likely: Likely[] = [];
  let elsewhere = 0;
  let unlike = 0;
  const nowMs = Date.parse(options.today);
  for (const [identity, dataset] of merged) {
    const source = sourceOf.get(identity);
    if (source !== undefined) {
      if (isOfArea(source.definition.jurisdiction, options.area)) known.set(identity, source.id);
      else elsewhere += 1;
      continue;
    }
    const hint = hints.of(dataset);
    const likeness = likenessOf(options.kind, dataset.title, dataset.columns);
    if (hintIsElsewhere(hint, options.area)) elsewhere += 1;
    else if (likeness < leastLikely) unlike += 1;
    else likely.push({ identity, dataset, hint, score: scoreOf(likeness, dataset, dataset.rows, nowMs) });
  }
  // What may be of any place is read after what is of this one.
  const isPlaced = ({ hint }: Likely) => options.area.state === null || hint.state !== null;
  likely.sort((a, b) => Number(isPlaced(b)) - Number(isPlaced(a)) || byScore(a, b));
  const read = await readLikely(likely, sourceOf, options, tools);
  return {
    catalogs: outcomes,
    found: merged.size,
    unlike,
    elsewhere: elsewhere + read.elsewhere,
    known: new Map([...known, ...read.known]),
    candidates: read.candidates.sort(byScore),
    leftOut: read.leftOut.sort(byScore),
    waiting: likely.slice(read.next).map(({ hint: _hint, ...one }) => ({ ...one, reason: 'not read yet' })),
  };
}

interface Likely {
  readonly identity: string;
  readonly dataset: FoundDataset;
  readonly hint: PlaceHint;
  readonly score: number;
}

function byScore(a: { score: number; identity: string }, b: { score: number; identity: string }): number {
  return b.score - a.score || (a.identity < b.identity ? -1 : 1);
}

async function askCatalogs(
  options: DiscoveryOptions,
  tools: DiscoveryTools,
): Promise<{ outcomes: CatalogOutcome[]; found: FoundDataset[] }> {
  const { catalogs, progress } = tools;
  progress.step('Asking catalogs', catalogs.length, 'catalogs');
  const answers = await Promise.all(
    catalogs.map(async (catalog) => {
      const found: FoundDataset[] = [];
      let failure: UserError | null = null;
      try {
        for (const words of wordsFor(catalog, options)) await askFor(words, catalog, options, tools, found);
      } catch (error) {
        if (!(error instanceof UserError) || tools.signal.aborted) throw error;
        failure = error;
      }
      progress.advance(1);
      const isRefused = failure instanceof RobotsRefusal;
      const outcome = {
        name: catalog.name,
        found: found.length,
        failure: failure?.message ?? null,
        isRefused,
      };
      return { outcome, found };
    }),
  );
  const outcomes = answers.map(({ outcome }) => outcome);
  if (outcomes.every(({ failure, found }) => failure !== null && found === 0)) {
    throw new UserError('No catalog answered. Is this machine connected to the internet?', {
      list: outcomes.map(({ name, failure }) => `${name}: ${failure}`),
    });
  }
  return { outcomes, found: answers.flatMap(({ found }) => found) };
}

/** Catalogs that do not know places are also asked for the name of the place. */
function wordsFor({ knowsPlaces }: PublicCatalog, { kind, area }: DiscoveryOptions): string[] {
  const queries = queriesOf(kind);
  if (knowsPlaces || area.state === null) return [...queries];
  const name = area.city?.name ?? area.county?.name ?? area.name;
  return [...queries.map((words) => `${words} ${name}`), ...queries];
}

async function askFor(
  words: string,
  catalog: PublicCatalog,
  { area }: DiscoveryOptions,
  { reader, geography, signal }: DiscoveryTools,
  found: FoundDataset[],
): Promise<void> {
  const box = boxOf(area, geography);
  let next: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    signal.throwIfAborted();
    const from: string | null = next;
    const expected = `a page of the catalog ${catalog.name}`;
    const page: CatalogPage = await reader.json(
      { ...catalog.request({ words, box }, from), expected },
      (answer) => catalog.page(answer, from),
    );
    for (const dataset of page.found.slice(0, maxOfPage)) found.push(dataset);
    next = page.next;
    if (next === null || found.length >= maxOfCatalog) return;
  }
}

function knownSources(sources: readonly CatalogSource[]): ReadonlyMap<string, CatalogSource> {
  return new Map(
    sources.flatMap((source) => (source.fetch === null ? [] : [[identityOf(source.fetch), source] as const])),
  );
}

/** Only what is known for certain leaves a dataset out: its rows may say more. */
function hintIsElsewhere({ state, county, city }: PlaceHint, area: Area): boolean {
  if (state === null || area.state === null) return false;
  const countyGeoid = county?.geoid ?? city?.countyGeoid ?? null;
  return !isOfArea({ state: state.code, county_geoid: countyGeoid }, area);
}

/** Reads the best until enough were read. */
async function readLikely(
  likely: readonly Likely[],
  sourceOf: ReadonlyMap<string, CatalogSource>,
  options: DiscoveryOptions,
  tools: DiscoveryTools,
) {
  const { progress, signal } = tools;
  const candidates: Candidate[] = [];
  const leftOut: LeftOut[] = [];
  const known = new Map<string, string>();
  const taken = new Set([...tools.sources.map(({ id }) => id), ...options.ids.values(), ...options.taken]);
  const total = Math.min(options.most, likely.length);
  const seen = new Set<string>();
  let elsewhere = 0;
  progress.step('Reading datasets', total, 'datasets');
  for (const one of likely.slice(0, total)) {
    signal.throwIfAborted();
    try {
      for (const dataset of await layersLike(one.dataset, options.kind, tools)) {
        const identity = identityOf(dataset.fetch);
        const source = sourceOf.get(identity);
        if (source !== undefined) known.set(identity, source.id);
        if (source !== undefined || seen.has(identity)) continue;
        seen.add(identity);
        const reading = await tools.reader.rows(dataset, sampleRows);
        if (!reading.rows.some((row) => Object.keys(row).length > 0)) throw new UserError('It has no rows.');
        const listed = columnsOf(dataset, reading);
        if (likenessOf(options.kind, dataset.title, listed) < leastLikely)
          throw new UserError(unlikeReason(options.kind));
        const id = options.ids.get(identity);
        const draft = draftCandidate(
          dataset,
          reading,
          one.hint,
          taken,
          { ...options, ...(id && { id }) },
          tools.geography,
        );
        const outcome = judge(identity, dataset, draft, options, tools.sources);
        if (outcome === 'elsewhere') elsewhere += 1;
        else if ('reason' in outcome) leftOut.push(outcome);
        else {
          candidates.push(outcome);
          taken.add(String(outcome.draft.definition.id));
        }
      }
    } catch (error) {
      if (!(error instanceof UserError) || signal.aborted) throw error;
      const { identity, dataset, score } = one;
      leftOut.push({ identity, dataset, score, reason: error.message });
    }
    progress.advance(1);
  }
  return { candidates, leftOut, known, elsewhere, next: total };
}

function unlikeReason(kind: SourceKind): string {
  return `Its columns are not those of ${kind}.`;
}

/** The dataset; of an ArcGIS service without a layer those of its layers that look right. */
async function layersLike(
  dataset: FoundDataset,
  kind: SourceKind,
  { reader }: DiscoveryTools,
): Promise<readonly FoundDataset[]> {
  const { fetch } = dataset;
  if (fetch.protocol !== 'arcgis' || /\/\d+$/.test(fetch.dataset)) return [dataset];
  const layers = await layersOf(reader, fetch);
  const isFew = layers.length <= fewLayers;
  return layers
    .map(({ id, name }) => ({ id, name, likeness: titleLikeness(kind, name) }))
    .filter(({ likeness }) => isFew || likeness >= leastLikely)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, maxLayers)
    .map(({ id, name }) => ({
      ...dataset,
      title: layers.length === 1 ? dataset.title : `${dataset.title}: ${name}`,
      fetch: { ...fetch, dataset: `${fetch.dataset}/${id}` },
    }));
}

function judge(
  identity: string,
  dataset: FoundDataset,
  { draft, trial, faults, count, columns }: CandidateDraft,
  { kind, area, today }: DiscoveryOptions,
  sources: readonly CatalogSource[],
): Candidate | LeftOut | 'elsewhere' {
  const { jurisdiction } = draft.definition as { jurisdiction: Jurisdiction };
  if (!isOfArea(jurisdiction, area)) return 'elsewhere';
  const fields = new Map(draft.fields.map(({ field, confidence }) => [field, confidence]));
  const likeness = likenessOf(kind, dataset.title, columns, fields);
  const score = Math.round(scoreOf(likeness, dataset, count, Date.parse(today)) * ofFault ** faults.length);
  if (likeness < leastLike) {
    return { identity, dataset, score, reason: unlikeReason(kind) };
  }
  const neighbours = sources
    .filter((source) => source.kind === kind && isSamePlace(source.definition.jurisdiction, jurisdiction))
    .map(({ id }) => id);
  return { identity, dataset, score, rows: count, draft, trial, faults, neighbours };
}

/** Names differ for one place: Nashville is also Nashville-Davidson, by the city that its rows do not name. */
function isSamePlace(a: Jurisdiction, b: Jurisdiction): boolean {
  if (a.state !== b.state) return false;
  const isSameCity =
    a.default_city !== null && a.default_city.toLowerCase() === b.default_city?.toLowerCase();
  return a.name === b.name || a.geoid === b.geoid || isSameCity;
}
