/** Street names of the sample world: words that hundreds of US towns share, and the flavours of regions. */

const trees =
  'Oak Maple Cedar Pine Elm Walnut Chestnut Birch Willow Poplar Sycamore Magnolia Juniper Spruce Hickory Ash Cypress Laurel Alder Aspen Beech Cherry Dogwood Linden Locust Mulberry Pecan Redwood Sequoia Hawthorn Holly Hemlock Cottonwood Mesquite Palm Olive Acacia Buckeye Catalpa Tamarack';
const presidents =
  'Washington Adams Jefferson Madison Monroe Jackson Harrison Tyler Polk Taylor Fillmore Pierce Buchanan Lincoln Grant Hayes Garfield Arthur Cleveland McKinley Roosevelt Wilson Harding Coolidge Hoover Truman Kennedy';
const nature =
  'Park Lake River Spring Meadow Valley Prairie Canyon Ridge Hill Summit Highland Forest Garden Orchard Brook Creek Harbor Island Bay Ocean Sunset Sunrise Rainbow Mountain Shore Cliff Cove Glen Grove Heather Clover Fern Ivy Rose Lily Violet Jasmine Sage Wildflower Bluebird Cardinal Eagle Falcon Heron Quail Robin Wren Deer Fox Elk Bear Beaver Otter Pheasant';
const civic =
  'Main Church School Mill Market Water Front Bridge Court Center College University Academy Railroad Depot Union Liberty Independence Commerce Industrial Exchange Broad High Mechanic Franklin Hamilton Clay Webster Calhoun Marshall Sherman Sheridan Custer Fremont Lafayette Columbus Pulaski Warren Greene Putnam Wayne Perry Decatur Clinton Fulton';
const people =
  'Alice Anna Arthur Bertha Carl Clara Dora Edith Edna Ella Emma Ernest Ethel Florence Frances Grace Harriet Helen Henry Ida Irene Jane Julia Laura Louise Lucy Mabel Marie Martha Mary Minnie Myrtle Nellie Olive Pearl Ruth Sarah Stella Susan Sylvia Viola Walter';
const builders =
  'Fox Hollow|Quail Run|Stone Creek|Willow Bend|Autumn Ridge|Deer Crossing|Shady Grove|Timber Trail|Eagle Point|Meadow Lark|Silver Lake|Golden Oak|Whispering Pines|Copper Canyon|Cedar Ridge|Sandy Hollow|Windy Hill|Rolling Meadow|Indian Summer|Falling Leaf|Morning Dew|Hidden Valley|Lone Star|Winding Brook|Spring Hollow|Old Mill|Mill Pond|Red Barn|Country Club|Crystal Lake|Forest Glen|Harvest Moon|Heritage Oaks|Hunters Ridge|Laurel Wood|Misty Hollow|Orchard Park|Peach Tree|Rocky Ford|Rose Garden';
const views =
  'Bay View|Bella Vista|Fair View|Grand View|Lake View|Mountain View|Ocean View|Park View|Ridge View|River View|Valley View|Vista';
const english =
  'Abbott Ainsworth Albany Arlington Ashland Auburn Avon Barclay Bedford Belmont Berkshire Bristol Buckingham Cambridge Canterbury Carlisle Chester Clarendon Coventry Cumberland Derby Devonshire Dorset Dover Essex Exeter Gloucester Hampton Hanover Hartford Kensington Kent Kingston Lancaster Lexington Manchester Marlborough Nottingham Oxford Plymouth Portland Richmond Salem Somerset Stratford Suffolk Surrey Sussex Waverly Wellington Westminster Winchester Windsor York';

const spanish =
  'Alameda|Alamo|Alta Vista|Amador|Arroyo|Avila|Buena Vista|Camino Real|Cordova|Corona|De Soto|Del Mar|Del Norte|Del Rio|El Camino|El Dorado|Encino|Estrella|Flores|Fresno|Granada|Hermosa|La Brea|La Mesa|La Paz|Laguna|Las Flores|Las Palmas|Linda Vista|Loma Linda|Los Robles|Madera|Mariposa|Mirador|Mission|Monte Vista|Montezuma|Palo Verde|Paloma|Paseo Grande|Ramona|Rio Grande|Rosario|San Antonio|San Carlos|San Gabriel|San Juan|San Luis|San Marcos|San Pedro|San Rafael|Santa Ana|Santa Clara|Santa Fe|Santa Monica|Santa Rosa|Sierra|Sonora|Valencia|Ventura|Verde|Vista del Sol';
