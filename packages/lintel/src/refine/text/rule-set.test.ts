import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type PropertyType, type TagId, tagIds, withParents } from '@lintel/contract';
import { realData, testOnRealData } from '@lintel/testing/base/real-data.js';
import fc from 'fast-check';
import { readProperty } from './property.js';
import { type PermitTexts, permitRules } from './rule-set.js';

const tagsOf = (texts: PermitTexts) => permitRules().match(texts).tags;

const cases: readonly (readonly [PermitTexts, string])[] = [
  [{ description: 'Replace AT&T antennas on existing monopole' }, 'telecom'],
  [{ description: 'AT&T: swap 3 antennas' }, 'telecom'],
  [{ description: 'REROOF HOUSE, TEAR OFF SHINGLES' }, 'reroof residential roofing'],
  [{ description: 'Repair roof leak' }, 'roofing'],
  [{ description: 'Install 8 kW roof mounted PV system' }, 'solar'],
  [{ description: 'Install solar panels with battery storage' }, 'battery solar solar_battery_storage'],
  [
    { type: 'Electrical Permit', description: 'EV charger in garage of single family home' },
    'electrical ev_charger residential',
  ],
  [{ description: 'Upgrade panel to 200 amp service' }, 'electric_meter electrical'],
  [{ description: 'Replace 40 gallon water heater' }, 'plumbing water_heater'],
  [{ description: 'Replace furnace and install heat pump' }, 'heat_pump hvac'],
  [
    { description: 'New in-ground swimming pool for existing residence' },
    'pool_and_hot_tub pool_spa residential',
  ],
  [{ description: 'Resurface existing pool' }, 'pool_and_hot_tub'],
  [{ description: 'Kitchen remodel in apartment 3' }, 'kitchen kitchen_remodel remodel residential'],
  [{ description: 'Remodel two bathrooms' }, 'bath_remodel bathroom remodel'],
  [{ description: 'Erect a 3 story, 6 dwelling unit building' }, 'new_construction new_dwelling residential'],
  [
    { type: 'New construction', use: 'office', description: 'erect 2 story office building' },
    'commercial new_construction',
  ],
  [{ description: 'Second floor addition to single family residence' }, 'addition residential room_addition'],
  [{ description: 'Convert garage to ADU' }, 'adu new_adu remodel residential'],
  [{ type: 'Commercial', description: 'Tenant improvement for restaurant' }, 'commercial remodel'],
  [{ description: 'Demolish detached garage' }, 'accessory_structure demolition'],
  [{ description: '6 ft wood fence along rear' }, 'accessory_structure'],
  [{ description: 'Relocate sprinkler heads on 4th floor' }, 'fire_sprinkler'],
  [{ type: 'Fire alarm', description: 'Fire alarm upgrade' }, 'electrical'],
  [{ description: 'Replace sewer lateral' }, 'plumbing utilities'],
  [{ description: 'Replace windows and sliding doors' }, 'window_door'],
  [{ description: 'Modify antennas on cell tower' }, 'telecom'],
  [{ description: 'Repave parking lot' }, 'sitework'],
  [{ description: 'Mass grading and excavation' }, 'grading'],
  [{ description: 'Install 22 kW standby generator' }, 'electrical generator'],
  [{ type: 'Sign', description: 'Wall sign' }, ''],
  [{ type: 'Sign', description: 'Canopy sign with LED lights facing parking lot, at clinic' }, 'commercial'],
  // A compound does not mean what its words mean, and it masks them only within itself.
  [{ description: 'Relocate gas meter, new gas piping to gas furnace' }, 'gas hvac'],
  [{ description: 'Repairs to deck and handrails' }, 'accessory_structure'],
  [{ description: 'Tear off shingles, reroof, then mount solar panels' }, 'reroof roofing solar'],
  [
    { description: 'Add 2 circuits to existing 200 amp service. New 100 amp panel' },
    'electric_meter electrical',
  ],
  [{ description: 'Add 2 circuits to existing 200 amp service' }, 'electrical'],
  [{ description: 'Repair fence; interior renovation of basement' }, 'accessory_structure remodel'],
  [{ description: 'New pool with screen enclosure' }, 'accessory_structure pool_and_hot_tub pool_spa'],
  [{ description: 'Pool cage at existing pool' }, 'pool_and_hot_tub'],
  [{ type: 'Scaffold', description: 'Scaffolding for window cleaning' }, ''],
  [{ type: 'Elevator', description: 'Replace door operator' }, ''],
  // Abbreviations and misspellings.
  [{ description: 'RPLC WTR HTR' }, 'plumbing water_heater'],
  [{ description: 'T/O & REROOF' }, 'reroof roofing'],
  [{ description: 'INT ALTS' }, 'remodel'],
  [{ description: 'NSFR' }, 'new_construction new_dwelling residential'],
  [{ description: 'A/C C/O' }, 'hvac'],
  [{ type: 'Res electric', description: 'PANEL C/O' }, 'electric_meter electrical residential'],
  [{ description: 'new 1 stry sf res w/ att garage' }, 'new_construction new_dwelling residential'],
  [{ description: 'Replace roof atennas' }, 'telecom'],
  [{ description: 'Replace furance' }, 'hvac'],
  [{ description: 'Install BWV on storm pipe' }, 'plumbing'],
  // Homes have offices and gyms; shops have neither kitchen nor bath for living.
  [
    { type: 'Building', description: 'Basement finish of house with home gym and office' },
    'remodel residential',
  ],
  [{ type: 'Commercial', description: 'Build out law office' }, 'commercial remodel'],
  // What comes with a new house is part of it; separate structures are not.
  [
    { type: 'New', description: 'Construct single family house, attached garage and front porch' },
    'new_construction new_dwelling residential',
  ],
  [
    { type: 'New', description: 'Construct single family house and detached garage' },
    'accessory_structure new_construction new_dwelling residential',
  ],
  [{ description: 'New triplex' }, 'new_construction new_dwelling residential'],
  [
    { use: 'Single family', description: 'Single family dwelling' },
    'new_construction new_dwelling residential',
  ],
  [{ type: 'USE PERMIT', description: 'Single family dwelling' }, 'residential'],
  [
    { type: 'Residential', description: 'Electric service for new residence' },
    'electric_meter electrical residential',
  ],
  [{ type: 'New construction and additions', description: 'New restaurant' }, 'commercial new_construction'],
  [
    { type: 'Residential', description: "Builder's loop for new construction of house" },
    'electric_meter electrical residential',
  ],
  [{ type: 'Demolition', description: 'All non-load bearing partitions' }, 'demolition'],
  [{ type: 'Mechanical', description: '3 ton HP change out' }, 'heat_pump hvac'],
  [{ description: 'New 2 story frame S.F.R.' }, 'new_construction new_dwelling residential'],
  [
    { type: 'R- 102 Secondary Apartment', work: 'New' },
    'adu new_adu new_construction new_dwelling residential',
  ],
  // A category is weaker than the text, and may say what it is not.
  [{ type: 'Remodel', description: '200 amp panel upgrade' }, 'electric_meter electrical'],
  [{ type: 'Remodel', description: 'Interior paint with no remodel' }, ''],
  [{ type: 'Residential Addition', description: 'Replace siding, no addition' }, 'residential'],
  [
    { type: 'Residential Addition', subtype: 'Decks', description: 'Uncovered deck at rear' },
    'accessory_structure residential',
  ],
  [{ type: 'ALT/ADD' }, 'addition remodel'],
  [{ type: 'COMM ALT', description: 'Suite 210' }, 'commercial remodel'],
  [{ type: 'Addition (Living Space)' }, 'addition room_addition'],
  [{ type: 'Basement Finish' }, 'remodel residential'],
  [{ type: 'Single Family Dwelling' }, 'new_construction new_dwelling residential'],
  [{ type: 'Building', subtype: 'Single Family Dwelling', description: 'Replace siding' }, 'residential'],
  [
    { type: 'Building, Electrical, Plumbing, Mechanical', subtype: 'Tenant Improvement' },
    'commercial electrical hvac plumbing remodel',
  ],
  [{ type: 'B/E/M/P', description: 'Unit 7' }, 'electrical hvac plumbing'],
  [{ type: 'Plumbing', description: 'W/H C/O' }, 'plumbing water_heater'],
  // The object of the work counts, not the words around it.
  [{ type: 'Electrical', description: 'Install door release relay' }, 'electrical'],
  [{ description: 'Addition of a handrail' }, ''],
  [{ description: 'Lighting alterations in lobby' }, 'electrical'],
  [{ description: 'Replacing 3 roof top packaged units' }, 'hvac'],
  [{ type: 'Electrical', description: 'Add 2 duplex 20 amp receptacles' }, 'electrical'],
  [{ description: 'Construct new parking lot for model homes' }, 'residential sitework'],
  [{ type: 'Electrical', description: 'Install data/video in suite 7' }, 'commercial electrical telecom'],
  // Other permits, firms and what stays are only mentioned.
  [{ description: 'New siding. Any electrical work requires additional permits.' }, ''],
  [
    { description: 'Kitchen remodel, no changes planned to bathroom, water heater, HVAC' },
    'kitchen kitchen_remodel remodel',
  ],
  [{ description: 'No change to footprint, new roof' }, 'reroof roofing'],
  [{ description: 'Finish basement. Bathroom was existing and remained' }, 'remodel'],
  [{ description: 'Contractor changed to ACE ELECTRIC' }, ''],
  [{ description: 'Change of contractor to Blue Sky Solar. New fence' }, 'accessory_structure'],
  [
    { description: 'Change of contractor to build single family house' },
    'new_construction new_dwelling residential',
  ],
  [{ description: '6 ft fence, ref. electrical permit 123' }, 'accessory_structure'],
  [{ description: 'Reroof house owned by US BANK NA' }, 'reroof residential roofing'],
  // Words of other offices.
  [{ type: 'Comm-Plumbing' }, 'commercial plumbing'],
  [
    { type: 'BUILDING RESIDENTIAL PERMIT', work: 'CONSTRUCT', use: 'SINGLE FAMILY DWELLING' },
    'new_construction new_dwelling residential',
  ],
  [{ type: 'Alteration Addition Permit' }, 'addition remodel'],
  [{ type: 'Alteration Addition Permit', description: 'Building shed' }, 'accessory_structure'],
  [{ description: '(E) garage conversion to (N) JADU' }, 'adu new_adu remodel residential'],
  [{ type: 'Electrical', description: 'MPU 100A TO 200A' }, 'electric_meter electrical'],
  [{ description: 'KITCHENREMODEL' }, 'kitchen kitchen_remodel remodel'],
  [{ description: 'chg out 3T split sys' }, 'hvac'],
  [{ description: '40 gal WH R&R' }, 'plumbing water_heater'],
  [{ description: 'Upfit for restaurant' }, 'commercial remodel'],
  [{ description: 'New CMU block wall on rear property line' }, 'accessory_structure'],
  [{ type: 'Garage Sale Permit', description: 'Garage sale' }, ''],
  [{ description: 'Hood &amp; duct system' }, 'hvac'],
  [{ description: 'Rm addn' }, 'addition room_addition'],
  [{ description: 'Pop top on SF dwelling' }, 'addition residential room_addition'],
  // Codes of New York.
  [{ type: 'EW', work: 'MH' }, 'hvac'],
  [{ type: 'PL', work: 'PL' }, 'plumbing'],
  [{ type: 'EW', work: 'SP' }, 'fire_sprinkler'],
  [{ type: 'AL', work: 'OT' }, 'remodel'],
  [{ type: 'NB' }, 'new_construction'],
  [{ type: 'DM' }, 'demolition'],
  [{ type: 'EQ', work: 'SF' }, ''],
  [{ type: 'R-5', work: 'MH' }, 'residential'],
  [{ type: 'Scaffold', description: 'Supported scaffold' }, ''],
  [{}, ''],
];

