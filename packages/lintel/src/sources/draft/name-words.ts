/**
 * The words of a column's name, in one spelling: `PermitIssueDt`, `issue_date` and `dateissued` are all made of
 * *issue* and *date*.
 *
 * A name is cut where its spelling shows it (`_`, blanks, capitals) and, inside a run of letters, where words of
 * the vocabulary fill it. What they do not fill stays one word, which is unknown.
 */

/** A word, then the other ways in which portals write it; `|` or a new line ends an entry. */
const vocabulary = `
number num no nbr nmbr numb numer nr | id ident identifier | code cd codes | key | name nm nme nam names
description desc dsc descr descript descrip dscr descriptions | definition | detailed detail | full | type typ types
subtype sub | class cls classification classifications | category cat | group grp | kind | specific | text txt
address addr add adr adress addrs addresses | line | date dt dtm datetime dte dat dd | year yr | month | day
permit per prmt permt pmt perm permits bp | application app appl applic applications ap appno | case | record rec rct
folder | license lic licence licenses licno | certificate cert | registration reg | credential | process | document
reference ref | tracking | apply applied | file filed filing | submit submitted submittal submission submited submitt
receive received recd rcvd receiv recvd recieved | enter entered entry ent | open opened opend opn | create created creation
added | initiated | accept accepted acceptance | intake in | issue issued issuance iss issu issud issed
approve approved approval | effective | start started | decision decided | action | final finaled finalized finalled
finalize | complete completed completion compl completd finished | close closed | co cofo coc coo
expire expires expiration exp expired expiry expr | status stat statuses | previous prev | next
update updated modified modify edited | milestone | stage | state | value val valuation valu vals values
cost costs | construction const constr constn | estimate estimated est estim expected | declared | reported | revised
project proj prj projects | job jobs | work | contract | improvement improvements imp imprv imprvmt impr improv
total ttl tot totals totl | amount amt | fee fees | paid pd | charged charge | due | plan plans | check
contractor contr contractors contrator cntr cntrct pricntrct | builder | general genl | owner owners ownr own o
property prop prp properties premise premises | parcel parcels prcl pcl par parc | site | situs
location loc | physical phys phy | mailing mail pstl m | street str strt streets st | road | main primary prim pri
direction dir directional | pre prefix pfx | post | suffix suf sfx suff | unit | units | apartment apt | suite ste
house hse | zip zipcode postalcode zipcd | city municipality muni munic town twn | county cnty
parish | borough boro | subdivision subdiv | neighborhood nbhd nbrhd | ward | district dist
latitude lat ddlat latitue | longitude lon long lng longi ddlon longitute | x xcoord xcoordinate geox gisx
y ycoord ycoordinate geoy gisy | coordinate coord coords | point shape geom thegeom geometry wkt geolocation georeference | geocode geocoded
column col | apn | folio | pin | pid | tmk | upc | pan | ain | parid | parno | taxmap | taxlot | taxpin taxparcel
mbl | ssl | maplot mapblocklot blklot | assessor assessors | tax | lot | block blk | map | use usage uses | land lnd
building bldg bld buildings blding build | floor floors flr | story stories storeys | gross | living lvg livarea
heated htd | finished | area areas ar | square sq | feet ft foot footage | sqft sqfeet squarefeet squarefootage squarefoot sqrft sf sqfoot
acre acres acreage ac | size | structure struct | dwelling dwel du dwellings | housing | residential res resid
commercial comm | built blt bilt | market mkt mktv fmk fmv fcv emv | assessed assess assd asmt assessment assessments assessing
appraised appraisal appr apr | taxable | just jv | fair | cash | sale sales sold | price | deed deeded
legal lgl | business bus busn | company comp | firm | organization org | dba doingbusinessas | entity
person individual | first | middle | last | contact cntct | joint second | applicant applicants | agent | tenant | permittee | holder
licensee | professional prof | principal princip | qualifier qualifying | party | phone telephone tel ph | ext extension
fax | email | website web www | url link hyperlink weblink | trade trades | specialty | occupation | occupancy occ
scope | purpose | comment comments remarks notes | title | census | tract | congressional | council
jurisdiction juris agency authority | zoning zone | existing exist | proposed prop1 | request requested | new
count cnt quantity qty | mapped | original orig | planning | petition | outcome result | hearing | vote | height
object oid objectid fid globalid esriid guid uuid rowid | electrical elec elect | plumbing plmb plumb
mechanical mech | demolition demo | inspection inspections insp inspector | subcontractor | architect arch
engineer eng | designer | issuer | level levels | alias | mobile | cell | payer taxpayer
rescom resorcom rescomm resnonres residentialcommercial commercialorresidential commercialresidential
development dev | plat | reason | transaction | meeting | time | activity | subject | summary | developer | roll | old | ayb | alt | doing | string | from | authorized signer | exempt exemptions | bond
insurance | amended renewal renewed renew | section | book page | school | lender
`;

/** Words that say nothing about what a column holds, and the marks of vendors. */
const noise = new Set(
  'common calculated calc computed combined of the a an and or to by is at on as s 1 current currently curr latest concat display user csm b1 g3 mmddccyy derived row py pp gis'.split(
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

export function nameWords(name: string): NameWords {
  const known = new Set<string>();
  const unknown: string[] = [];
  // The type below a type, as vendors of permit software name it, is a group.
  const add = (word: string) => known.add(word === 'type' && known.has(word) ? 'group' : word);
  for (const part of partsOf(name)) {
    const words = segment(part);
    if (words === null) unknown.push(part);
    else for (const word of words) if (!noise.has(word)) add(wordOf.get(word) ?? word);
  }
  return { known, unknown };
}

/** The parts that marks, capitals and digits show, in lower case. */
function partsOf(name: string): string[] {
  return name
    .replaceAll('#', ' number ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z]{2,})/g, '$1 $2')
    .replace(/zip[_ ]?(?:code)?[_ ]?5/i, ' zip ')
    .replace(/([A-Za-z]{2})(\d)/g, '$1 $2')
    .replace(/(\d)([A-Za-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '');
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
