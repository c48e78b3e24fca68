/** What a record is among those of the same work, and which permit it belongs to (C51). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DefectList } from '../record/defects.js';
import { readRecordKind } from './record-kind.js';

type Given = Parameters<typeof readRecordKind>[0];

function kindOf(fields: Given): string {
  const { kind, parent } = readRecordKind(fields, []);
  return [kind ?? '-', parent].filter((part) => part !== undefined).join(' ');
}

test("the source's word is read in its own spelling", () => {
  const words = {
    INITIAL: 'initial',
    RENEWAL: 'renewal',
    'Renewal Permit Without Changes': 'renewal',
    're-issued': 'renewal',
    'Post Approval Amendment': 'amendment',
    Supplemental: 'amendment',
    'Sub-Permit': 'subpermit',
    subpermit: 'subpermit',
    Master: 'master',
    application: 'application',
  };
  for (const [word, kind] of Object.entries(words)) assert.equal(kindOf({ record_kind: word }), kind, word);
});

test('a word of a source that means no kind is a defect, and the texts decide', () => {
  const defects: DefectList = [];
  const { kind } = readRecordKind({ record_kind: 'Z9', type: 'Permit Renewal' }, defects);
  assert.equal(kind, 'renewal');
  assert.deepEqual(defects, [{ name: 'record_kind_unknown', field: 'record_kind' }]);
});

test('types, subtypes and works say it only without doubt', () => {
  const types = {
    'PERMIT - REINSTATE REVOKED PMT': 'renewal',
    'BUILDING PERMIT RENEWAL': 'renewal',
    'ADM-AMENDMENTS & REVISED PLANS': 'amendment',
    'New Revision': 'amendment',
    'Building Residential - Change Contractor': 'amendment',
    'Construction Change - Building': 'amendment',
    'Electrical Sub-Permit': 'subpermit',
    'Master Permit': 'master',
    'Urban Renewal Project': '-',
    'Renewable energy system': '-',
    'New building': '-',
    'Master Bathroom': '-',
    'Master Permit Application': '-',
    'Residential Building Permit Application': '-',
    'Extension of porch': '-',
  };
  for (const [type, kind] of Object.entries(types)) {
    assert.equal(kindOf({ type }), kind, type);
    assert.equal(kindOf({ type: 'Building', subtype: type }), kind, type);
    assert.equal(kindOf({ type: 'Building', work: type }), kind, type);
  }
});

test('a description that names the permit which it changes or continues says so', () => {
  const texts = {
    'SPR 2019 CBRC: REVISION TO PERMIT #100000001 TO MODIFY LAYOUT': 'amendment 100000001',
    'REVISION TO #100000001, REMOVE STEEL FRAME': 'amendment 100000001',
    'REVISION 2/1/16 - ADD FULL BATH': 'amendment',
    'Revisions to previously issued building permit no. B-2020-0001': 'amendment B-2020-0001',
    'REINSTATE PERMIT NO.100000001 MUST BEGIN WORK': 'renewal 100000001',
    'renew pa# 2013/0001/0002 to finish the work': 'renewal 2013/0001/0002',
    'Renewal of expired permit 12-34567, deck': 'renewal 12-34567',
    'ERECT DECK. REFERENCE PERMIT #100000001': '-',
    'DEMOLITION UNDER SEPARATE PERMIT #100000001': '-',
    'REVISE PERMIT #100000001 TO REMOVE STAIRS': 'amendment 100000001',
    'AMENDING PERMIT # 100000001 TO 600 AMP': 'amendment 100000001',
    'REVISION TO TOWER CRANE PERMIT #100000001': 'amendment 100000001',
    'REVISION TO EXIST PERMT NO 100000001/ RELOCATE BATH': 'amendment 100000001',
    'THIS IS A REVISION PERMIT. PREVIOUS PERMIT 100000001 IS REVISED': 'amendment 100000001',
    'FRAMING REVISION TO DETACHED GARAGE. ORIGINAL PERMIT 100000001': 'amendment 100000001',
    'REINSTATEMENT OF PERMIT APPLICATION # 100000001': 'renewal 100000001',
    'ERECT DECK PER REVISED PLANS. SEE PERMIT #100000001': '-',
    'Renew gas service due to leak, #105000001': '-',
    'Demolition for revised doors, work under permit 100000001': '-',
    'Renewal by Andersen: replace 4 windows': '-',
    'Revised plans of 3 units': '-',
    'EXTENSION OF 100 FT FENCE': '-',
  };
  for (const [description, kind] of Object.entries(texts)) {
    assert.equal(kindOf({ description }), kind, description);
  }
});

test('a parent is another number than the own, and the column goes before the text', () => {
  const description = 'REVISION TO PERMIT 100000001';
  assert.equal(kindOf({ description, number: 'P 10000-0001' }), 'amendment 100000001');
  assert.equal(kindOf({ description, number: '100-000-001' }), 'amendment');
  assert.equal(kindOf({ description, parent_number: 'M-1' }), 'amendment M-1');
  assert.equal(kindOf({ record_kind: 'Sub-Permit', description, parent_number: 'M-1' }), 'subpermit M-1');
  assert.equal(kindOf({ record_kind: 'Sub-Permit', description }), 'subpermit');
});
