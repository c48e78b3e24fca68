/**
 * The files that the filters search, besides the records: their names, columns and the widths of their
 * records.
 */
import { placeColumns } from './terms.js';

export const columnFile = (name: string) => `permits.${name}.column`;
export const propertyColumnFile = (name: string) => `properties.${name}.column`;
/**
 * Keys of states, counties, cities, jurisdictions and ZIP codes with their numbers; and of ZIP codes with
 * extension.
 */
export const placesFile = 'places.keys';
export const zipExtsFile = 'zip-exts.keys';
export const permitPostings = 'permits.by-place';
/** Rows by pair of tags in each state. */
export const permitPairs = 'permits.by-pair';
export const zipExtPostings = 'permits.by-zip-ext';
/**
 * The same for places that only a further address of a permit is in, not the one in its columns. These three
 * exist only in releases with such permits.
 */
export const otherPlacePostings = 'permits.by-other-place';
export const otherZipExtPostings = 'permits.by-other-zip-ext';
/** Properties whose newest permit names them as a further address, by ZIP code with extension. */
export const otherZipExtProperties = 'properties.by-other-zip-ext';
export const propertyPostings = 'properties.by-place';
export const permitTexts = 'permits.descriptions';
export const contractorTexts = 'contractors.names';
/** Texts of permits that are sought by their beginning, letters and digits only; the column has the rank of each row's. */
export const soughtTexts = [
  { column: 'number', field: 'number', file: 'permits.by-number' },
  { column: 'parcel', field: 'parcel_number', file: 'permits.by-parcel' },
] as const;
export type SoughtText = (typeof soughtTexts)[number]['column'];
export const contractorLicenses = 'contractors.by-license';
export const contractorWebsites = 'contractors.by-website';
export const propertyOwners = 'properties.by-owner';
/** Facts of contractors: see `contractorFactWords`. */
export const contractorTotalsFile = 'contractors.facts';
export const contractorWork = 'contractors';
/** For each place, the rows that are the first of their contractor there. */
export const contractorFirsts = 'contractors.firsts';
/** Rows of all permits that name a contractor, grouped by property. */
export const contractorGrouped = 'contractors.grouped';
export const propertyWork = 'properties';
/** The jurisdictions of the properties in each place. */
export const placeJurisdictionsFile = 'places.jurisdictions';
/** The states of the permits in each cell of `cellStatesZoom`. */
export const cellStatesFile = 'permits.cells.states';
export const cellStatesZoom = 9;
/** The dates and tags of each jurisdiction's permits. */
export const jurisdictionCoverageFile = 'coverage.json';

/** Words of a contractor's permit: row, tags, facets, then the places in the order of their columns. */
export const contractorWorkWords = 3 + placeColumns.length;
/** Words of a property's permit: row, tags, facets. */
export const propertyWorkWords = 3;

/**
 * Doubles of a contractor's facts: total job value and mean inspection pass rate (NaN unknown), permits,
 * classifications as bits, and where the tallies begin and end in its record.
 */
export const contractorFactWords = 6;

/** Text by which a permit number, a licence, a web site or an owner is found. */
export const foldNumber = (text: string) => text.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '');
export const foldLicense = foldNumber;
/**
 * Text by which a contractor's name is searched (C61): its letters, without accents, its digits and `&`. Any text that
 * a name contains is contained in it folded, too.
 */
export const foldContractorName = (text: string) =>
  text
    .normalize('NFKD')
    .toUpperCase()
    // Letters, but for those that are apostrophes.
    .replace(/[^\p{L}\p{N}&]|\p{Lm}/gu, '');
export const foldWebsite = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/+$/, '');
export const foldOwner = (text: string) => text.trim().toUpperCase().replace(/\s+/g, ' ');
