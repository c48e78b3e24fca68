/**
 * Every limit of refinement in one place: longest texts, plausible dates, amounts and numbers, sizes of
 * caches.
 */

/**
 * Longest description in characters (UTF-16 units). Longer texts of any field are cut before anything else
 * reads them, and counted as `text_cut`.
 */
export const maxDescriptionLength = 10_000;

/** Longest text of any other field (numbers, types, names, addresses) in characters. */
export const maxLineLength = 500;

/** Longest web address in characters. */
const maxUrlLength = 2_000;

/** The limits of multi-line fields and lists. */
export const fieldLimits: ReadonlyMap<string, number> = new Map([
  ['description', maxDescriptionLength],
  ['title', maxDescriptionLength],
  ['other_contractors', maxDescriptionLength],
  ['source_url', maxUrlLength],
]);

/** Longest derived description in characters. */
export const maxDerivedLength = 160;

/** Characters of a description that the tag rules read: its beginning says what the permit is for. */
export const maxTaggedLength = 1_000;

/** Earliest plausible year of a permit. */
export const minYear = 1850;

/** How many years after today a date may be before it is a defect. */
export const maxYearsAhead = 2;

/** How many years after today a licence may end. */
export const maxLicenseYearsAhead = 30;

/** Largest plausible amount of money in whole dollars: more than any building costs. */
export const maxDollars = 100_000_000_000;

/** Largest plausible lot or floor area in square feet (about 36 square miles). */
export const maxSquareFeet = 1_000_000_000;

/** Largest plausible number of storeys. */
export const maxStories = 200;

/** Largest plausible number of dwelling units of one property. */
export const maxUnits = 50_000;

/** Statuses of one permit's history. */
export const maxStatusesSeen = 50;

/** Largest plausible number of inspections of one result on one permit. */
export const maxInspections = 10_000;

/** Entries of each cache of a refinement step. */
export const maxCached = 20_000;

/** Longest cache key in characters: longer texts seldom recur. */
export const maxCachedText = 200;

/** The bounds of a cache keyed by a text of a row. */
export const textCache = { capacity: maxCached, maxKeyLength: maxCachedText } as const;

/** Number of sources for which a step keeps its own cache: the last ones used. */
export const maxCachedSources = 8;
