/**
 * The words of US addresses that have several spellings: street suffixes, directions and their long forms (USPS
 * Publication 28, appendices B and C), ordinals in words, unit designators and state names. Each line of a
 * table is the form that data uses, then the forms that people write.
 */

const suffixLines = `
ALY ALLEY ALLEE ALLY|ANX ANNEX ANEX|ARC ARCADE|AVE AVENUE AV AVEN AVENU AVN AVNUE|BYU BAYOU BAYOO|BCH BEACH|BND BEND
BLF BLUFF|BLFS BLUFFS|BTM BOTTOM BOT BOTTM|BLVD BOULEVARD BOUL BOULV|BR BRANCH BRNCH|BRG BRIDGE BRDGE|BRK BROOK
BRKS BROOKS|BG BURG|BGS BURGS|BYP BYPASS BYPA BYPAS BYPS|CP CAMP CMP|CYN CANYON CANYN CNYN|CPE CAPE|CSWY CAUSEWAY CAUSWA
CTR CENTER CENTRE CENT CEN CENTR CNTER CNTR|CTRS CENTERS|CIR CIRCLE CIRC CIRCL CRCL CRCLE|CIRS CIRCLES|CLF CLIFF|CLFS CLIFFS
CLB CLUB|CMN COMMON|CMNS COMMONS|COR CORNER|CORS CORNERS|CRSE COURSE|CT COURT CRT|CTS COURTS|CV COVE|CVS COVES|CRK CREEK
CRES CRESCENT CRSENT CRSNT|CRST CREST|XING CROSSING CRSSNG|XRD CROSSROAD|XRDS CROSSROADS|CURV CURVE|DL DALE|DM DAM
DV DIVIDE DIV DVD|DR DRIVE DRIV DRV|DRS DRIVES|EST ESTATE|ESTS ESTATES|EXPY EXPRESSWAY EXP EXPR EXPRESS EXPW
EXT EXTENSION EXTN EXTNSN|EXTS EXTENSIONS|FALL|FLS FALLS|FRY FERRY FRRY|FLD FIELD|FLDS FIELDS|FLT FLAT|FLTS FLATS|FRD FORD
FRDS FORDS|FRST FOREST FORESTS|FRG FORGE FORG|FRGS FORGES|FRK FORK|FRKS FORKS|FT FORT FRT|FWY FREEWAY FREEWY FRWAY FRWY
GDN GARDEN GARDN GRDEN GRDN|GDNS GARDENS GRDNS|GTWY GATEWAY GATEWY GATWAY GTWAY|GLN GLEN|GLNS GLENS|GRN GREEN|GRNS GREENS
GRV GROVE GROV|GRVS GROVES|HBR HARBOR HARB HARBR HRBOR|HBRS HARBORS|HVN HAVEN|HTS HEIGHTS HEIGHT HT|HWY HIGHWAY HIGHWY HIWAY HIWY HWAY
HL HILL|HLS HILLS|HOLW HOLLOW HLLW HOLLOWS|INLT INLET|IS ISLAND ISLND|ISS ISLANDS ISLNDS|ISLE ISLES|JCT JUNCTION JCTION JUNCTN JUNCTON
JCTS JUNCTIONS|KY KEY|KYS KEYS|KNL KNOLL KNOL|KNLS KNOLLS|LK LAKE|LKS LAKES|LNDG LANDING LNDNG|LN LANE|LGT LIGHT|LGTS LIGHTS
LF LOAF|LCK LOCK|LCKS LOCKS|LDG LODGE LDGE LODG|LOOP LOOPS LP|MNR MANOR|MNRS MANORS|MDW MEADOW|MDWS MEADOWS MEDOWS|ML MILL|MLS MILLS
MSN MISSION MISSN|MTWY MOTORWAY|MT MOUNT MNT|MTN MOUNTAIN MNTAIN MNTN MOUNTIN MTIN|MTNS MOUNTAINS MNTNS|NCK NECK
ORCH ORCHARD ORCHRD|OVAL OVL|OPAS OVERPASS|PARK PRK PARKS|PKWY PARKWAY PARKWY PKWAY PKY PARKWAYS PKWYS|PSGE PASSAGE|PATH PATHS
PIKE PIKES|PNE PINE|PNES PINES|PL PLACE|PLN PLAIN|PLNS PLAINS|PLZ PLAZA PLZA|PT POINT|PTS POINTS|PRT PORT|PRTS PORTS
PR PRAIRIE PRR|RADL RADIAL RAD RADIEL|RNCH RANCH RANCHES RNCHS|RPD RAPID|RPDS RAPIDS|RST REST|RDG RIDGE RDGE|RDGS RIDGES
RIV RIVER RVR RIVR|RD ROAD|RDS ROADS|RTE ROUTE RT|SHL SHOAL|SHLS SHOALS|SHR SHORE SHOAR|SHRS SHORES SHOARS|SKWY SKYWAY
SPG SPRING SPNG SPRNG|SPGS SPRINGS SPNGS SPRNGS|SPUR SPURS|SQ SQUARE SQR SQRE SQU|SQS SQUARES SQRS|STA STATION STATN STN
STRA STRAVENUE STRAV STRAVEN|STRM STREAM STREME|ST STREET STR STRT SAINT|STS STREETS|SMT SUMMIT SUMIT SUMITT|TER TERRACE TERR
TRWY THROUGHWAY|TRCE TRACE TRACES|TRAK TRACK TRACKS TRK TRKS|TRFY TRAFFICWAY|TRL TRAIL TRAILS TRLS|TUNL TUNNEL TUNEL TUNLS
TPKE TURNPIKE TRNPK TURNPK|UPAS UNDERPASS|UN UNION|UNS UNIONS|VLY VALLEY VALLY VLLY|VLYS VALLEYS|VIA VIADUCT VDCT VIADCT
VW VIEW|VWS VIEWS|VLG VILLAGE VILL VILLAG VILLG|VLGS VILLAGES|VL VILLE|VIS VISTA VIST VST VSTA|WALK WALKS|WAY WY|WL WELL|WLS WELLS`;

