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
export const maxUrlLength = 2_000;

/** The limits of fields that may be longer than a line. */
export const fieldLimits: ReadonlyMap<string, number> = new Map([
  ['description', maxDescriptionLength],
  ['title', maxDescriptionLength],
  ['source_url', maxUrlLength],
]);

/** Longest derived description in characters. */
export const maxDerivedLength = 160;

/** Characters of a description that the tag rules read: its beginning says what the permit is for. */
export const maxTaggedLength = 1_000;

/** Earliest year of a permit that is believed. */
export const minYear = 1850;

/** How many years after today a date may lie before it is a defect. */
export const maxYearsAhead = 2;

/** How many years after today a licence may end. */
export const maxLicenseYearsAhead = 30;

/** Largest amount of money in whole dollars that is believed: more than any building costs. */
export const maxDollars = 100_000_000_000;

/** Largest lot or floor area in square feet that is believed (about 36 square miles). */
export const maxSquareFeet = 1_000_000_000;

/** Most storeys of a building that are believed. */
export const maxStories = 200;

/** Most dwelling units of one property that are believed. */
export const maxUnits = 50_000;

/** Most inspections of one result on one permit that are believed. */
export const maxInspections = 10_000;

/** Entries of each cache of a refinement step. */
export const maxCached = 20_000;

/** Longest text in characters that is the key of a cache: longer ones seldom come again. */
export const maxCachedText = 200;

/** The bounds of a cache by a text of a row. */
export const textCache = { capacity: maxCached, maxKeyLength: maxCachedText } as const;

/** Sources for each of which a step keeps a cache of its own: those used last. */
export const maxCachedSources = 8;
