/** Every bound of the search, so that no query and no input makes it slow. */

/** Characters of a query that are read; the rest is ignored. */
export const maxQueryChars = 256;
/** Words of a query or of a street name that are used. */
export const maxQueryWords = 16;
export const maxNameWords = 12;
/** Letters of a word that are kept. */
export const maxWordChars = 24;
/** Ranked results of one query that exist; an offset beyond is the end of the list. */
export const maxResults = 1000;
/** Postings walked for one word; a word with more of them is only checked against names found by other words. */
export const maxPostings = 20_000;
/** Street names scored, and street names whose streets are read, in one reading of a query. */
export const maxScoredNames = 4000;
export const maxReadNames = 600;
/** Streets (a name in a city and ZIP) looked at, and streets whose house numbers are read. */
export const maxStreets = 6000;
export const maxReadStreets = 1200;
/** Streets (in all of their ZIP codes) that offer nearest numbers. */
export const maxNearestGroups = 10;
/** Nearest numbers offered of one street. */
export const maxNearest = 10;
/** Addresses listed of one place (city and ZIP) when a query names no street. */
export const maxPlaceRows = 100;
/** Addresses listed of one house number when a query is only a number. */
export const maxNumberRows = 20;
/** Addresses with a house number that are looked through; where more have it, streets are found by their names first. */
export const maxNumbered = 30_000;
/** Addresses found so, and those beside which numbers that begin with the one typed are no longer offered. */
export const maxNumberedMatches = 2000;
export const enoughNumbered = 100;
/** Addresses that are looked through without marking names and places first. */
export const maxUnmarked = 1000;
/** Words that nothing has and that a query may hold, and addresses that the others may mean then. */
export const maxWrongWords = 3;
export const fewEnough = 10;
/** Cities scored for one reading of a city search: the largest, and the first of the words named in full. */
export const maxScoredPlaces = 3000;
export const maxNamedPlaces = 300;
/** Letters from which a word may hold two errors, and from which one cut short may hold one. */
export const twoErrorsFrom = 8;
export const prefixErrorFrom = 4;
/** Letters from which a word may be cut short though another follows, and from which it may lack its vowels. */
export const cutInsideFrom = 3;
export const contractedFrom = 3;
/** Words that one without vowels may mean. */
export const maxContracted = 64;
/** Leading letters of a word that symmetric deletes are made of. */
export const deletePrefix = 9;
/** Readings of one query that are tried in one stage. */
export const maxReadings = 10;