const directionLines = 'N NORTH|S SOUTH|E EAST|W WEST|NE NORTHEAST|NW NORTHWEST|SE SOUTHEAST|SW SOUTHWEST';

const otherLines = 'STE SAINTE|MC MAC|DR DOCTOR|GEN GENERAL|CO COUNTY CNTY|I INTERSTATE IH';

const ordinalUnits =
  'FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH ELEVENTH TWELFTH THIRTEENTH FOURTEENTH FIFTEENTH SIXTEENTH SEVENTEENTH EIGHTEENTH NINETEENTH'.split(
    ' ',
  );
const ordinalTens = 'TWENTIETH THIRTIETH FORTIETH FIFTIETH SIXTIETH SEVENTIETH EIGHTIETH NINETIETH'.split(
  ' ',
);
const tens = 'TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY'.split(' ');

const stateLines =
  'AL ALABAMA|AK ALASKA|AZ ARIZONA|AR ARKANSAS|CA CALIFORNIA|CO COLORADO|CT CONNECTICUT|DE DELAWARE|DC DISTRICT OF COLUMBIA|FL FLORIDA|GA GEORGIA|HI HAWAII|ID IDAHO|IL ILLINOIS|IN INDIANA|IA IOWA|KS KANSAS|KY KENTUCKY|LA LOUISIANA|ME MAINE|MD MARYLAND|MA MASSACHUSETTS|MI MICHIGAN|MN MINNESOTA|MS MISSISSIPPI|MO MISSOURI|MT MONTANA|NE NEBRASKA|NV NEVADA|NH NEW HAMPSHIRE|NJ NEW JERSEY|NM NEW MEXICO|NY NEW YORK|NC NORTH CAROLINA|ND NORTH DAKOTA|OH OHIO|OK OKLAHOMA|OR OREGON|PA PENNSYLVANIA|RI RHODE ISLAND|SC SOUTH CAROLINA|SD SOUTH DAKOTA|TN TENNESSEE|TX TEXAS|UT UTAH|VT VERMONT|VA VIRGINIA|WA WASHINGTON|WV WEST VIRGINIA|WI WISCONSIN|WY WYOMING|PR PUERTO RICO|GU GUAM|VI VIRGIN ISLANDS|AS AMERICAN SAMOA|MP NORTHERN MARIANA ISLANDS';

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

function groups(lines: string): string[][] {
  return lines
    .trim()
    .split(/[|\n]/)
    .map((line) => line.split(' '));
}

