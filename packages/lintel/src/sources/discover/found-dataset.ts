/**
 * A dataset as a public catalog lists it: what it is called, who publishes it, and how its rows are read. The same
 * dataset in several catalogs is one, by where its rows are.
 */
import { UserError } from '../../base/user-error.js';
import { cutText, wellFormed } from '../../refine/record/text.js';
import type { Format } from '../definition/catalog-schema.js';
import type { FetchDefinition } from '../definition/fetch-schema.js';
import type { NamedColumn } from '../draft/columns/profile.js';
import { fetchOfAddress } from '../draft/portal-address.js';

export interface FoundDataset {
  /** Catalogs that list it, such as `Socrata`. */
  readonly catalogs: readonly string[];
  readonly title: string;
  /** Plain text, cut. */
  readonly description: string;
  readonly publisher: string | null;
  readonly homepage: string | null;
  readonly license: string | null;
  /** Milliseconds since 1970 UTC; null if the catalog does not say. */
  readonly updatedMs: number | null;
  /** Whether the catalog says that an authority publishes it; null if it says nothing. */
  readonly isOfficial: boolean | null;
  /** How its rows are read; the dataset of an ArcGIS service may lack the layer. */
  readonly fetch: FetchDefinition;
  readonly format: Format;
  /** Empty where the catalog does not list them. */
  readonly columns: readonly NamedColumn[];
  /** Rows, where the catalog counts them. */
  readonly rows: number | null;
  /** The middle of its extent in degrees; null without one, or where the extent is larger than a state. */
  readonly middle: { readonly lat: number; readonly lng: number } | null;
}

/** Characters of a description that are kept. */
const keptChars = 1000;
/** Characters of an address; a longer one leads nowhere. */
const maxAddressChars = 2000;
/** Characters of a homepage, as a definition may have them. */
const maxHomepageChars = 500;
/** Characters of an id, and of a column's name: the longest in use are far shorter. */
const maxNameChars = 200;
/** Columns of a dataset that are kept. */
const maxColumns = 1000;
/** The latest time that a `Date` can hold, in milliseconds. */
const lastTimeMs = 8.64e15;
/** Degrees: a wider extent says nothing about the place. */
const widestExtent = 12;

/** One dataset has one identity, in whatever catalog and spelling it is found. */
export function identityOf(fetch: FetchDefinition): string {
  const { protocol, base_url, dataset } = fetch;
  if (protocol === 'socrata') return `socrata ${dataset}`;
  const address = `${base_url}/${dataset}`.replace(/^https?:\/\//, '').replace(/\/+$/, '');
  // A service may offer the same layers for reading and for drawing.
  if (protocol === 'arcgis')
    return `arcgis ${address.toLowerCase().replace(/(?:feature|map)server/, 'server')}`;
  // The file of a CKAN resource and its table hold the same rows.
  const resource = /^([^/]+)\/.*\/resource\/([0-9a-f-]{36})(?:\/|$)/.exec(address);
  return resource === null ? `${protocol} ${address}` : `ckan ${resource[1]}/${resource[2]}`;
}

/** The web address of the dataset, for people. */
export function addressOf({ fetch, homepage }: Pick<FoundDataset, 'fetch' | 'homepage'>): string {
  const { protocol, base_url, dataset } = fetch;
  if (protocol === 'socrata') return `${base_url}/d/${dataset}`;
  if (protocol === 'ckan') return homepage ?? base_url;
  return `${base_url}/${dataset}`;
}

const service = /^(.*?\/rest\/services)\/(.+?\/(?:Feature|Map)Server)\/?(?:\?.*)?$/i;

/** How the rows at an address are read, also of an ArcGIS service without a layer; null if Lintel cannot. */
export function fetchAt(address: unknown): FetchDefinition | null {
  if (!isWebAddress(address) || address.length > maxAddressChars) return null;
  const whole = service.exec(address);
  if (whole !== null) return { protocol: 'arcgis', base_url: whole[1] ?? '', dataset: whole[2] ?? '' };
  try {
    return fetchOfAddress(address);
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

/** Text of a catalog, which may be HTML, as plain text on one line; null if there is none. */
export function plainText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = wellFormed(value.slice(0, keptChars * 4))
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
  return text === '' ? null : cutText(text, keptChars);
}

/** The id of a dataset in its catalog, of which an address can be made; null if it is none. */
export function idIn(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) && value.length <= maxNameChars
    ? value
    : null;
}

/** The page of a dataset for people; null if the value is not the address of one. */
export function homepageIn(value: unknown): string | null {
  return isWebAddress(value) && value.length <= maxHomepageChars ? value : null;
}

function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\/[^\p{Cc}\p{Cs}]+$/iu.test(value) && URL.canParse(value);
}

/** Columns as a catalog lists them; those without a name that is one are left out. */
export function columnsIn(
  listed: readonly { readonly name: unknown; readonly type: unknown }[],
): NamedColumn[] {
  return listed
    .slice(0, maxColumns)
    .flatMap(({ name, type }) =>
      typeof name === 'string' && name !== '' && name.length <= maxNameChars
        ? [{ name, type: typeof type === 'string' ? type : null }]
        : [],
    );
}

/** A time in milliseconds or as ISO 8601; null if it is neither. */
export function timeOf(value: unknown): number | null {
  const ms = typeof value === 'number' ? value : Date.parse(typeof value === 'string' ? value : '');
  return ms > 0 && ms <= lastTimeMs ? ms : null;
}

/** The middle of `[[west, south], [east, north]]` in degrees; null if it is wider than a place. */
export function middleOf(extent: unknown): FoundDataset['middle'] {
  if (!Array.isArray(extent) || !Array.isArray(extent[0]) || !Array.isArray(extent[1])) return null;
  const [west, south, east, north] = [...extent[0].slice(0, 2), ...extent[1].slice(0, 2)].map(degreesIn);
  if (west === undefined || south === undefined || east === undefined || north === undefined) return null;
  if (!(Math.abs(east - west) <= widestExtent && Math.abs(north - south) <= widestExtent)) return null;
  return { lat: (south + north) / 2, lng: (west + east) / 2 };
}

/** A number of degrees; NaN for anything else. */
export function degreesIn(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

/** Datasets of one identity become one that has what any of them says. */
export function mergeFound(found: readonly FoundDataset[]): Map<string, FoundDataset> {
  const merged = new Map<string, FoundDataset>();
  for (const dataset of found) {
    const identity = identityOf(dataset.fetch);
    const first = merged.get(identity);
    merged.set(identity, first === undefined ? dataset : both(first, dataset));
  }
  return merged;
}

function both(first: FoundDataset, second: FoundDataset): FoundDataset {
  return {
    ...first,
    catalogs: [...new Set([...first.catalogs, ...second.catalogs])],
    publisher: first.publisher ?? second.publisher,
    homepage: first.homepage ?? second.homepage,
    license: first.license ?? second.license,
    updatedMs: first.updatedMs ?? second.updatedMs,
    isOfficial: first.isOfficial ?? second.isOfficial,
    columns: first.columns.length > 0 ? first.columns : second.columns,
    rows: first.rows ?? second.rows,
    middle: first.middle ?? second.middle,
  };
}
