/**
 * Every limit that a caller of the interface can meet, in one place. A request beyond one of them is refused
 * with 422 and the limit's number; nothing is silently cut.
 */

/** IDs in one by-ID request (interface 4.1, C5). */
export const maxIds = 50;

/** Records on a page (C3). */
export const maxPageSize = 100;
export const defaultPageSize = 50;
/** Spellings that are kept of a contractor, the most frequent ones (C45). */
export const maxSpellings = 50;
/**
 * Defaults of text searches (C3): of addresses; of cities, counties and jurisdictions; of states and ZIP
 * codes.
 */
export const defaultAddressSize = 20;
export const defaultPlaceSize = 15;
export const defaultStateSize = 50;

/**
 * Highest page number. Times the largest page size it is still an exact integer, so that offsets cannot
 * overflow.
 */
export const maxPage = 2_147_483_647;

/** Characters (code points) of a search text. */
export const maxSearchTextLength = 200;

/** Characters of a cursor. Ours are about 70; longer ones are refused without decoding. */
export const maxCursorLength = 512;

/** Characters of the id of a release. */
export const maxReleaseIdLength = 64;

/** Where `total_count` stops counting (interface 2.1, C1). */
export const totalCountCap = 10_000;
/** Milliseconds after which counting for `total_count` is given up (C1). */
export const countTimeLimitMs = 250;
/** The same of `count=exact` (C53), which counts on beyond the cap. */
export const exactCountTimeLimitMs = 2_000;

/** Fields that one request may name; more than any record has. */
export const maxFields = 100;
/** Characters of `decision_q` (C28). */
export const maxDecisionTextLength = 100;
/** Values of one list filter of decisions, and characters of one of them. */
export const maxDecisionFilterValues = 20;
export const maxSubcategoryLength = 100;
/** Characters of a type, subtype or another text in the words of its source. */
export const maxStatedLength = 250;
/** Values of one list filter. */
export const maxFilterValues = 20;
/**
 * First and last date that a parameter may name. Records are dated from 1850 to two years after they were
 * read, and the columns of a release hold no years from 8192 on.
 */
export const firstDate = '1800-01-01';
export const lastDate = '2199-12-31';
/** Greatest count, duration or area that a filter can ask for: columns of a release hold 31 bits. */
export const maxFilterCount = 2_147_483_647;
/** The most records that an export can leave out at its beginning. */
export const maxOffset = 2_147_483_647;
/** Characters of `permit_q` (C25). */
export const maxPermitTextLength = 50;
/** Characters of other text filters. */
export const maxFilterTextLength = 100;
/** Characters of `contractor_name` (C25). */
export const minContractorNameLength = 3;
export const maxContractorNameLength = 100;
/** Characters of an owner's name. */
export const maxOwnerLength = 200;

/** Places that one search may name. */
export const maxPlaces = 50;
/** Characters of a polygon, as many as a URL can have, and its corners. */
export const maxPolygonLength = 8_192;
export const maxPolygonCorners = 500;

/** Named areas of an installation, corners of one and of all of a set, and bytes of the file that they are read from. */
export const maxAreas = 10_000;
export const maxAreaCorners = 100_000;
export const maxSetCorners = 1_000_000;
export const maxAreaFileBytes = 256 << 20;
/** Metres of the radius around a point. */
export const maxRadiusMetres = 100_000;
/** Most bins of one answer. */
export const maxBins = 2_000;
/** Degrees of a side of a box of streets. */
export const maxStreetsBox = 0.1;
/** Names that a map of a place has: of a state or county and of a city or jurisdiction. */
export const maxMapNames = { city: 10, zip: 50 } as const;
/** Zoom levels that bins and tiles are asked for. */
export const maxBinZoom = 22;
export const maxTileZoom = 18;
/** Permits that facets count, and values of each: the default and the most (C82). */
export const maxFacetPermits = 500_000;
export const defaultFacetSize = 20;
export const maxFacetSize = 1_000;
/** Groupings of one aggregate, and its rows: the default and the most (C52). */
export const maxGroupings = 2;
export const defaultGroups = 1_000;
export const maxGroups = 5_000;
/** Measures and conditions that one aggregate may name. */
export const maxMeasures = 16;
export const maxHavings = 8;
