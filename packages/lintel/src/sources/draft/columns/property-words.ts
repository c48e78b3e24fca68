/** What columns of a property are called: in lists of parcels, and beside permits. */
import { any, type FieldWords, field } from './field-words.js';
import { place } from './place-words.js';

export const property: readonly FieldWords[] = [
  field(
    'property_type',
    'words',
    'property type ?description, rescom, residential commercial, class property ?description ?name ?code',
    'type building',
  ),
  field(
    'property_type',
    'sectors',
    `type|class|category|use|group|kind ${any('permit record application case description name work property building plan job construction folder')}`,
    '',
    true,
  ),
  field(
    'owner_name',
    'words',
    'owner name ?property ?parcel ?site ?main ?last ?project, owner ?property ?parcel ?main ?project ?present, taxpayer ?name, owner ?name legal, owner last',
    'owner deed|permit, owner business name',
    true,
    'name last, name first',
  ),
  field(
    'lot_size',
    'amounts',
    `acre ${any('legal deed total tax assessed property parcel lot land area plan size')}, acre ?net ?map ?total ?final ?number, lot|land|site area|size|sqft ?total ?feet ?square`,
    'area parcel ?total',
    true,
  ),
  field(
    'story_count',
    'amounts',
    'story ?number ?count ?total ?building ?proposed, floor|level number|count ?total, floor structure',
  ),
  field(
    'unit_count',
    'amounts',
    `units ${any('number count total dwelling housing residential proposed living project')}, dwelling units|number|count ?new ?proposed, unit count ?total, units structure|new`,
    'units existing',
  ),
  field(
    'year_built',
    'years',
    'year built|construction ?building ?property ?first ?effective, ayb, year building',
    '',
    true,
  ),
];

/** The value of land and buildings together. */
const worth: readonly FieldWords[] = [
  field(
    'market_value',
    'amounts',
    `market value ${any('total fair just property cash estimate')}, market ?total ?tax, value actual ?total, appraised value|total ${any('total property value')}, total value ?tax ?property, assessed value|total ${any('total property parcel value gross')}, just ?value, fair market ?total ?value, value total|gross assessed ?tax ?property, av total ?gross, value net`,
    'value parcel|appraised|fair, av, assessed',
  ),
];

const measure = 'area|sqft|feet';
const squared = '?square ?feet ?sqft ?area';
export const building: FieldWords = field(
  'building_area',
  'amounts',
  `building ${measure} ?total ?gross ?floor ?living ?heated ?finished ${squared}, living|heated|finished|gross|floor|residential ${measure} ?total ?floor ?building ?living ${squared}, structure ${measure} ?total ${squared}, building size, gla`,
  'sqft main',
);
/** Without a word for the building it is the area of the work: a deck, a kitchen, a new house. */
export const work: FieldWords = field(
  'job_area',
  'areas',
  `sqft ${any('total project job work permit new feet')}, square feet ${any('total project job work permit new')}, area project|job|work ?total, new construction sqft`,
  'area',
);

export const properties: readonly FieldWords[] = [
  ...place,
  field('as_of', 'dates', 'date assessed, update date'),
  field(
    'use',
    'words',
    'use land|property|building|structure ?code ?description ?type, use code description, use main ?assessed, use description ?parcel, use ?code, use description state, luc ?description ?code ?state',
    'class land ?description, description property, use existing|present ?land ?property ?building',
  ),
  ...property,
  field('owner_name', 'words', '', 'name file', false, 'name ?line'),
  field(
    'property_type',
    'words',
    'type building, class ?code, category ?code ?description, type name property',
  ),
  field(
    'parcel',
    'anything',
    'pid ?text, map tax',
    'pid ?number, assessed number, account ?number ?id ?main, parcel text, pin ?text ?final, id location',
    true,
    'id|number tax',
  ),
  field('story_count', 'amounts', '', 'floor, story legal|height'),
  ...worth,
  // No parcel has an application: `APP` is the appraisal.
  field('market_value', 'amounts', '', 'value application ?total'),
  building,
];
