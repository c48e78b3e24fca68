/**
 * The ways in which people write addresses, on a small index of invented houses in real places: boroughs,
 * nicknames, units, highways, grids, post offices that are not the city, and superfluous words.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Address } from '@lintel/contract';
import { createAddressIndex } from '../format/address-index/address-index-writer.js';
import { type AddressIndex, openAddressIndex } from './address-search.js';

/** Number, street, city, county, state and ZIP code. */
const lines = `
4130|DEAN ST|BROOKLYN|KINGS COUNTY|NY|11238
4131|DEAN ST|NEW YORK|KINGS COUNTY|NY|11238
9450|W 37TH ST|NEW YORK|NEW YORK COUNTY|NY|10018
9450|37TH ST|BROOKLYN|KINGS COUNTY|NY|11232
77|5TH AVE|NEW YORK|NEW YORK COUNTY|NY|10011
37-92|30TH AVE|NEW YORK|QUEENS COUNTY|NY|11103
37-94|30TH AVE|NEW YORK|QUEENS COUNTY|NY|11103
85-23|968TH PL|JAMAICA|QUEENS COUNTY|NY|11432
6100|VICTORY BLVD|STATEN ISLAND|RICHMOND COUNTY|NY|10314
4155|9TH ST|SAN FRANCISCO|SAN FRANCISCO COUNTY|CA|94103
4155|9TH ST|OAKLAND|ALAMEDA COUNTY|CA|94607
9200|N SPRING ST|LOS ANGELES|LOS ANGELES COUNTY|CA|90012
94636|CAHUENGA BLVD|LOS ANGELES|LOS ANGELES COUNTY|CA|91602
9100|MARKET ST|PHILADELPHIA|PHILADELPHIA COUNTY|PA|19107
915|CALL ST|BILLERICA|MIDDLESEX COUNTY|MA|01821
918|MILL ST|BILLERICA|MIDDLESEX COUNTY|MA|01862
93|CAMERON CT|PERRY HALL|BALTIMORE COUNTY|MD|21236
923|HUCKLEBERRY HL|FORT MITCHELL|KENTON COUNTY|KY|41017
9101|SAINT MARKS PL|MOUNT VERNON|WESTCHESTER COUNTY|NY|10550
9101|E SAINT CHARLES RD|SAINT LOUIS|SAINT LOUIS COUNTY|MO|63101
9500|US HIGHWAY 1|NORTH PALM BEACH|PALM BEACH COUNTY|FL|33408
9500|STATE ROUTE 13|SAINT JOHNS|SAINT JOHNS COUNTY|FL|32259
9501|COUNTY ROAD 210|SAINT JOHNS|SAINT JOHNS COUNTY|FL|32259
9502|HIGHWAY 20|FREEPORT|WALTON COUNTY|FL|32439
9503|N IH 35|AUSTIN|TRAVIS COUNTY|TX|78753
9504|RANCH ROAD 620|AUSTIN|TRAVIS COUNTY|TX|78734
9195|N 500 W|PROVO|UTAH COUNTY|UT|84601
9195|S 500 W|PROVO|UTAH COUNTY|UT|84601
9123 1/2|ELM ST|DAVIS|YOLO COUNTY|CA|95616
9123|ELM ST|DAVIS|YOLO COUNTY|CA|95616
9125|ELM ST|DAVIS|YOLO COUNTY|CA|95616
9300|NEW JERSEY AVE SE|WASHINGTON|DISTRICT OF COLUMBIA|DC|20003
9301|AVENUE OF THE AMERICAS|NEW YORK|NEW YORK COUNTY|NY|10036
9621|SE MARTIN LUTHER KING JR BLVD|PORTLAND|MULTNOMAH COUNTY|OR|97214
9400|LA CIENEGA BLVD|INGLEWOOD|LOS ANGELES COUNTY|CA|90301
9220|CALLE DE LAGO|SOCORRO|SOCORRO COUNTY|NM|87801
9600|MAIN ST|LAKE CITY|COLUMBIA COUNTY|FL|32055
9600|MAIN ST|LITTLETON|ARAPAHOE COUNTY|CO|80120
9601|BROADWAY|BOULDER|BOULDER COUNTY|CO|80302
9700|O'FARRELL ST|SAN FRANCISCO|SAN FRANCISCO COUNTY|CA|94102
9800|PASEO DEL REY|CHULA VISTA|SAN DIEGO COUNTY|CA|91910
9801|CAMINO CAÑON|CHULA VISTA|SAN DIEGO COUNTY|CA|91910
N95W91234|APPLETON AVE|MENOMONEE FALLS|WAUKESHA COUNTY|WI|53051
9900|AVENUE B|SAN ANTONIO|BEXAR COUNTY|TX|78215
9901|B ST|SAN ANTONIO|BEXAR COUNTY|TX|78215
9902|FLOOR MILL RD|SUITLAND|PRINCE GEORGE'S COUNTY|MD|20746`
  .trim()
  .split('\n');

