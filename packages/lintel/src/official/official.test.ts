/** Files of the Building Permits Survey: what is read of them, what is refused, and which places rows are of. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { geoId } from '@lintel/contract/plain';
import { UserError } from '../base/user-error.js';
import { loadGeography } from '../geography/load.js';
import { officialPlaces } from './official-places.js';
import { readPopulation, withPopulation } from './population.js';
import { readSurvey } from './read-survey.js';

const geography = loadGeography();
const kinds =
  '1-unit,,,2-units,,,3-4 units,,,5+ units,,,1-unit rep,,,2-units rep,,,3-4 units rep,,, 5+units rep';
const measures = Array.from({ length: 8 }, () => 'Bldgs,Units,Value').join(',');
const byCounty = `Survey,FIPS,FIPS,Region,Division,County,,${kinds}\nDate,State,County,Code,Code,Name,${measures}\n \n`;
const byPlace = `Survey,State,6-Digit,County,Census Place,FIPS Place,FIPS MCD,Pop,CSA,CBSA,Footnote,Central,Zip,Region,Division,Number of,Place,,${kinds}
Date,Code,ID,Code,Code,Code,Code,  ,Code,Code,Code,City,Code,Code,Code,Months Rep,Name,${measures}
 
`;
/** Made-up counts: 7 houses for 1,000 dollars, 2 duplexes, a building of 40; the duplexes were not reported. */
const counts = '7,7,1000,2,4,500,0,0,0,1,40,9000,7,7,1000,0,0,0,0,0,0,1,40,9000';
const place = (state: string, county: string, fips: string, town: string, name: string, id = '001000') =>
  `2024,${state},${id},${county},0020,${fips} ,${town} ,2553 ,222,20020, , ,36310      ,3,6,11,${name},${counts}\n`;

test('a row by county says buildings, homes, value and how many were reported', () => {
  const survey = readSurvey(`${byCounty}202409,48,453,3,7,Travis County      ,${counts}\n`, 'co2409c.txt');
  assert.deepEqual([survey.kind, survey.period, survey.regions], ['county', '2024-09', '3']);
  const [row] = survey.rows;
  const { kinds: byKind, ...all } = row ?? assert.fail();
  assert.deepEqual(all, {
    ...{ period: '2024-09', state: '48', county: '48453', place: null, months_reported: null },
    ...{ buildings: 10, units: 51, units_reported: 47, value: 1_050_000 },
  });
  assert.deepEqual(byKind.five_or_more_units, { buildings: 1, units: 40, value: 900_000 });
});

test('a file by state has years and months, whose values are thousands, and outweighs its counties', () => {
  const byState = `Survey,FIPS,Region,Division,State,,${kinds}\nDate,State,Code,Code,Name,${measures}\n\n`;
  const [year, month, own] = [
    `${byState}202399,48,3,7,Texas ,${counts}\n202399,00,0,0,United States,${counts}\n`,
    `${byState}202404,48,3,7,Texas ,${counts}\n`,
    `${byCounty}2023,48,453,3,7,Travis County,7,7,7000000,${counts.split(',').slice(3).join(',')}\n2022,48,453,3,7,Travis County,${counts}\n`,
  ];
  const surveys = [
    year,
    month,
    ...own.split(/\n(?=2022)/).map((part, i) => (i === 0 ? part : byCounty + part)),
  ];
  const read = surveys.map((text) => readSurvey(text ?? '', 'file'));
  assert.deepEqual(
    read.map(({ kind, period, regions }) => [kind, period, regions]),
    [
      ['state', '2023', '3'],
      ['state', '2024-04', '3'],
      ['county', '2023', '3'],
      ['county', '2022', '3'],
    ],
  );
  const texas = officialPlaces(read, geography).get('TX')?.periods ?? [];
  assert.deepEqual(
    texas.map(({ period, units, value }) => [period, units, value]),
    [
      ['2022', 51, 1_050_000],
      ['2023', 51, 1_050_000_000],
      ['2024-04', 51, 1_050_000_000],
    ],
  );
});

test('what is cut, changed or something else is refused by its line', () => {
  const faults = [
    ['a,b\n1,2\n', /no file of the Building Permits Survey/],
    [byCounty, /has no rows/],
    [`${byCounty}2023,48,453,3,7,Travis County,1,2\n`, /line 4 of it\.txt is not as the survey writes it/],
    [`${byCounty}2023,48,453,3,7,Travis County,${counts.replace('40', 'x')}\n`, /line 4/],
    [`${byCounty}23,48,453,3,7,Travis County,${counts}\n`, /line 4/],
    [
      `${byCounty}2023,48,453,3,7,Travis County,${counts}\n2022,48,453,3,7,Travis County,${counts}\n`,
      /has rows of 2023 and of 2022/,
    ],
  ] as const;
  for (const [text, message] of faults)
    assert.throws(
      () => readSurvey(text, 'it.txt'),
      (error) => error instanceof UserError && message.test(error.message),
    );
});

