/** What columns of the place of the work or of a property are called. */
import { any, type FieldWords, field } from './field-words.js';

export const here = 'site|property|situs|physical|project|job|work|permit|location|original|main|parcel';
/** Words that may say of what the place is. */
const ofSite = any(`${here} address street`);

export const place: readonly FieldWords[] = [
  field(
    'address',
    'places',
    `full street name, address situs|site ?job ?street ?line ?first, address property|physical|job|work|project ?location ?line, address original ?line, address ?street ?main ?line ?name ?location, address permit|location ?line, address development ?project ?text, address main|parcel|record|case ?line ?street, address label, address building ?line, line location, address unit ?with`,
    'situs, location ?site ?property ?project ?permit ?work ?job ?name, location description, address ?road|plan|application, address legal',
    true,
  ),
  field(
    'street_no',
    'anything',
    'street number ?site ?property ?address ?situs ?location ?start ?from ?low, house ?number ?property ?start ?from, address number ?site ?parcel ?complete, address start|from, site|situs number',
  ),
  field(
    'street_direction',
    'words',
    'direction street ?pre ?address ?site ?situs, direction pre ?situs ?address ?parcel ?property ?site, direction ?address',
    'pre street ?property, pre',
  ),
  field(
    'street_name',
    'words',
    'street name ?site ?address ?situs ?location ?property ?parcel ?work, street ?site|property|location|situs|physical, road name',
    'situs name',
  ),
  field(
    'street_suffix',
    'words',
    'street suffix ?site ?address ?situs ?property, address suffix, street type ?site ?address ?situs ?property ?parcel ?description',
    'suffix',
  ),
  field(
    'unit',
    'anything',
    'unit ?number ?site ?address ?situs ?start ?from, apartment|suite ?number, unit suite',
  ),
  field(
    'city',
    'words',
    `city ?name ?location ?municipality ?line ?first ${ofSite}, municipality ?name ?description ?location ${ofSite}`,
    'city description',
    true,
  ),
  // The boroughs of New York City are counties.
  field('county', 'words', 'county ?name ?location ?permit, parish, borough ?name', ''),
  field('state', 'words', `state ?code ${ofSite}`, ''),
  field('zip', 'zips', `zip ?code ?number ?address ${any(here)}`, '', true),
  field('lat', 'latitudes', 'latitude ?y ?site ?location ?geocode ?coordinate', 'y ?coordinate'),
  field('lng', 'longitudes', 'longitude ?x ?site ?location ?geocode ?coordinate', 'x ?coordinate'),
  field(
    'point',
    'points',
    'point|geocode ?column ?location, location, point location, geocode column ?new, location geocode address?',
  ),
  field(
    'parcel',
    'identifiers',
    `parcel number|id|pin|key ${any('assessor tax property county code main')}, parcel code, apn|folio|pin|tmk|ain|ssl|parid|parno|taxmap|mbl|taxlot|taxpin|upc|pan|maplot ?number ?id ?parcel ?site ?situs ?property ?main, assessor number|parcel ?code, taxpin ?number, parcel tax, strap, span, sbl|bbl ?id ?number, print key, map number tax ?id, schedule number, account number assessor|parcel|property ?main`,
    'parcel ?main ?site ?property ?situs, property id|key ?number ?county, map lot, parcel number land|tract',
    true,
    'id state',
  ),
  field('census_tract', 'anything', 'census tract ?number ?id'),
];
