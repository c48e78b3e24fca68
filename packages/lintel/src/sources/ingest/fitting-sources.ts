/**
 * Which sources of a catalog a file may belong to, for messages about a file given for the wrong one: cities
 * publish the same permits in several shapes, each with its own definition.
 */
import { UserError } from '../../base/user-error.js';
import { firstRows } from '../read/first-rows.js';
import { NotOfSource } from '../read/not-of-source.js';
import type { CatalogSource } from '../source/catalog-source.js';
import { isSample, otherSourcesOf } from '../source/other-sources.js';

/** Rows of a file that are checked. */
const triedRows = 20;
/** A source fits better than another if it finds this multiple of the share of its columns. */
const betterBy = 2;

/** A source that can read a file, with the share of its columns that the file has, 0 to 1. */
interface Fit {
  readonly source: CatalogSource;
  readonly share: number;
}

/** The sources that can read the file, the one that finds most of its columns first. Stores nothing. */
export async function fittingSources(
  path: string,
  sources: readonly CatalogSource[],
): Promise<CatalogSource[]> {
  const fits = await fitsOf(path, sources);
  return fits.map(({ source }) => source);
}

/** The source of the same place that finds far more of its columns in the file; null if none does. */
export async function betterSource(
  path: string,
  source: CatalogSource,
  sources: readonly CatalogSource[],
): Promise<CatalogSource | null> {
  const others = otherSourcesOf(source, sources);
  if (others.length === 0) return null;
  const fits = await fitsOf(path, [source, ...others]);
  const own = fits.find((fit) => fit.source.id === source.id);
  const [best] = fits;
  return own !== undefined && best !== undefined && best.share >= betterBy * own.share ? best.source : null;
}

async function fitsOf(path: string, sources: readonly CatalogSource[]): Promise<Fit[]> {
  const fits: Fit[] = [];
  for (const source of sources) {
    if (isSample(source.id)) continue;
    const share = await shareOf(path, source);
    if (share > 0) fits.push({ source, share });
  }
  return fits.sort((a, b) => b.share - a.share);
}

/** The share of the source's columns that the first rows have; 0 if it cannot read them or none has a key. */
async function shareOf(path: string, source: CatalogSource): Promise<number> {
  try {
    const items = await firstRows(path, source, triedRows);
    const rows = items.flatMap((item) => ('row' in item ? [item.row] : []));
    if (rows.every((row) => source.rowKey(row) === null)) return 0;
    const names = new Set(rows.flatMap((row) => Object.keys(row)));
    return source.columns.filter((column) => names.has(column)).length / source.columns.length;
  } catch (error) {
    if (error instanceof UserError) return 0;
    throw error;
  }
}

/**
 * A refusal with the source probably meant: the one that can read the file at `path`, else the others of the
 * same place. Any other error is returned unchanged.
 */
export async function withMeantSource(
  failure: UserError,
  source: CatalogSource,
  sources: readonly CatalogSource[],
  path: string | null,
): Promise<UserError> {
  if (path !== null && !(failure instanceof NotOfSource)) return failure;
  const others = sources.filter(({ id }) => id !== source.id);
  const fits = path === null ? [] : await fittingSources(path, others);
  const meant =
    fits.length > 0 ? `It fits ${listed(fits)}: --source ${fits[0]?.id}.` : siblingsText(source, sources);
  if (meant === null) return failure;
  const hint = failure.hint === null ? meant : `${failure.hint} ${meant}`;
  return new UserError(failure.message, { hint, cause: failure });
}

function siblingsText(source: CatalogSource, sources: readonly CatalogSource[]): string | null {
  const siblings = otherSourcesOf(source, sources);
  if (siblings.length === 0) return null;
  const { name } = source.context.jurisdiction;
  return `Of ${name} there ${siblings.length === 1 ? 'is' : 'are'} also ${listed(siblings)}.`;
}

/** `austin-tx (City of Austin, issued construction permits; from its portal)`. */
function listed(sources: readonly CatalogSource[]): string {
  return sources
    .map(({ id, name, fetch }) => `${id} (${name}; ${fetch === null ? 'from files' : 'from its portal'})`)
    .join(', ');
}
