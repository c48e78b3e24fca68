/** Which of the parties that a source names are further contractors, and what they do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chicago as source } from '@lintel/testing/refine/sources.js';
import { loadGeography } from '../../geography/load.js';
import type { Defect } from '../record/refined.js';
import { shownName } from '../record/refined.js';
import { readOtherContractors } from './other-contractors.js';

const geography = loadGeography();

/** `name: role` of each further contractor that the text gives, and the names of the defects. */
function read(other_contractors: string, owner_name?: string) {
  const defects: Defect[] = [];
  const others = readOtherContractors({ other_contractors, owner_name }, source, geography, defects);
  return {
    others: others.map(({ mention, role }) => `${shownName(mention.facts)}: ${role}`),
    defects: defects.map(({ name }) => name),
  };
}

const parties = (...list: readonly Readonly<Record<string, string>>[]) => read(JSON.stringify(list));

test('a party is a contractor by its trade, whatever its name, and each counts once', () => {
  const { others, defects } = parties(
    { name: 'MAPLE ELECTRIC CO', trade: 'CONTRACTOR-ELECTRICAL' },
    { name: 'MAPLE ELECTRIC CO', trade: 'CONTRACTOR-ELECTRICAL' },
    { name: 'ELM HOLDINGS LLC', trade: 'CONTRACTOR-PLUMBER/PLUMBING', phone: '3125550100' },
    { name: 'OAK PARTNERS LLC', trade: 'CONTRACTOR-OTHER' },
    { name: 'QUILL ROOFING LLC', trade: 'OWNER' },
    { name: 'QUILL CONSTRUCTION INC', trade: 'OWNER AS GENERAL CONTRACTOR' },
    { name: 'MAPLE PLUMBING DESIGN PC', trade: 'STRUCTURAL ENGINEER' },
    { name: 'OAK ELECTRIC PERMITS INC', trade: 'EXPEDITOR' },
    { trade: 'CONTRACTOR-VENTILATION' },
  );
  assert.deepEqual(others, [
    'MAPLE ELECTRIC CO: electrical',
    'ELM HOLDINGS LLC: plumbing',
    'OAK PARTNERS LLC: null',
  ]);
  assert.deepEqual(defects, []);
});

test('of a list of names only firms with a craft in their name are contractors', () => {
  const text =
    'ELM BUILDERS LLC|Quill, Joan|LEON ELECTRIC INC| MAPLE PLUMBING CO |ELM ENGINEERING ROOFING PC|';
  assert.deepEqual(read(text).others, ['LEON ELECTRIC INC: electrical', 'MAPLE PLUMBING CO: plumbing']);
});

test('the owner and what is not a list of parties are no contractors', () => {
  const person = JSON.stringify([
    { name: 'Joan Quill', trade: 'CONTRACTOR-ELECTRICAL', phone: '3125550100' },
  ]);
  assert.deepEqual(read(person, 'QUILL JOAN').others, []);
  assert.equal(read(person, 'Pat Example').others.length, 1);
  assert.deepEqual(read('').others, []);
  assert.deepEqual(read('[{"name": 7}, {}]').others, []);
  assert.deepEqual(read('[{"name": "LEON'), { others: [], defects: ['contractor_unreadable'] });
});

test('at most 50 further contractors of a permit are kept', () => {
  const many = Array.from({ length: 60 }, (_, i) => ({
    name: `MAPLE ${'ABCDEFGHIJ'[i % 10]}${'KLMNOP'[Math.floor(i / 10)]} ELECTRIC CO`,
    trade: 'CONTRACTOR-ELECTRICAL',
  }));
  assert.equal(parties(...many).others.length, 50);
});
