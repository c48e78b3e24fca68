/**
 * The words of a column's name, in one spelling: `PermitIssueDt`, `issue_date` and `dateissued` are all made of
 * *issue* and *date*.
 *
 * A name is cut where its spelling shows it (`_`, blanks, capitals) and, inside a run of letters, where words of
 * the vocabulary fill it. What they do not fill stays one word, which is unknown. A name that was cut to ten
 * characters, the most that a shapefile keeps, is completed.
 */
import { editDistance } from '@lintel/contract/plain';

/** A word, then the other ways in which portals write it; `|` or a new line ends an entry. */
const vocabulary = `
number num no nbr nmbr numb numer nr | id ident identifier | code cd codes | key | name nm nme nam names
description desc dsc descr descript descrip dscr descriptions | definition | detailed detail details | short brief | label | net | to | by | office | department dept division bureau | queue | module | historic history | priority | full | type typ types
subtype sub | class cls classification classifications | category cat | group grp | kind | specific | text
address addr add adr adress addrs addresses adrs addy | line | date dt dtm datetime dte dat dd dttm | year yr | month | day
permit per prmt permt pmt perm permits bp | application app appl applic applications ap appno | case | record rec rct
folder | license lic licence licenses licno | certificate cert | registration reg | credential | process processed | document documents
reference ref | tracking | apply applied | file filed filing | submit submitted submittal submission submited submitt
receive received recd recv rcvd receiv recvd recieved | enter entered entry ent | open opened opend opn | create created creation
added | initiated init | accept accepted acceptance | intake in | issue issued issuing issuance iss issu issud issed
approve approved approval approv apv aprv | effective | start started begin beginning | end ended ending | decision decided | action | final finaled finalized finalize finalled fn
complete completed completion compl completd finished | close closed | co cofo coc coo
expire expires expiration exp expired expiry expr | status stat statuses | previous prev | next
update updated modified modify edited | milestone | stage | state | value val valuation valu vals values vltn
cost costs | construction const constr constn | estimate estimated est estim expected initial | declared decl | reported | revised | actual
project proj prj projects projct | job jobs | work | contract | improvement improvements imp imprv imprvmt impr improv
total ttl tot totals totl | amount amt | fee fees | paid pd | charged charge | due | plan plans pln | check
contractor gc contr contractors contrator cntr cntrct pricntrct | builder | general genl | owner owners ownr own o assessee
property prop prp properties premise premises | parcel parcels prcl pcl par parc | site sit | situs
location loc | physical phys phy | mailing mail pstl m | street str strt streets st | road | main primary prim pri
direction dir directional dirp | pre prefix pfx | post | suffix suf sfx suff | unit | units | home | budget | naics | ownership owned | utility | low lowest | high highest | apartment apt | suite ste
house hse civic | zip zipcode postalcode postal zipcd | city | municipality muni munic mun town twn citytown | county cnty
parish | borough boro | subdivision subdiv | neighborhood nbhd nbrhd | ward | district dist
latitude lat ddlat latitue | longitude lon long lng longi ddlon longitute | x xcoord xcoordinate geox gisx
y ycoord ycoordinate geoy gisy | coordinate coord coords crd | point shape geom thegeom geometry wkt geolocation georeference | geocode geocoded
column col | apn | strap | schedule sched | span | print | sbl | bbl | account acct accnt acc | folio pcn | pin gpin pidn | pid | tmk | upc | pan | ain | parid | parno | taxmap | taxlot | taxpin taxparcel
mbl | ssl | maplot mapblocklot blklot mapblklot | assessor assessors | tax | lot | block blk | map | use usage uses | land lnd
building bldg bld buildings blding build bdg | floor floors flr | story stories storeys | gross grss | gla sfla | living lvg livarea
heated htd | finished | area areas ar | square sq | feet ft foot footage | sqft sqfeet squarefeet squarefootage squarefoot sqrft sf sqfoot
acre acres acreage ac | size | structure struct | dwelling dwel du dwellings | housing | residential res resid
commercial comm | built blt bilt | market mkt mktv fmk fmv fcv emv | assessed assess assd asd asmt assessment assessments assessing assmt assmnt
appraised appraisal apprsd appr apr | taxable | just jv | fair | cash | sale sales sold | price | deed deeded
legal lgl | business bus busn | company comp employer | firm | organization org | dba doingbusinessas | entity
person individual | first fname | middle mid mname | last lname | contact cntct | joint second | applicant applicants apl petitioner | agent | tenant | permittee | holder
licensee | professional profession prof | principal princip | qualifier qualifying | party | phone telephone tel phn | ext extension
fax | email | website web www | url link hyperlink weblink | trade trades | specialty | occupation | occupancy occ occp
scope | purpose | comment comments remarks notes | title | census | tract | congressional | council
jurisdiction juris agency authority | zoning zone | existing exist | present | proposed prop1 | request requested | new
count cnt quantity qty | mapped | original orig | planning | petition | outcome result | hearing | vote | height
object oid objectid fid globalid esriid guid uuid rowid | electrical elec elect | plumbing plmb plumb
mechanical mech | demolition demo | inspection inspections insp inspector | subcontractor | architect arch
engineer eng | designer | issuer | level levels | alias | mobile | cell | payer | taxpayer taxpayers
rescom resorcom rescomm resnonres residentialcommercial commercialorresidential commercialresidential
development dev | plat | reason | transaction | meeting mtg | board brd | recorded recording | time | activity | subject | summary | developer | roll | old | ayb | alt | doing | from | authorized signer | exempt exemptions | bond
insurance | parent | master | with | related | prior | billing bill | invoice | receipt | balance deposit | penalty | violation complaint | review reviewer reviewed | luc | av | proposal | marketing | mapping | amended renewal renewed renew | section | book page | sequence seq | report | staff | commission | school | lender
`;