test('each kind of permit gets its tags and no other', () => {
  for (const [texts, expected] of cases)
    assert.equal(tagsOf(texts).join(' '), expected, JSON.stringify(texts));
});

interface Examples {
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

const { about: _about, ...examples } = JSON.parse(
  readFileSync(new URL('../data/tag-examples.json', import.meta.url), 'utf8'),
) as { readonly about: string } & Record<string, Examples>;

/** The texts of an example: `category :: description`. */
function exampleTexts(example: string): PermitTexts {
  const [first = '', second] = example.split('::').map((part) => part.trim());
  if (second === undefined) return { description: first };
  return { type: first, ...(second === '' ? {} : { description: second }) };
}

test('every tag has examples of texts that give it and of texts that only look like it', () => {
  assert.deepEqual(Object.keys(examples).sort(), [...tagIds].sort());
  for (const [tag, { yes, no }] of Object.entries(examples)) {
    assert.ok(yes.length > 0 && no.length > 0, tag);
    const has = (example: string) => tagsOf(exampleTexts(example)).some((given) => given === tag);
    for (const example of yes) assert.ok(has(example), `${tag} missed: ${example}`);
    for (const example of no) assert.ok(!has(example), `${tag} for: ${example}`);
  }
});

test('work that is excluded, or under another permit, gives no tag', () => {
  const absent: readonly (readonly [string, TagId])[] = [
    ['Interior remodel, no electrical work', 'electrical'],
    ['Interior remodel without plumbing', 'plumbing'],
    ['New deck. Electrical and plumbing under separate permit', 'electrical'],
    ['New deck. Electrical and plumbing under separate permit', 'plumbing'],
    ['Reroof of house with pool', 'pool_and_hot_tub'],
    ['New shed. Separate permits required for electrical, plumbing and HVAC', 'electrical'],
    ['Remodel; sprinklers under separate pemit', 'fire_sprinkler'],
    ['Replace wiring after water pipe burst', 'plumbing'],
    ['Interior demolition of non-load bearing partitions', 'remodel'],
    ['Relocate sprinkler heads to accommodate new partition layout', 'remodel'],
    ['Remodel of bath, existing kitchen to remain', 'kitchen'],
    ['Install condenser. NO PENETRATION OF ROOF - TRIPLEX', 'roofing'],
    ['New receptacles. Specific location: kitchen', 'kitchen'],
    ['Fully sprinklered office building, new partitions', 'fire_sprinkler'],
    ['Install 20 amp GFCI circuit', 'electric_meter'],
    ['Shed not to be used as living quarters or for commercial activities', 'commercial'],
    ['HVAC change out at non-residential building', 'residential'],
    ['Interior painting. No electrical, plumbing or mechanical work', 'plumbing'],
    ['New deck. No gas, sewer or roof work', 'utilities'],
    ['New deck. No gas, sewer or roof work', 'roofing'],
    ['Gas test. Alteration of any structure will require a separate permit', 'remodel'],
    ['Roof raised, not creating a second story addition', 'addition'],
    ['Ceiling grid, light fixtures and HVAC to remain', 'hvac'],
    ['Electrical remodel', 'remodel'],
    ['Tear down old shingles and replace', 'demolition'],
    ['New 20 amp circuit in existing panel', 'electric_meter'],
    ['6 ft fence, next to the patio door', 'window_door'],
  ];
  for (const [description, tag] of absent)
    assert.ok(!tagsOf({ description }).includes(tag), `${tag}: ${description}`);
});

test('for any text, tags are known, sorted and include their parents', () => {
  const words = fc.constantFrom(
    'new',
    'roof',
    'solar',
    'battery',
    'no',
    'pool',
    'existing',
    '200',
    'amp',
    'kitchen',
    'remodel',
    '.',
    ',',
    'adu',
    'house',
    'demo',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(words, { maxLength: 20 }).map((list) => list.join(' ')),
  );
  fc.assert(
    fc.property(text, text, (type, description) => {
      const tags = tagsOf({ type, description });
      assert.deepEqual(tags, withParents(tags));
      for (const tag of tags) assert.ok(tagIds.includes(tag));
      assert.deepEqual(tagsOf({ type, description }), tags);
    }),
  );
});

interface LabelledPermit extends PermitTexts {
  readonly label: {
    readonly tags: readonly TagId[];
    readonly unsure: readonly TagId[];
    readonly property_type: PropertyType | null;
  };
}

/** Made-up permits in the style of cities, with a person's judgement of each. */
const madeUpLabels: readonly (readonly [PermitTexts, string, PropertyType | null])[] = [
  [
    {
      type: 'Residential Roofing',
      description: 'Remove and replace 28 squares of asphalt shingles on single family home',
    },
    'reroof residential roofing',
    'residential',
  ],
  [
    { type: 'Electrical', description: 'Install 9.6 kW PV array and 13.5 kWh battery at residence' },
    'battery electrical residential solar solar_battery_storage',
    'residential',
  ],
  [
    { type: 'Building - Residential - New', description: 'Build a two story dwelling with attached garage' },
    'new_construction new_dwelling residential',
    'residential',
  ],
  [
    {
      type: 'Commercial Remodel',
      use: 'Restaurant',
      description: 'Interior build-out of vacant suite for a pizza restaurant',
    },
    'commercial remodel',
    'commercial',
  ],
  [
    { type: 'Mechanical', use: 'Apartments', description: 'Change out 2.5 ton split system in unit 12' },
    'hvac residential',
    'residential',
  ],
  [
    { type: 'Plumbing', description: 'Replace 50 gal gas water heater, like for like' },
    'plumbing water_heater',
    null,
  ],
  [
    { type: 'Demolition', use: 'Single Family', description: 'Wreck and remove 1 story frame house' },
    'demolition residential',
    'residential',
  ],
  [{ type: 'Fence', description: 'Build 60 linear feet of cedar fence' }, 'accessory_structure', null],
  [
    { type: 'Pool/Spa', use: 'Single Family Residence', description: 'In-ground gunite pool with spa' },
    'pool_and_hot_tub pool_spa residential',
    'residential',
  ],
  [
    { type: 'Fire', use: 'Warehouse', description: 'Add 14 sprinkler heads for new racking' },
    'commercial fire_sprinkler',
    'industrial',
  ],
  [
    { type: 'Sign', use: 'Retail', description: 'Reface one illuminated wall sign' },
    'commercial',
    'commercial',
  ],
  [
    { type: 'Residential Alteration', description: 'Remodel kitchen and hall bath, move one wall' },
    'bath_remodel bathroom kitchen kitchen_remodel remodel residential',
    'residential',
  ],
  [
    {
      type: 'Electrical',
      use: 'Office',
      description: 'Install two level 2 EV charging stations in parking garage',
    },
    'commercial electrical ev_charger',
    'office',
  ],
  [
    { type: 'Building', use: 'Hospital', description: 'Renovate operating room on third floor' },
    'commercial remodel',
    'commercial',
  ],
  [
    { type: 'Residential Addition', description: 'Add 12 x 16 sunroom on rear of house' },
    'addition residential room_addition',
    'residential',
  ],
  [
    { type: 'Windows', use: 'Duplex', description: 'Replace 11 windows, same size' },
    'residential window_door',
    'residential',
  ],
  [{ type: 'Telecom', description: 'Swap 6 antennas on existing monopole' }, 'telecom', null],
  [
    {
      type: 'Generator',
      use: 'Single Family',
      description: 'Set 18 kW standby generator with transfer switch',
    },
    'electrical generator residential',
    'residential',
  ],
  [
    { type: 'Commercial New', use: 'Warehouse', description: 'Erect 40,000 sq ft tilt-up warehouse shell' },
    'commercial new_construction',
    'industrial',
  ],
  [
    { type: 'Sewer', description: 'Replace sewer line from house to main' },
    'plumbing residential utilities',
    'residential',
  ],
  [{ type: 'Garage Sale', description: 'Yard sale on Saturday' }, '', null],
  [
    { type: 'Residential Accessory', description: 'Build 10 by 12 storage shed' },
    'accessory_structure residential',
    'residential',
  ],
];

test('made-up permits of many kinds get their tags and property types', () => {
  for (const [texts, tags, type] of madeUpLabels) {
    assert.equal(tagsOf(texts).join(' '), tags, JSON.stringify(texts));
    assert.equal(typeOf(texts), type, JSON.stringify(texts));
  }
});

function typeOf(texts: PermitTexts): PropertyType | null {
  const use = texts.use === undefined ? {} : { use: texts.use };
  return readProperty(undefined, undefined, { ...texts, ...use }, permitRules().match(texts).names, []).type;
}

const labels = join(realData, 'labels/permits.ndjson');

testOnRealData('labelled permits of real cities get their tags and property types', () => {
  const permits = readFileSync(labels, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LabelledPermit);
  let [right, wrong, missed, typed, typeRight] = [0, 0, 0, 0, 0];
  for (const permit of permits) {
    const unsure = new Set(permit.label.unsure);
    const want = permit.label.tags.filter((tag) => !unsure.has(tag));
    const got = tagsOf(permit).filter((tag) => !unsure.has(tag));
    right += got.filter((tag) => want.includes(tag)).length;
    wrong += got.filter((tag) => !want.includes(tag)).length;
    missed += want.filter((tag) => !got.includes(tag)).length;
    if (permit.label.property_type === null) continue;
    typed += 1;
    if (typeOf(permit) === permit.label.property_type) typeRight += 1;
  }
  assert.ok(right / (right + wrong) > 0.95, `precision ${right / (right + wrong)}`);
  assert.ok(right / (right + missed) > 0.95, `recall ${right / (right + missed)}`);
  assert.ok(typeRight / typed > 0.95, `property type ${typeRight} of ${typed}`);
});

test('a long text is read up to its last whole sentence', () => {
  const house = 'Construct a single family residence. ';
  const rest = 'No construction and demolition waste may be stored.';
  for (let length = 960; length < 1_000; length++) {
    const description = `${house}${'x'.repeat(length - house.length - 2)}. ${rest}`;
    assert.ok(
      tagsOf({ description }).includes('new_construction'),
      `${length} characters before the last sentence`,
    );
  }
});
