/**
 * Chooses the source of a file that was given without one: by its columns and by where its rows are from. Cities share
 * programs and standards, so columns alone decide only where no other source has nearly as many of them.
 */
import { shellWord } from '../../base/shell-word.js';
import { UserError } from '../../base/user-error.js';
import type { Geography } from '../../geography/geography.js';
import { readSample } from '../draft/read-sample.js';
import { placeOfRow, type RowPlace } from '../draft/row-place.js';
import type { SourceRow } from '../mapping/value.js';
import { firstRows } from '../read/first-rows.js';
import type { CatalogSource } from '../source/catalog-source.js';
import { isSample } from '../source/other-sources.js';
import { foldedColumn, foundColumns, rowColumns } from './same-place.js';

/** Rows of a file that are read. */
const triedRows = 100;
/** A source fits if the file has this share of its columns, or so many as no other office has by chance. */
const minShare = 0.6;
const enoughColumns = 12;
const nearlyAll = 0.9;
/** The next source has at most this share of the columns that the best one has. */
const clearly = 0.8;
/** Share of the rows that say where they are from which must, or may not, be elsewhere. */
const most = 0.5;
/** Sources that a message names. */
const namedSources = 4;

interface Fit {
  readonly source: CatalogSource;
  /** Columns of the source that the file has, of how many. */
  readonly found: number;
  readonly share: number;
  /** Whether the rows are from its place; null if they do not say. */
  readonly isThere: boolean | null;
}

interface Choice {
  readonly source: CatalogSource;
  /** Why, for a person: a sentence. */
  readonly reason: string;
}

/** The source of the file at `path`; throws a UserError that says why none or none alone fits. */
export async function chooseSource(
  path: string,
  sources: readonly CatalogSource[],
  geography: Geography,
): Promise<Choice> {
  const { rows, columns = [] } = await readSample(path, triedRows);
  const names = new Set(
    [...rows.flatMap((row) => Object.keys(row)), ...[...columns].map(({ name }) => name)].map(foldedColumn),
  );
  const likely = sources.filter((source) => !isSample(source.id) && isLikely(source, names));
  const tried = await Promise.all(likely.map((source) => fitOf(path, source, names, geography)));
  const fits = tried.filter((fit) => fit !== null).sort((a, b) => b.found - a.found);
  const here = fits.filter(({ isThere }) => isThere !== false);
  const confirmed = here.filter(({ isThere }) => isThere === true);
  const [best, next] = confirmed.length > 0 ? confirmed : here;
  if (best === undefined) throw noneFits(path, fits);
  const isClear = next === undefined || next.found <= clearly * best.found;
  const isSure = best.isThere === true || (best.found >= enoughColumns && best.share >= nearlyAll);
  if (isClear && isSure) return { source: best.source, reason: reasonOf(path, best) };
  throw notAlone(path, isClear ? [best] : here);
}

/** Whether the file has enough columns of the source: of two that are alternatives it has one. */
function isLikely(source: CatalogSource, names: ReadonlySet<string>): boolean {
  const count = foundColumns(source, names);
  return count >= enoughColumns || count >= minShare * rowColumns(source).length;
}

function reasonOf(path: string, { source, found: count, isThere }: Fit): string {
  const { name, state } = source.context.jurisdiction;
  const where = isThere === true ? `, and its rows are from ${name}, ${state}` : '';
  return `${path} was read as a file of ${source.id} (${source.name}): it has ${count} of its ${rowColumns(source).length} columns${where}. Another one: --source ID.`;
}

function noneFits(path: string, elsewhere: readonly Fit[]): UserError {
  const [first] = elsewhere;
  const why =
    first === undefined
      ? 'no definition has its columns'
      : `its columns are those of ${listed(elsewhere)}, but its rows are from elsewhere`;
  return new UserError(`No source is known for ${path}: ${why}.`, {
    hint: `Draft a definition: lintel source new ${shellWord(path)} --id ID. Or name one of lintel source list with --source.`,
  });
}

function notAlone(path: string, fits: readonly Fit[]): UserError {
  const why =
    fits.length > 1
      ? `${listed(fits)} have its columns`
      : `it has columns of ${listed(fits)}, but nothing in its rows says that they are from there`;
  return new UserError(`Which source ${path} is of cannot be told: ${why}.`, {
    hint: `Name it: --source ${fits[0]?.source.id}.`,
  });
}

function listed(fits: readonly Fit[]): string {
  const ids = fits.slice(0, namedSources).map(({ source }) => source.id);
  return fits.length > ids.length
    ? `${ids.join(', ')} and ${fits.length - ids.length} more`
    : ids.join(' and ');
}

/** How the file fits; null if the source cannot read it, or none of its rows has a key. */
async function fitOf(
  path: string,
  source: CatalogSource,
  names: ReadonlySet<string>,
  geography: Geography,
): Promise<Fit | null> {
  try {
    const items = await firstRows(path, source, triedRows);
    const rows = items.flatMap((item) =>
      'row' in item && source.rowKey(item.row) !== null ? [item.row] : [],
    );
    if (rows.length === 0) return null;
    const count = foundColumns(source, names);
    const share = count / rowColumns(source).length;
    return { source, found: count, share, isThere: areThere(rows, source, geography) };
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

/** Whether most rows that say where they are from are from a place of the source; null if none says. */
function areThere(rows: readonly SourceRow[], source: CatalogSource, geography: Geography): boolean | null {
  // Where holders of licences live is not who licenses them.
  if (source.kind === 'contractors') return null;
  const own = [source.context, ...(source.otherContexts ?? [])].map(({ jurisdiction }) => jurisdiction);
  const isOwn = ({ state, countyGeoid }: RowPlace) =>
    own.some(
      (one) =>
        (state === null || state === one.state) &&
        (countyGeoid === null || one.countyGeoid === null || countyGeoid === one.countyGeoid),
    );
  const places = rows.map((row) => placeOfRow(source.map(row).fields, own[0]?.state ?? null, geography));
  const elsewhere = places.filter((place) => !isOwn(place));
  if (elsewhere.length > places.length * most) return false;
  const said = places.filter(({ countyGeoid }) => countyGeoid !== null);
  return said.length === 0 ? null : said.filter(isOwn).length > said.length * most;
}