const postOffices = new Map([
  ['01862', 'NORTH BILLERICA'],
  ['11103', 'ASTORIA'],
  ['11432', 'JAMAICA'],
  ['21236', 'NOTTINGHAM'],
  ['91602', 'NORTH HOLLYWOOD'],
]);

const directory = mkdtempSync(join(tmpdir(), 'lintel-real-'));
const index: AddressIndex = openSmallIndex(join(directory, 'addresses.idx'));
after(() => {
  index.close();
  rmSync(directory, { recursive: true });
});

function openSmallIndex(path: string): AddressIndex {
  const writer = createAddressIndex(path, { postOffices });
  for (const line of lines) writer.add(addressOf(line));
  writer.finish();
  return openAddressIndex(path);
}

function addressOf(line: string): Address {
  const [street_no = '', street = '', city = '', county = '', state = '', zip_code = ''] = line.split('|');
  return {
    geo_id: 'AAAAAAAAAAA',
    name: line,
    street_no,
    street,
    city,
    county,
    zip_code,
    zip_code_ext: null,
    state,
    jurisdiction: null,
    lat: null,
    long: null,
  };
}

/** The addresses found, as `number street, city`. */
function find(text: string): string[] {
  return index.search(text, 0, 10).items.map(({ row }) => {
    const [number, street, city] = (lines[row] ?? '').split('|');
    return `${number} ${street}, ${city}`;
  });
}

/** Each text, and the address that it must find first. */
function assertFinds(table: readonly (readonly [string, string])[]): void {
  const wrong = table.filter(([text, expected]) => find(text)[0] !== expected);
  assert.deepEqual(
    wrong.map(([text, expected]) => ({ text, expected, found: find(text).slice(0, 3) })),
    [],
  );
}

test('a borough, county, post office or nickname finds the city', () => {
  assertFinds([
    ['4130 dean street brooklyn, ny', '4130 DEAN ST, BROOKLYN'],
    ['4130 dean st, new york', '4130 DEAN ST, BROOKLYN'],
    ['4130 dean st nyc', '4130 DEAN ST, BROOKLYN'],
    ['4131 Dean St Brooklyn NY', '4131 DEAN ST, NEW YORK'],
    ['dean st brooklyn 4131', '4131 DEAN ST, NEW YORK'],
    ['77 Fifth Ave, Manhattan', '77 5TH AVE, NEW YORK'],
    ['9450 w 37th st manhattan ny', '9450 W 37TH ST, NEW YORK'],
    ['37-92 30th Ave, Astoria, NY 11103', '37-92 30TH AVE, NEW YORK'],
    ['37-92 30th ave queens', '37-92 30TH AVE, NEW YORK'],
    ['85-23 968th Place queens ny', '85-23 968TH PL, JAMAICA'],
    ['6100 victory blvd, richmond county', '6100 VICTORY BLVD, STATEN ISLAND'],
    ['6100 victory blvd, new york, ny', '6100 VICTORY BLVD, STATEN ISLAND'],
    ['4155 9th St SF', '4155 9TH ST, SAN FRANCISCO'],
    ['9200 n spring st la', '9200 N SPRING ST, LOS ANGELES'],
    ['9200 N Spring St, L.A., CA', '9200 N SPRING ST, LOS ANGELES'],
    ['9100 market philly', '9100 MARKET ST, PHILADELPHIA'],
    ['94636 Cahuenga Blvd, North Hollywood, CA', '94636 CAHUENGA BLVD, LOS ANGELES'],
    ['93 Cameron Court, Nottingham, MD', '93 CAMERON CT, PERRY HALL'],
    ['918 mill st north billerica ma', '918 MILL ST, BILLERICA'],
    ['918 mill st, n. billerica', '918 MILL ST, BILLERICA'],
    ['9101 saint marks pl westchester county ny', '9101 SAINT MARKS PL, MOUNT VERNON'],
    ['9101 e st charles rd, county of saint louis', '9101 E SAINT CHARLES RD, SAINT LOUIS'],
  ]);
});

