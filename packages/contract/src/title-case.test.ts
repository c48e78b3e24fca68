/** Names and addresses as people write them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameCase, titleCase } from './title-case.js';

test('capitals of the post are read as text, and names keep the letters that somebody chose', () => {
  const cases = [
    ['7861 6TH AVE # 1C', '7861 6th Ave # 1C'],
    ['126 MARIE ST N', '126 Marie St N'],
    ['CITY OF AUSTIN', 'City of Austin'],
    ["O'BRIEN ELECTRIC LLC", "O'Brien Electric LLC"],
    ['McDonald Roofing', 'McDonald Roofing'],
    ['casa and sons', 'Casa and Sons'],
  ] as const;
  for (const [given, read] of cases) assert.equal(titleCase(given), read);
});

test('initials of firms stay in capitals, abbreviations do not', () => {
  const cases = [
    ['KB HOME', 'KB Home'],
    ['JVR PLBG AND HTG INC', 'JVR Plbg and Htg Inc'],
    ['MCCANN REALTY PARTNERS LLC', 'McCann Realty Partners LLC'],
    ['BARTLETT COCKE L.P.', 'Bartlett Cocke L.P.'],
  ] as const;
  for (const [given, read] of cases) assert.equal(nameCase(given), read);
});