/** Words that say nothing about what a column holds, and the marks of vendors. */
const noise = new Set(
  'common all done public official licensed partial html txt cama opendata user string calculated calc computed combined of the a an and or at on as s 1 current currently curr latest most recent concat display user csm b1 g3 mmddccyy derived row py pp gis'.split(
    ' ',
  ),
);

const wordOf = new Map<string, string>();
for (const entry of vocabulary.split(/[|\n]/)) {
  const [word, ...others] = entry.trim().split(/\s+/);
  if (word) for (const spelling of [word, ...others]) wordOf.set(spelling, word);
}

export interface NameWords {
  /** Known words, each once, without those that say nothing. */
  readonly known: ReadonlySet<string>;
  /** Parts of the name that are no word of the vocabulary. */
  readonly unknown: readonly string[];
}

/** The words of a name; `marks` are leading parts that say nothing, see `marksOf`. */
export function nameWords(name: string, marks: Marks = noMarks): NameWords {
  const parts = partsOf(name).slice(marks.ofAll);
  return wordsOf(parts.length > 1 && marks.ofMany.has(parts[0] ?? '') ? parts.slice(1) : parts);
}

/** What the names of a dataset begin with that says nothing, such as the program or the layer: `CSM_`, `BP_`. */
export interface Marks {
  /** Parts with which every name begins. */
  readonly ofAll: number;
  /** Unknown parts with which several names begin. */
  readonly ofMany: ReadonlySet<string>;
}

const noMarks: Marks = { ofAll: 0, ofMany: new Set() };
/** Names with the same lead from which on it is a mark, and its most letters: longer ones are words. */
const sharedByMany = 3;
const maxMark = 3;

export function marksOf(names: Iterable<string>): Marks {
  const all = [...names].map(partsOf).filter((parts) => parts.length > 0);
  const counts = new Map<string, number>();
  for (const [lead = '', ...rest] of all) {
    if (rest.length > 0 && lead.length <= maxMark && segment(lead) === null)
      counts.set(lead, (counts.get(lead) ?? 0) + 1);
  }
  const ofMany = new Set([...counts].flatMap(([lead, count]) => (count >= sharedByMany ? [lead] : [])));
  return { ofAll: all.length < sharedByMany ? 0 : sharedLead(all), ofMany };
}

/** How many parts all names begin with; none if they are known words, which may say something. */
function sharedLead([first = [], ...others]: readonly (readonly string[])[]): number {
  let shared = 0;
  while (
    others.every((parts) => parts.length > shared + 1 && parts[shared] === first[shared]) &&
    first.length > shared + 1
  )
    shared += 1;
  return first.slice(0, shared).some((part) => segment(part) === null) ? shared : 0;
}

function wordsOf(parts: readonly string[]): NameWords {
  const known = new Set<string>();
  const unknown: string[] = [];
  // The type below a type, as vendors of permit software name it, is a group.
  const add = (word: string) => known.add(word === 'type' && known.has(word) ? 'group' : word);
  for (const part of parts) {
    const words = segment(part) ?? withLead(part) ?? respelled(part);
    if (words === null) unknown.push(part);
    else for (const word of words) if (!noise.has(word)) add(wordOf.get(word) ?? word);
  }
  return { known, unknown };
}

