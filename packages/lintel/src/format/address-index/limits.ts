/** Every bound of the search, so that no query and no input makes it slow. */

/** Characters of a query that are read; the rest is ignored. */
export const maxQueryChars = 256;
/** Words of a query or of a street name that are used. */
export const maxQueryWords = 16;
export const maxNameWords = 12;
/** Letters of a word that are kept. */
export const maxWordChars = 24;
/** Ranked results of a query; an offset beyond them is the end of the list. */
export const maxResults = 1000;
/** Postings read for one word; a word with more is only checked against names found by other words. */
export const maxPostings = 20_000;
/** Street names scored, and street names whose streets are read, in one reading of a query. */
export const maxScoredNames = 4000;
export const maxReadNames = 600;
/** Streets (a name in a city and ZIP) tested, and streets whose house numbers are read. */
export const maxStreets = 6000;
export const maxReadStreets = 1200;
/** Streets (in all of their ZIP codes) for which nearest numbers are offered. */
export const maxNearestGroups = 10;
/** Nearest numbers offered of one street. */
export const maxNearest = 10;
/** Addresses listed of one place (city and ZIP) when a query names no street. */
export const maxPlaceRows = 100;
/** Addresses listed of one house number when a query is only a number. */
export const maxNumberRows = 20;
/**
 * Addresses with a house number that are scanned; where there are more, streets are found by their names
 * first.
 */
export const maxNumbered = 30_000;
/**
 * Addresses found that way, and the count from which numbers that begin with the typed one are no longer
 * offered.
 */
export const maxNumberedMatches = 2000;
export const enoughNumbered = 100;
/** Addresses that are scanned without marking names and places first. */
export const maxUnmarked = 1000;
/** Words of a query that match nothing, and addresses that the other words may then mean. */
export const maxWrongWords = 3;
export const fewEnough = 10;
/** Cities scored for one reading of a city search: the largest, and the first that match whole words. */
export const maxScoredPlaces = 3000;
export const maxNamedPlaces = 300;
/** Letters from which a word may have two errors, and from which a truncated one may have one. */
export const twoErrorsFrom = 8;
export const prefixErrorFrom = 4;
/**
 * Letters from which a word may be truncated though another follows, and from which it may lack its vowels.
 */
export const cutInsideFrom = 3;
export const contractedFrom = 3;
/** Words that one without vowels may mean. */
export const maxContracted = 64;
/** Leading letters of a word that symmetric deletes are made of. */
export const deletePrefix = 9;
/** Readings of one query that are tried in one stage. */
export const maxReadings = 10;
