import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { maxDerivedLength } from '../record/limits.js';
import { deriveDescription } from './description.js';

test('the derived description is one plain sentence without codes', () => {
  const cases: readonly (readonly [string | null, string | null, string | null, string | null])[] = [
    [
      'Roof',
      null,
      'REMOVE AND REPLACE ROOF SHINGLES. CONTRACTOR LICENSE 104018798.',
      'Remove and replace roof shingles.',
    ],
    [
      'PERMIT - RENOVATION/ALTERATION',
      null,
      'SELF CERT 2019 CBC: INTERIOR BUILD-OUT OF OFFICE',
      'Interior build-out of office.',
    ],
    [
      'Deck',
      null,
      '**NOT VOLUME BUILDER** New covered deck at rear of house (2016-031234)',
      'New covered deck at rear of house.',
    ],
    [
      'Garage',
      null,
      'CHICAGO CONSTRUCTION CODE - NEW GARAGE AT THE REAR.(OCCUPANCY R5, CONSTRUCTION TYPE: IIIA: NO CHANGE)',
      'New garage at the rear.',
    ],
    [
      null,
      null,
      'New Single Family construction - 1st fl 608; 2nd fl 920; Garage 428; Porch 170.',
      'New Single Family construction - 1st fl 608; 2nd fl 920.',
    ],
    [
      'Fire Alarm',
      null,
      'FIRE ALARM: NEW SYSTEM. ASSOCIATED BUILDING PERMIT:100000001. AFFECTS: 7 UNITS.',
      'Fire alarm: new system.',
    ],
    [
      'Fence',
      null,
      'PURPOSE: LEGALIZE UNPERMITTED WORK. WOOD FENCE 6 FT HIGH. LOCATION: YARD.',
      'Legalize unpermitted work. Wood fence 6 ft high.',
    ],
    [
      'Elevator',
      null,
      'REPLACE MACHINE OF ELEVATOR 2, 14 STOPS, SUBJECT TO CITY OF ELMDALE DEPT. OF BUILDINGS INSPECTION',
      'Replace machine of elevator 2, 14 stops.',
    ],
    ['Deck', null, 'I am not sure of this permit. Build a deck', 'Build a deck.'],
    [null, null, 'UPGRADE PANEL TO 200A AT HOUSE', 'Upgrade panel to 200A at house.'],
    [null, null, 'Rplc wtr htr', 'Replace water heater.'],
    [
      null,
      null,
      'Enlarge the carport. Will include slab, wiring and HVAC. Includes parcel 12.',
      'Enlarge the carport. Will include slab, wiring and HVAC.',
    ],
    [
      null,
      null,
      '3/14 Plans must be submitted electronically via the portal. Need site plan showing setbacks. Build a carport.',
      'Build a carport.',
    ],
    [
      null,
      null,
      'Boring 90 ft of conduit and pull in coax. Will also be replacing a pedestal.',
      'Boring 90 ft of conduit and pull in coax. Will also be replacing a pedestal.',
    ],
    [
      null,
      null,
      'INT ALTS TO EXIST BLDG, RPLC (2) UNITS',
      'Interior alterations to existing building, replace (2) units.',
    ],
    [null, null, '(N) A/C IN (E) GARAGE W/ LINE SET', 'New A/C in existing garage with line set.'],
    [null, null, 'HOOD &amp; DUCT<br>FOR CAFE', 'Hood & duct for cafe.'],
    ['Residential Remodel', null, 'EV Charger - Linda Sampleton', 'Residential remodel: EV Charger.'],
    ['Residential Remodel', null, 'DANIEL SAMPLETON', 'Residential remodel.'],
    [null, null, 'Remodel of Martha Sample High School', 'Remodel of Martha Sample High School.'],
    [null, null, 'New fence, applicant: Jane Sampleton (555) 010-0199', 'New fence.'],
    [null, null, 'gas test This permit authorizes work only for the approved trade.', 'Gas test.'],
    ['RP', null, 'New dwelling', 'New dwelling.'],
    ['MECHANICAL PERMIT', null, 'HVAC', 'Mechanical permit: HVAC.'],
    ['Mechanical', null, null, 'Mechanical.'],
    ['R- 435 Renovations/Remodel', 'Repair', null, 'Renovations/Remodel, repair.'],
    ['PLU-EZ PLUMBING', 'PLUMBING PERMIT', null, 'EZ plumbing, plumbing permit.'],
    [
      null,
      null,
      'replace sq. ft. of siding on the north side',
      'Replace sq. ft. of siding on the north side.',
    ],
    [null, null, '12345678', null],
    [
      null,
      null,
      'TUCKPOINTING AND UNIT MASONRY REPAIR: 500 SQ. FT., LINTEL QTY. 12, MAX. LENGTH 9. LOCATION: REAR',
      'Tuckpointing and unit masonry repair: 500 sq. ft., lintel qty. 12, max. length 9.',
    ],
    [
      null,
      null,
      'SCOPE: ROOF REPLACEMENT. AREA: 900 SQ. FT. LOCATION: HOME',
      'Roof replacement. Area: 900 sq. ft.',
    ],
    [null, null, 'PP REVS & INSP - Replace 7 windows size for size', 'Replace 7 windows size for size.'],
    [null, null, '418 WILLOW LOOP W Screen room with new slab', 'Screen room with new slab.'],
    [null, null, '200 AMP SERVICE AT DR OFFICE BUILDING', '200 amp service at dr office building.'],
    [null, null, 'T-pole and service loop for BP 15-097903', 'T-pole and service loop.'],
    [
      null,
      null,
      'Install 45000 BTU furnace and 3317SF of duct',
      'Install 45000 BTU furnace and 3317SF of duct.',
    ],
    [
      null,
      null,
      'to conduct renovations for tenant. POC: Jane Roe 615-555-0134',
      'Conduct renovations for tenant.',
    ],
    [null, null, 'Reroof of rear unit (per plan and the', 'Reroof of rear unit.'],
    ['Permit', 'Plumbing', 'Repipe', 'Plumbing: repipe.'],
    ['8', null, 'reroofing', 'Reroofing.'],
    ['Permit', null, null, null],
    [null, null, null, null],
  ];
  for (const [type, subtype, description, expected] of cases) {
    assert.equal(
      deriveDescription(type, subtype, description)?.toLowerCase(),
      expected?.toLowerCase(),
      description ?? type ?? '',
    );
  }
});