const saints =
  'Saint Andrew|Saint Charles|Saint Clair|Saint George|Saint James|Saint John|Saint Louis|Saint Mark|Saint Marys|Saint Michael|Saint Paul|Saint Peter|Saint Thomas';
const coast =
  'Anchor|Biscayne|Coral|Dolphin|Flamingo|Gulf|Heron Bay|Hibiscus|Key Largo|Lagoon|Mangrove|Marina|Osprey|Palmetto|Pelican|Pompano|Royal Palm|Sandpiper|Seabreeze|Seminole|Tamiami|Tarpon';
const plains =
  'Blackhawk Cherokee Chippewa Dakota Hiawatha Huron Illinois Iowa Kansas Keokuk Menominee Miami Michigan Minnesota Mohawk Nebraska Ohio Omaha Oneida Osage Ottawa Pawnee Peoria Potomac Sauk Seneca Shawnee Superior Wabash Winnebago Wisconsin';
const west =
  'Bonanza Bridger Cascade Cheyenne Chinook Comanche Comet Columbia Cripple Creek Denver Durango Galena Glacier Klickitat Leadville Mesa Navajo Olympic Pike Pinon Pueblo Rainier Sawtooth Silverton Skagit Snoqualmie Spokane Telluride Teton Yakima';

/** Regions whose streets sound alike. */
export type StreetFlavour = 'spanish' | 'coast' | 'plains' | 'west' | 'east';

const flavours: Readonly<Record<StreetFlavour, readonly string[]>> = {
  spanish: [...spanish.split('|'), ...west.split(' ').slice(0, 12)],
  coast: [...coast.split('|'), ...spanish.split('|').slice(0, 20)],
  plains: [...plains.split(' '), ...saints.split('|')],
  west: west.split(' '),
  east: [...saints.split('|'), ...plains.split(' ').slice(10)],
};

const everywhere = [
  ...`${trees} ${presidents} ${nature} ${civic} ${people} ${english}`.split(' '),
  ...builders.split('|'),
  ...views.split('|'),
];

/** `1st`, `2nd`, `11th` … */
export function ordinal(n: number): string {
  const tens = n % 100;
  const ones = tens > 10 && tens < 14 ? 0 : n % 10;
  return `${n}${ones === 1 ? 'st' : ones === 2 ? 'nd' : ones === 3 ? 'rd' : 'th'}`;
}

/** All names of a city: the shared ones, those of its region and, in a grid city, ordinals up to a limit. */
export function streetNames(flavour: StreetFlavour, ordinals: number): readonly string[] {
  const numbered = Array.from({ length: ordinals }, (_, n) => ordinal(n + 1));
  return [...new Set([...everywhere, ...flavours[flavour], ...numbered])];
}

/** Street suffixes: as people write them, and the USPS abbreviation. */
export const suffixes = [
  { long: 'Street', short: 'St' },
  { long: 'Avenue', short: 'Ave' },
  { long: 'Drive', short: 'Dr' },
  { long: 'Road', short: 'Rd' },
  { long: 'Lane', short: 'Ln' },
  { long: 'Court', short: 'Ct' },
  { long: 'Place', short: 'Pl' },
  { long: 'Boulevard', short: 'Blvd' },
  { long: 'Circle', short: 'Cir' },
  { long: 'Way', short: 'Way' },
  { long: 'Terrace', short: 'Ter' },
  { long: 'Trail', short: 'Trl' },
  { long: 'Parkway', short: 'Pkwy' },
] as const;

/** Abbreviations that some offices use instead of the USPS one. */
export const oldAbbreviations: Readonly<Record<string, string>> = {
  Ave: 'Av',
  Blvd: 'Bl',
  Ter: 'Terr',
  Cir: 'Cr',
  Pkwy: 'Pky',
  Trl: 'Tr',
};
