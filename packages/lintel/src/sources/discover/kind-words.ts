/**
 * What datasets of a kind are called, what else is called so, and the fields that they have. Titles are compared in
 * lower case with one blank between words; lists are regular expressions with commas between.
 */
import type { SourceKind } from '../../base/source-kind.js';

interface KindWords {
  /** What catalogs are asked for. */
  readonly queries: readonly string[];
  /** Titles that leave little doubt, and such that other datasets have as well. */
  readonly strong: RegExp;
  readonly weak: RegExp;
  /** Titles of something else. */
  readonly contrary: RegExp;
  /** A word of its columns where its title does not say what it is. */
  readonly column: RegExp;
  /** Field → weight: what such a dataset has. */
  readonly fields: Readonly<Record<string, number>>;
  /** Of each of these groups a dataset needs a field, or it is not one. */
  readonly needed: readonly (readonly string[])[];
}

/** What is about records of the kind, and has none of them. */
const aggregates =
  'counts?, statistics, stats, totals?, summary, summaries, survey, index, by (?:month|year|quarter|zip|type|ward), ' +
  'dashboard, heat ?map, forecast, performance, revenue, fee schedules?';
const areas = 'boundary, boundaries, zones?, districts?, areas';
const place = ['address', 'street_name', 'lat', 'point', 'parcel'];

export const kindWords: Readonly<Record<SourceKind, KindWords>> = {
  permits: {
    queries: ['building permits', 'construction permits', 'permits issued'],
    strong: both(
      'building, construction, bldg, residential, commercial, demolition, electrical, plumbing, mechanical, roof\\w*, ' +
        'solar, trades?, development, issued, applications?, accela, energov, active, all, inspection\\w*, dob',
      'permit\\w*',
    ),
    weak: any('permits?, permitting, certificates? of occupancy'),
    contrary: any(
      `${aggregates}, ${areas}, parking, film\\w*, events?, street (?:use|closure)s?, road, sidewalks?, liquor, alcohol, ` +
        'food, vendors?, vending, burn\\w*, fireworks?, trees?, wells?, septic, water (?:use|rights?|quality), air, ' +
        'emissions?, discharge, storm ?water, npdes, hunting, fishing, taxi, tow\\w*, rentals?, guns?, weapons?, alarms?, ' +
        'dogs?, pets?, boats?, docks?, noise, caf[eé], dining, oil, gas wells?, natural gas, mining, drilling, tanks?, ' +
        'environmental, wetlands?, title v, grazing, marijuana, cannabis, yard, block part(?:y|ies), ' +
        'business licenses?, violations?, inspectors?',
    ),
    column: /permit/i,
    fields: {
      number: 3,
      issue_date: 3,
      file_date: 2,
      type: 2,
      address: 2,
      status_raw: 2,
      description: 2,
      job_value: 2,
      final_date: 1,
      contractor_name: 1,
      parcel: 1,
      lat: 1,
    },
    needed: [
      ['issue_date', 'file_date', 'final_date'],
      place,
      ['number', 'type', 'description', 'status_raw'],
    ],
  },
  contractors: {
    queries: ['contractor licenses', 'licensed contractors', 'contractor registration'],
    strong: both(
      'contractors?, builders?, electricians?, plumbers?, trades?, home improvement',
      'licen[sc]\\w*, regist\\w*, active, list',
    ),
    weak: any('contractors?, professional, occupational, trade, licen[sc]es?'),
    contrary: any(
      `${aggregates}, ${areas}, contracts, procurement, spending, payments?, liquor, alcohol, dogs?, pets?, marriage, ` +
        'driver\\w*, nurs\\w*, medical, health, food, tobacco, cannabis, firearms?, child ?care, permits?',
    ),
    column: /licen[sc]e|contractor|regist/i,
    fields: {
      license: 4,
      business_name: 3,
      name: 1,
      license_exp_date: 2,
      license_issue_date: 2,
      classification: 1,
      business_type: 1,
      trade: 1,
      address: 1,
      phone: 1,
      city: 1,
    },
    needed: [['license'], ['business_name', 'name', 'dba']],
  },
  properties: {
    queries: ['parcels assessor', 'property assessment roll', 'tax parcels'],
    strong: new RegExp(
      [
        any('tax ?lots?, tax roll, cama, real property, property appraiser'),
        both('tax\\w*, county, assess\\w*, property, owner\\w*, public, land, data, polygons?', 'parcels?'),
        both('property, real estate, roll', 'assess\\w*, valuation\\w*, characteristics, appraisal'),
      ]
        .map(({ source }) => source)
        .join('|'),
    ),
    weak: any('parcels?, assessor, assessment, appraisal, cadastr\\w+'),
    contrary: any(
      `${aggregates}, sales?, transfers?, vacant, foreclos\\w*, liens?, exempt\\w*, delinquen\\w*, easements?, ` +
        'historic\\w*, annexations?, surplus, owned by, city owned, student, risk, environmental, flood\\w*',
    ),
    column: /parcel|assess|apn|folio|taxpin/i,
    fields: {
      parcel: 4,
      address: 3,
      owner_name: 1,
      year_built: 2,
      building_area: 2,
      lot_size: 2,
      market_value: 2,
      use: 1,
      unit_count: 1,
      story_count: 1,
    },
    needed: [
      ['parcel'],
      ['address', 'street_name'],
      ['year_built', 'building_area', 'lot_size', 'market_value', 'use'],
    ],
  },
  decisions: {
    queries: ['planning cases', 'zoning cases', 'land use applications'],
    strong: new RegExp(
      [
        any(
          'rezonings?, site plans?, conditional use, speci(?:al|fic) use, entitlements?, ' +
            'development (?:orders?|tracker|sites?|activity)',
        ),
        both(
          'planning, zoning, rezon\\w*, land use, development, site plan, subdivision, variance, entitlement',
          'cases?, applications?, petitions?, decisions?, projects?, requests?, actions?, approvals?',
        ),
      ]
        .map(({ source }) => source)
        .join('|'),
    ),
    weak: any(
      'developments?, subdivisions?, plats?, plan reviews?, planning activity, development (?:review|pipeline|plans?), cases?',
    ),
    contrary: any(
      `${aggregates}, ${areas}, (?<!use )permits?, code, violations?, enforcement, crime, court, police, covid, ` +
        'comprehensive, future land use, overlay, capital, transportation',
    ),
    column: /case|zoning|petition|hearing|application/i,
    fields: {
      title: 3,
      category: 2,
      outcome: 3,
      decision_date: 2,
      description: 2,
      applicant_name: 1,
      zoning_previous: 1,
      zoning_new: 1,
      address: 1,
      subcategory: 1,
    },
    needed: [
      ['title', 'description'],
      ['outcome', 'decision_date', 'category'],
    ],
  },
};

/** Any of the words. */
function any(list: string): RegExp {
  return new RegExp(`\\b(?:${list.split(', ').join('|')})\\b`);
}

/** A word of each list, in either order. */
function both(first: string, second: string): RegExp {
  const [a, b] = [any(first).source, any(second).source];
  return new RegExp(`${a}.*${b}|${b}.*${a}`);
}