test('an unknown place is ignored where the rest identifies one address', () => {
  assertFinds([
    ['94636 Cahuenga Blvd, Toluca Lake, CA 91602', '94636 CAHUENGA BLVD, LOS ANGELES'],
    ['94636 Cahuenga Blvd, Toluca Lake, CA', '94636 CAHUENGA BLVD, LOS ANGELES'],
    ['9220 calle de lago Сокорро Nouveau-Mexique', '9220 CALLE DE LAGO, SOCORRO'],
    [
      '9621 se martin luther king jr blvd, buckman, portland or',
      '9621 SE MARTIN LUTHER KING JR BLVD, PORTLAND',
    ],
    ['915 call street pinehurst, ma 01866', '915 CALL ST, BILLERICA'],
  ]);
  assert.deepEqual(find('915 call street, pinehurst, nh'), [], 'a state restricts');
  assert.deepEqual(find('4155 9th st, los angeles, ca'), [], 'another city that is known has no such street');
});

test('directions may be missing, wrong, short, long or elsewhere', () => {
  assertFinds([
    ['9450 37th st, new york, ny 10018', '9450 W 37TH ST, NEW YORK'],
    ['9450 37th st, brooklyn', '9450 37TH ST, BROOKLYN'],
    ['9450 west 37th street', '9450 W 37TH ST, NEW YORK'],
    ['9300 New Jersey Ave Southeast, Washington, DC', '9300 NEW JERSEY AVE SE, WASHINGTON'],
    ['9300 SE New Jersey Avenue, Washington DC', '9300 NEW JERSEY AVE SE, WASHINGTON'],
    ['9300 new jersey av washington d.c.', '9300 NEW JERSEY AVE SE, WASHINGTON'],
    ['9621 Martin Luther King Blvd portland or', '9621 SE MARTIN LUTHER KING JR BLVD, PORTLAND'],
    ['9195 North 500 West Provo', '9195 N 500 W, PROVO'],
    ['9195 s 500 w, provo, ut', '9195 S 500 W, PROVO'],
    ['9601 n broadway boulder', '9601 BROADWAY, BOULDER'],
  ]);
});

test('saints, forts, mounts and ordinals are found in every spelling', () => {
  assertFinds([
    ['9101 St. Marks Place, Mt Vernon', '9101 SAINT MARKS PL, MOUNT VERNON'],
    ['9101 saint marks pl mount vernon', '9101 SAINT MARKS PL, MOUNT VERNON'],
    ['9101 East St Charles Road, St. Louis', '9101 E SAINT CHARLES RD, SAINT LOUIS'],
    ['923 Huckleberry Hill, Ft. Mitchell, KY', '923 HUCKLEBERRY HL, FORT MITCHELL'],
    ['923 huckleberry hl fort mitchell', '923 HUCKLEBERRY HL, FORT MITCHELL'],
    ['77 Fifth Avenue', '77 5TH AVE, NEW YORK'],
    ['77 5 ave new york', '77 5TH AVE, NEW YORK'],
    ['4155 Ninth Street, San Francisco', '4155 9TH ST, SAN FRANCISCO'],
    ['9450 Thirty-Seventh St Brooklyn', '9450 37TH ST, BROOKLYN'],
    ['9301 Avenue of the Americas', '9301 AVENUE OF THE AMERICAS, NEW YORK'],
    ['9301 ave of the americas, nyc', '9301 AVENUE OF THE AMERICAS, NEW YORK'],
    ['9700 OFarrell St', "9700 O'FARRELL ST, SAN FRANCISCO"],
    ['9700 O’Farrell St., San Francisco', "9700 O'FARRELL ST, SAN FRANCISCO"],
    ['9801 camino cañon', '9801 CAMINO CAÑON, CHULA VISTA'],
    ['9801 Camino Canon', '9801 CAMINO CAÑON, CHULA VISTA'],
    ['9800 pasco del rey', '9800 PASEO DEL REY, CHULA VISTA'],
    ['9400 la cienega, inglewood', '9400 LA CIENEGA BLVD, INGLEWOOD'],
  ]);
});