test('rows are of counties, states by years, cities, and of no city of the same name beside', () => {
  const surveys = [
    `${byCounty}2023,48,453,3,7,Travis County,${counts}\n2023,48,209,3,7,Hays County,${counts}\n`,
    `${byCounty}202409,48,453,3,7,Travis County,${counts}\n`,
    byPlace +
      place('48', '453', '05000', '00000', 'Austin') +
      place('47', '037', '52006', '00000', 'Nashville-Davidson') +
      place('26', '161', '00000', '03020', 'Ann Arbor township') +
      place('09', '110', '00000', '02060', 'Avon town') +
      place('36', '005', '51000', '00000', 'Bronx borough', '082500') +
      place('36', '047', '51000', '00000', 'Brooklyn borough', '084500') +
      place('13', '059', '00000', '00000', 'Athens-Clarke County', '035000') +
      place('21', '111', '99990', '00000', 'Louisville-Jefferson County Unincorporated Area', '313000') +
      place('48', '453', '99990', '00000', 'Travis County Unincorporated Area'),
  ].map((text) => readSurvey(text, 'file'));
  const places = officialPlaces(surveys, geography);
  const periodsOf = (id: string | undefined) =>
    places.get(id ?? '')?.periods.map(({ period, units }) => [period, units]);
  assert.deepEqual(periodsOf('TX'), [['2023', 102]]);
  assert.deepEqual(periodsOf(geography.county('Travis', 'TX')?.geoId), [
    ['2023', 51],
    ['2024-09', 51],
  ]);
  for (const [city, state, isThere] of [
    ['Austin', 'TX', true],
    ['Nashville', 'TN', true],
    ['Avon', 'CT', true],
    ['Ann Arbor', 'MI', false],
  ] as const) {
    const found = places.get(geography.city(city, state)?.geoId ?? '');
    assert.equal(found?.population ?? null, isThere ? 2553 : null, city);
  }
  for (const [city, state, geoid, units] of [
    ['New York', 'NY', '3651000', 102],
    ['Athens', 'GA', '1303440', 51],
    ['Louisville', 'KY', '2148006', 51],
  ] as const) {
    assert.deepEqual(periodsOf(geography.city(city, state)?.geoId), [['2024', units]], city);
    assert.deepEqual(periodsOf(geoId('jurisdiction', geoid)), [['2024', units]], city);
  }
  assert.equal(
    places.get(geography.city('New York', 'NY')?.geoId ?? '')?.population,
    null,
    'of a borough each',
  );
});

test('inhabitants and homes of an operator are of states, counties, cities, and refused by their line', () => {
  const austin = geography.city('Austin', 'TX')?.geoId ?? assert.fail();
  const avon = geography.city('Avon', 'CT')?.geoId ?? assert.fail();
  const travis = geography.county('Travis', 'TX')?.geoId ?? assert.fail();
  const survey = readSurvey(byPlace + place('48', '453', '05000', '00000', 'Austin'), 'file');
  const rows = readPopulation(
    `\uFEFFGEOID,Name,Population,Homes\n48,Texas,"29,145,505",11589324\n0500000US48453,Travis,1290188,\n4805000,Austin,961855,444426\n0900302060,Avon,18932,7700\n`,
    'it.csv',
  );
  const places = withPopulation(officialPlaces([survey], geography), rows, geography);
  const of = (id: string) => [places.get(id)?.population, places.get(id)?.homes];
  assert.deepEqual(
    [of('TX'), of(travis), of(austin), of(avon)],
    [
      [29_145_505, 11_589_324],
      [1_290_188, null],
      [961_855, 444_426],
      [18_932, 7_700],
    ],
  );
  assert.equal(places.get(austin)?.periods.length, 1);
  const faults = [
    ['place,population\n48,1\n', /lacks a column geoid/],
    ['geoid,population\n48,1\n481,5\n', /Line 3 of it\.csv is no place with whole numbers: "481,5"/],
    ['geoid,population\n48,many\n', /Line 2/],
    ['geoid,population\n48,"1\n', /it\.csv is no CSV/],
  ] as const;
  for (const [text, message] of faults)
    assert.throws(
      () => readPopulation(text, 'it.csv'),
      (error) => error instanceof UserError && message.test(error.message),
    );
});
