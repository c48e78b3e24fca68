/**
 * The costs by which results rank, in hundredths of one error. Results are ordered by the sum: exact before
 * prefix before fuzzy, fewer errors first; equal sums by importance of the place.
 */
export const oneError = 100;

/** A truncated word of the query, and a truncated one that also has an error. */
export const cutShort = 8;
export const cutShortWithError = 110;
/** A truncated word followed by another: `MICH AVE`, `BOULE AUSTIN`. */
export const cutShortInside = 50;
/** A word without its vowels: `SHD` for `SHADE`. */
export const contracted = 100;
/** `5` for `5TH`, `LN` for `LA`, `S` for `SO`. */
export const otherForm = 20;
/** `HWY 13` for `SR 13`. */
export const otherRoute = 25;
/** Words of a street's name that the query omits: a suffix or direction, any other. */
export const nameLacksSoft = 10;
export const nameLacksWord = 30;
/** The same, for words after the last one typed. */
export const softNotTyped = 1;
export const wordNotTyped = 3;
/** A word of a city's name that the query omits. */
export const cityLacksWord = 10;
/** A query word found only in another name of the city: its county, borough, post office, nickname. */
export const otherPlaceName = 12;
/** A nickname in a city search: worse than a whole name, better than a prefix. */
export const nickname = 6;
/** The query has the words of a name in another order. */
export const otherOrder = 2;
/**
 * Words of the query that the result does not have: a suffix, direction or letter; the ZIP code; any other.
 */
export const wrongSoft = 60;
export const wrongZip = 120;
export const wrongWord = 150;
/** Words joined or split. */
export const respelt = 80;

/** `3712` for `37-12`. */
export const otherHouseForm = 15;
/** A house number that continues the one being typed. */
export const longerHouseNumber = 30;
/**
 * A house number other than the one typed, ranked after every address with it: the same with another suffix
 * or none, the nearest by rank, one that continues it.
 */
export const noHouseSuffix = 1000;
export const otherHouseSuffix = 1005;
export const nearestHouseNumber = 1050;
export const nearestStep = 10;
export const continuedHouseNumber = 1200;

/** Readings of a query that are less likely than the first. */
export const numberNotFirst = 10;
export const numberIsName = 30;
export const numberNotZip = 50;
/** `ONE` as a house number rather than a word of the street's name. */
export const numberInWords = 10;
/** The word `City` or `Town`, which the name of the place does not have. */
export const kindOfPlace = 3;
/** A state that is named before the place. */
export const stateBeforeName = 5;
/** A word of a city search that only the county has. */
export const inCounty = 12;
/** A state alone, compared with a city of the same name. */
export const stateAlone = 5;