test('text in capitals is put in lower case, abbreviations and ordinary writing are kept', () => {
  assert.equal(
    deriveDescription(null, null, 'INSTALL NEW HVAC AND EV CHARGER'),
    'Install new HVAC and EV charger.',
  );
  assert.equal(deriveDescription('Plumbing', null, 'GAS W/H C/O'), 'Gas W/H C/O.');
  assert.equal(
    deriveDescription(null, null, 'INSTALL D/F SIGN W/ LIGHTS, W/2 POLES AND/OR W/OUT BASE'),
    'Install D/F sign with lights, with 2 poles and/or without base.',
  );
  assert.equal(deriveDescription(null, null, 'Add room with w/d hook up'), 'Add room with w/d hook up.');
  assert.equal(
    deriveDescription(null, null, 'Remodel at McKinley School gym'),
    'Remodel at McKinley School gym.',
  );
});

test('no work that the text names is dropped while there is room, and the work comes first', () => {
  const cases = [
    ['1ST FL: NEW KITCHEN; 2ND FL: NEW BATH', '1st fl: new kitchen; 2nd fl: new bath.'],
    [
      'Remodel kitchen. Replace panel and lights. Owner is aware of setbacks. Install HVAC.',
      'Remodel kitchen. Replace panel and lights. Install HVAC.',
    ],
    ['Customer Wants To Use ePlans. New two-story house', 'New two-story house.'],
    ['100% affordable housing. Erect 3 story building', 'Erect 3 story building.'],
    ['Dig swimming pool 12x30. Install tile.', 'Dig swimming pool 12x30. Install tile.'],
    ['New rear deck - ePlans filed', 'New rear deck.'],
    ['LINE VOLTAGE ELECTRICAL WORK. ADD 6 CIRCUITS', 'Line voltage electrical work. Add 6 circuits.'],
    ['REMODEL OF SFR. REPLACE STAIRS ON 6TH FLOOR', 'Remodel of SFR. Replace stairs on 6th floor.'],
    ['Install furnace. No electrical work. Must comply with code.', 'Install furnace. No electrical work.'],
    ["SIGN FOR WENDY'S ON OWNER'S LOT", "Sign for Wendy's on owner's lot."],
    ["ALTERATIONS TO MCDONALD'S, TEXAS AVENUE", "Alterations to McDonald's, Texas avenue."],
  ] as const;
  for (const [text, expected] of cases) assert.equal(deriveDescription(null, null, text), expected);
  assert.equal(deriveDescription('Sign', null, 'Acme Dental'), 'Sign: Acme Dental.');
});

test('a derived description is short, whatever the text', () => {
  fc.assert(
    fc.property(
      fc.option(fc.string()),
      fc.option(fc.string({ unit: 'binary', maxLength: 600 })),
      (type, text) => {
        const derived = deriveDescription(type, null, text);
        assert.ok(
          derived === null || (derived.length > 0 && derived.length <= maxDerivedLength),
          derived ?? '',
        );
      },
    ),
  );
});

test('trailing punctuation and small words of a long text are dropped in linear time', () => {
  const marks = deriveDescription(null, `${'/'.repeat(153)}${'Sq. Ft. '.repeat(40)}`, null) ?? '';
  assert.ok(marks.length > 0 && marks.length <= 160);
  const windows = `Replace ${'window '.repeat(19)}`;
  const long = `${windows}with new (4) and / or the existing, & per plan as shown on drawings`;
  assert.equal(deriveDescription(null, null, long), `${windows}with new (4).`);
  const garage = `${windows}and a rear detached garage of one story as shown on drawings`;
  assert.equal(deriveDescription(null, null, garage), `${windows.trimEnd()}.`);
});