/** Characters of a column's name that a shapefile keeps. */
const shapefileName = 10;

/** What a name that may have been cut to ten characters could have been, with known words only. */
export function completions(name: string): NameWords[] {
  if (name.length !== shapefileName) return [];
  const parts = partsOf(name);
  // A known word is whole, unless it is as short as `st`: street, status or state.
  const isWhole = (parts.at(-1)?.length ?? 0) > 2 && wordsOf(parts).unknown.length === 0;
  if (isWhole) return [];
  const cut = parts.pop() ?? '';
  const found = new Map<string, NameWords>();
  for (let start = 0; start < cut.length; start++) {
    const before = start === 0 ? [] : segment(cut.slice(0, start));
    const rest = cut.slice(start);
    if (before === null || (start === 0 && parts.length === 0)) continue;
    for (const [spelling, word] of wordOf) {
      if (spelling.length <= rest.length || !spelling.startsWith(rest)) continue;
      const words = wordsOf([...parts, ...before, spelling]);
      if (words.unknown.length === 0) found.set(`${before.join(' ')} ${word}`, words);
    }
  }
  return [...found.values()];
}

/** Whose a column is, in one letter before words: `scity`, `ozip`. */
const leads: Readonly<Record<string, string>> = { s: 'site', o: 'owner', m: 'mailing', p: 'permit' };

function withLead(part: string): readonly string[] | null {
  const lead = leads[part.charAt(0)];
  const words = lead === undefined || part.length < 4 ? null : segment(part.slice(1));
  return lead === undefined || words === null ? null : [lead, ...words];
}

/** The parts that marks, capitals and digits show, in lower case. */
function partsOf(name: string): string[] {
  return (
    name
      .replaceAll('#', ' number ')
      .replace(/(?<![a-z])e[-_ ]mail/i, 'email')
      // What ArcGIS makes of `Case #`.
      .replace(/(?<=[a-z])__$/i, ' number ')
      // Decimal degrees, not a date.
      .replace(/dd(?=[_ ]?(?:lat|lon))|(?<=lat|lon|long)[_ ]?dd$/i, ' ')
      .replace(/c(?:ert)?[_ ]?of[_ ]?o(?![a-z])/i, ' cofo ')
      .replace(/mm[_ ]?dd[_ ]?(?:yy|cc)?yy/i, ' ')
      // Before a text it is no longitude.
      .replace(/^(.*)long[_ ]?(?=\w*(?:desc|name|text))/i, '$1 full ')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replace(/([A-Z])([A-Z][a-z]{2,})/g, '$1 $2')
      .replace(/zip[_ ]?(?:code)?[_ ]?5/i, ' zip ')
      // As long as the number is.
      .replace(/(pin|apn|parcel)[_ ]?1\d$/i, '$1')
      .replace(/([A-Za-z]{2})(\d)/g, '$1 $2')
      .replace(/(\d)([A-Za-z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((part) => part !== '')
  );
}

/** Letters of the longest run that is cut into words. */
const maxRun = 60;

/** The fewest words that fill the text; null if none do. Single letters count only alone. */
function segment(text: string): readonly string[] | null {
  if (isWord(text) || /^\d+$/.test(text)) return [text];
  if (text.length > maxRun) return null;
  const best: (readonly string[] | null)[] = [[]];
  for (let end = 1; end <= text.length; end++) {
    let fewest: readonly string[] | null = null;
    for (let start = 0; start <= end - 2; start++) {
      const before = best[start] ?? null;
      const word = text.slice(start, end);
      if (before === null || !isWord(word)) continue;
      if (fewest === null || before.length + 1 < fewest.length) fewest = [...before, word];
    }
    best[end] = fewest;
  }
  return best[text.length] ?? null;
}

function isWord(text: string): boolean {
  return wordOf.has(text) || noise.has(text);
}

/** Letters from which on a word is known with one of them wrong: `Pemit`, `Contractr`. */
const respelledFrom = 5;

function respelled(part: string): readonly string[] | null {
  if (part.length < respelledFrom) return null;
  const near = [...wordOf].filter(
    ([spelling]) => spelling.length > respelledFrom && editDistance(part, spelling, 1) === 1,
  );
  const [[, word] = [], ...others] = near;
  return word === undefined || others.some(([, other]) => other !== word) ? null : [word];
}