test('highways are found in every spelling', () => {
  assertFinds([
    ['9500 US-1, North Palm Beach, FL', '9500 US HIGHWAY 1, NORTH PALM BEACH'],
    ['9500 US Hwy 1', '9500 US HIGHWAY 1, NORTH PALM BEACH'],
    ['9500 U.S. 1 N Palm Beach', '9500 US HIGHWAY 1, NORTH PALM BEACH'],
    ['9500 SR 13 St Johns', '9500 STATE ROUTE 13, SAINT JOHNS'],
    ['9500 State Rd 13, Saint Johns, FL', '9500 STATE ROUTE 13, SAINT JOHNS'],
    ['9500 FL-13, Saint Johns', '9500 STATE ROUTE 13, SAINT JOHNS'],
    ['9500 State Hwy 13', '9500 STATE ROUTE 13, SAINT JOHNS'],
    ['9500 Route 13 Saint Johns', '9500 STATE ROUTE 13, SAINT JOHNS'],
    ['9500 Hwy 13, St. Johns FL', '9500 STATE ROUTE 13, SAINT JOHNS'],
    ['9501 County Rd 210', '9501 COUNTY ROAD 210, SAINT JOHNS'],
    ['9501 CR-210 saint johns', '9501 COUNTY ROAD 210, SAINT JOHNS'],
    ['9501 CR210', '9501 COUNTY ROAD 210, SAINT JOHNS'],
    ['9502 Highway 20, Freeport', '9502 HIGHWAY 20, FREEPORT'],
    ['9502 State Highway 20, Freeport', '9502 HIGHWAY 20, FREEPORT'],
    ['9502 FL 20 Freeport', '9502 HIGHWAY 20, FREEPORT'],
    ['9503 N Interstate 35, Austin', '9503 N IH 35, AUSTIN'],
    ['9503 I-35 austin tx', '9503 N IH 35, AUSTIN'],
    ['9503 n ih35', '9503 N IH 35, AUSTIN'],
    ['9503 n interstate hwy 35', '9503 N IH 35, AUSTIN'],
    ['9504 RM 620 Austin', '9504 RANCH ROAD 620, AUSTIN'],
    ['9504 RR 620, Austin', '9504 RANCH ROAD 620, AUSTIN'],
    ['9504 FM 620 austin', '9504 RANCH ROAD 620, AUSTIN'],
  ]);
});

test('units, floors, boxes and countries are left out', () => {
  const broadway = '9601 BROADWAY, BOULDER';
  assertFinds([
    ['9601 Broadway #4B, Boulder', broadway],
    ['9601 Broadway # 4B, Boulder', broadway],
    ['9601 Broadway Apt 4 Boulder CO', broadway],
    ['Apt 4B, 9601 Broadway, Boulder', broadway],
    ['9601 Broadway Ste 200, Boulder', broadway],
    ['9601 Broadway, Suite B, Boulder', broadway],
    ['9601 Broadway Fl 3 Boulder', broadway],
    ['9601 Broadway, 3rd Floor, Boulder', broadway],
    ['9601 Broadway Rm 12, Boulder', broadway],
    ['9601 Broadway Unit 7-C, Boulder, CO 80302-1234', broadway],
    ['9601 Broadway, Bldg C, Boulder, USA', broadway],
    ['9601 broadway boulder united states', broadway],
    ['9601 Broadway, PO Box 12, Boulder', broadway],
    ['P.O. Box 12, 9601 Broadway, Boulder CO', broadway],
    ['9601 Broadway basement, Boulder', broadway],
    ['9902 floor mill rd suitland', '9902 FLOOR MILL RD, SUITLAND'],
    ['9900 Avenue B San Antonio', '9900 AVENUE B, SAN ANTONIO'],
    ['9901 B St San Antonio', '9901 B ST, SAN ANTONIO'],
  ]);
  assert.deepEqual(find('PO Box 12, Boulder, CO'), [broadway], 'a box names no house');
});

test('house numbers are found with halves, hyphens, letters and ranges, and never others of the street first', () => {
  assertFinds([
    ['9123 1/2 Elm St, Davis', '9123 1/2 ELM ST, DAVIS'],
    ['9123½ Elm St, Davis', '9123 1/2 ELM ST, DAVIS'],
    ['9123 Elm St, Davis', '9123 ELM ST, DAVIS'],
    ['9123-9125 Elm St, Davis', '9123 ELM ST, DAVIS'],
    ['9123 - 9125 Elm St, Davis', '9123 ELM ST, DAVIS'],
    ['9125B Elm St Davis', '9125 ELM ST, DAVIS'],
    ['3792 30th ave, queens', '37-92 30TH AVE, NEW YORK'],
    ['37-94 30 ave new york', '37-94 30TH AVE, NEW YORK'],
    ['94-50 37th st brooklyn', '9450 37TH ST, BROOKLYN'],
    ['N95W91234 Appleton Avenue', 'N95W91234 APPLETON AVE, MENOMONEE FALLS'],
    ['n95 w91234 appleton ave', 'N95W91234 APPLETON AVE, MENOMONEE FALLS'],
    ['No. 9123 Elm Street, Davis', '9123 ELM ST, DAVIS'],
    ['9124 elm st davis', '9123 ELM ST, DAVIS'],
  ]);
});

test('a number in a place, and a ZIP code, list the addresses there', () => {
  assert.deepEqual(find('9600 littleton'), ['9600 MAIN ST, LITTLETON']);
  assert.deepEqual(find('80302'), ['9601 BROADWAY, BOULDER']);
  assert.deepEqual(find('94103-1234'), ['4155 9TH ST, SAN FRANCISCO']);
  assert.equal(find('9600 main st lake city')[0], '9600 MAIN ST, LAKE CITY');
});
