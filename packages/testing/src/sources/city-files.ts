/**
 * Made-up files of cities in the catalog, a few rows each, in the shape in which the cities publish them: with gaps,
 * line breaks and quotes inside values, and an export that lacks a column of another one. No row is a real permit.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const sanFranciscoColumns =
  'Permit Number,Permit Type Definition,Description,Current Status,Filed Date,Issued Date,Revised Cost,' +
  'Street Number,Street Name,Street Suffix,Zipcode,Block,Lot';

/** Path below the folder → text of the file. */
const texts: Readonly<Record<string, string>> = {
  // Two addresses of one permit, then a permit of one address.
  'san-francisco-ca/with-location.csv': `${sanFranciscoColumns},Location,Record ID
900001,otc alterations permit,"replace 4 windows, in kind",issued,01/05/2026,01/06/2026,5200,12,Elm,St,94110,0001,002,"(37.75, -122.41)",1
900001,otc alterations permit,"replace 4 windows, in kind",issued,01/05/2026,01/06/2026,5200,14,Elm,St,94110,0001,003,"(37.75, -122.42)",2
900002,sign - erect,,filed,02/02/2026,,1,301,Walnut,Av,94103,0004,005,,3
`,
  'san-francisco-ca/without-location.csv': `${sanFranciscoColumns},Record ID
900001,otc alterations permit,"replace 4 windows, in kind",complete,01/05/2026,01/06/2026,5200,12,Elm,St,94110,0001,002,1
900003,new construction,"erect ""the annex"",
two stories",approved,03/03/2026,,910000,7,Oak,St,94102,0006,007,4
`,
  'nashville-tn/building_permits.csv': `\ufeffPermit__,Permit_Type_Description,Permit_Subtype_Description,Parcel,Date_Entered,Date_Issued,Const_Cost,Address,City,State,Contact,Purpose,Lon,Lat,ZIP
T900001,Building Residential - New,"Single Family Residence",00100200300,1767247200000,1767420000000,310000,12 ELM ST,NASHVILLE,TN,PRAIRIE HOMES LLC,"To construct a house,
two stories",-86.78,36.16,37203
T900002,Building Residential - Roofing,,00100200400,1767333600000,,9800,41 WALNUT AVE,NASHVILLE,TN,SELF,,-86.79,36.17,37206
T900003,Building Commercial - Rehab,"Retail ""and"" Office",00100200500,1767420000000,1767592800000,,7 OAK ST,NASHVILLE,TN,,Finish out of unit 4,,,37201
`,
  'chicago-il/permits_2026_07.json': JSON.stringify([
    {
      n: '900001',
      s: 'ACTIVE',
      t: 'PERMIT - EASY PERMIT PROCESS',
      d: '2026-07-01',
      a: '12 N ELM ST',
      x: 'Reroof\n2 layers',
      c: 9800,
      lat: 41.88,
      lon: -87.63,
    },
    {
      n: '900002',
      s: 'COMPLETE',
      t: 'PERMIT - SIGNS',
      d: '2026-07-02',
      a: '41 W WALNUT AVE',
      gc: 'STONE & CO',
    },
    // The same permit twice: the later record replaces the earlier one.
    { n: '900003', s: 'PHASED', t: 'PERMIT - NEW CONSTRUCTION', d: '2026-07-03', a: '7 S OAK ST' },
    {
      n: '900003',
      s: 'ACTIVE',
      t: 'PERMIT - NEW CONSTRUCTION',
      d: '2026-07-03',
      a: '7 S OAK ST',
      gc: 'ACME BUILDERS',
      gp: '(312) 555-0100',
    },
  ]),
  'yarmouth-me/homes.geojson': JSON.stringify({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: {
          OBJECTID: 1,
          WORK: 'New home',
          ISSUED: '2015-06-03',
          COST: 310_000,
          FEE: '$3,100.00',
          Location: '12 ELM ST',
          CONTRACTOR: 'PRAIRIE HOMES',
          Land_Area_: 1.5,
        },
        geometry: { type: 'Point', coordinates: [-70.19, 43.8] },
      },
      {
        type: 'Feature',
        properties: {
          OBJECTID: 1,
          WORK: 'New home',
          ISSUED: '2016-07-04',
          FEE: 'see file',
          Location: 'ELM ST',
          LOCATION_1: '14 ELM ST',
          CONTRACTOR: null,
        },
        geometry: null,
      },
    ],
  }),
  'decisions/matters.ndjson': [
    {
      ID: 900001,
      File: 'LU 0001-2026',
      Name: 'Zoning, 12 Elm Street, Brooklyn (260001 ZMK)',
      Title: 'Application submitted by Elm Partners for an amendment of the Zoning Map.',
      PassedDate: '2026-03-19T00:00:00',
      StatusName: 'Adopted',
    },
    {
      ID: 900002,
      File: 'LU 0002-2026',
      Name: null,
      Title: 'A matter of land use',
      PassedDate: '0001-01-01T00:00:00',
    },
  ]
    .map((matter) => JSON.stringify(matter))
    .join('\n'),
  'contractors/general.csv': `Company Name,Phone,Address,Lic Expr,License Type
Acme Builders,(312) 555-0100,12 N ELM ST&nbsp;CHICAGO&nbsp;IL&nbsp;60601,06/30/2027,B - UP TO $2M
Stone & Co,(312) 555-0101,41 W WALNUT AVE&nbsp;CHICAGO&nbsp;IL&nbsp;60602,06/30/2027,
`,
};

/** Writes the files below a folder. */
export function writeCityFiles(folder: string): void {
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