/** `21ST` for 21. */
export function ordinal(value: number): string {
  const teen = value % 100 >= 11 && value % 100 <= 13;
  return `${value}${teen ? 'TH' : (['TH', 'ST', 'ND', 'RD'][value % 10] ?? 'TH')}`;
}

/** Other spelling of a word → the spelling that stands for all of them (`STREET` → `ST`, `FIRST` → `1ST`). */
export const wordForms: ReadonlyMap<string, string> = new Map([
  ...[...groups(suffixLines), ...groups(directionLines), ...groups(otherLines)].flatMap(([main, ...forms]) =>
    forms.map((form): [string, string] => [form, main ?? form]),
  ),
  ...ordinalUnits.map((word, i): [string, string] => [word, ordinal(i + 1)]),
  ...ordinalTens.map((word, i): [string, string] => [word, ordinal((i + 2) * 10)]),
]);

/** `TWENTY FIRST` → `21ST`. */
export const compoundOrdinals: ReadonlyMap<string, string> = new Map(
  tens.flatMap((ten, i) =>
    ordinalUnits
      .slice(0, 9)
      .map((unit, j): [string, string] => [`${ten} ${unit}`, ordinal((i + 2) * 10 + j + 1)]),
  ),
);

/** Suffixes that a wrong query may leave out or confuse, in their short form; words that also name things are not here. */
export const commonSuffixes = words(
  'ALY AVE BLVD BND BYP CIR CT CV CRES DR EXPY FWY HWY LN LOOP PASS PATH PIKE PKWY PL PLZ RD ROW RUN SQ ST TER TRCE TRL TPKE WAY XING',
);
export const directions = words('N S E W NE NW SE SW');

/** Directions as people also cut them; either is as often the beginning of another word. */
export const cutDirections: ReadonlyMap<string, string> = new Map([
  ['NO', 'N'],
  ['SO', 'S'],
]);

/** Letters from which the beginning of a suffix or direction stands for it. */
const begunFrom = 3;

/** Suffixes and directions, in their short form, by the beginnings of their spellings: `BOULE` → `BLVD`. */
const begunWords = beginnings();

function beginnings(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const [form, main] of wordForms) {
    if (!commonSuffixes.has(main) && !directions.has(main)) continue;
    for (let end = begunFrom; end < form.length; end++) {
      const begun = form.slice(0, end);
      const mains = found.get(begun);
      if (mains) mains.add(main);
      else found.set(begun, new Set([main]));
    }
  }
  return found;
}

/** The suffixes and directions of which the word is the beginning of a spelling: `STRE` → `ST`; mostly none. */
export function begunBy(word: string): Iterable<string> {
  return begunWords.get(word) ?? [];
}

/** Words before a number that belongs to the street's name. */
export const routeWords = words('HWY HIGHWAY RTE ROUTE RT SR CR FM RM US I IH SH RR');

/** Road classes that people take for each other, in their short form. */
const routeKinds = ['HWY RTE SR SH US', 'FM RM RR'].map((kinds) => kinds.split(' '));

/** The road classes for which people write this one: `HWY` for `SR`. */
export function otherRoutes(word: string): readonly string[] {
  const main = mainForm(word);
  return (routeKinds.find((kinds) => kinds.includes(main)) ?? []).filter((kind) => kind !== main);
}

/** Secondary unit designators, short and long (USPS Publication 28, appendix C2). */
export const unitWords = words(
  'APT APARTMENT BLDG BUILDING BSMT DEPT DEPARTMENT FL FLOOR FLR HNGR LOT LOWR OFC OFFICE PH PENTHOUSE RM ROOM SLIP SPC SPACE STE SUITE STOP TRLR TRAILER UNIT UPPR',
);
/** Unit designators that also stand alone at the end of an address. */
export const bareUnitWords = words('APT APARTMENT BSMT PH PENTHOUSE STE SUITE UNIT');

/** State code by code, name and name with an abbreviated direction. */
export const stateNames: ReadonlyMap<string, string> = new Map(
  groups(stateLines).flatMap(([code = '', ...name]) => {
    const short = name.map((word) =>
      directions.has(wordForms.get(word) ?? '') ? (wordForms.get(word) ?? word) : word,
    );
    return [code, name.join(' '), short.join(' ')].map((text): [string, string] => [text, code]);
  }),
);

/** The form under which a word is indexed. */
export function mainForm(word: string): string {
  return wordForms.get(word) ?? word;
}
