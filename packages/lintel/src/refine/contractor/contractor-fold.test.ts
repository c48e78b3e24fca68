import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldName, isDistinctive, isLocallyDistinctive, namesAgree } from './contractor-fold.js';

test('spellings of one firm fold to one name', () => {
  const firms = [
    ['D. R. Quill, Inc.', 'D R QUILL', 'The DR Quill Company', 'D.R. Quill Co., L.L.C'],
    ['Maple & Elm Roofing', 'MAPLE AND ELM ROOFING LLC', 'Maple  Elm Roofing, L.L.C.'],
    ['Quill Plbg & Htg Corp', 'QUILL PLUMBING & HEATING', 'QUILL P & H INC', 'Quill Plmbg. and Heating'],
    ['Quill Const Svcs', 'QUILL CONSTRUCTION SERVICES', 'Quill Constrcution Service, Inc'],
    ['A & B Millick', 'AB MILLICK INC', 'A. B. MILLICK'],
  ];
  for (const spellings of firms) {
    assert.deepEqual([...new Set(spellings.map(foldName))].length, 1, spellings.map(foldName).join(' / '));
  }
});

test('only a rare name identifies a firm in its state; initials or praise alone not even in a city', () => {
  for (const name of ['MILLICK OSTRANDER ROOFING', 'OSTRANDERSON', 'SMITH MILLICK BUILDER'])
    assert.ok(isDistinctive(name));
  for (const name of ['QUILL ROOFING', 'MILLICK ELECTRIC']) {
    assert.ok(!isDistinctive(name) && isLocallyDistinctive(name), name);
  }
  for (const name of [
    'SMITH CONSTRUCTION',
    'ABC PLUMBING',
    'QUALITY HOME',
    'JB BUILDER',
    'GENERAL CONTRACTOR',
    '',
  ]) {
    assert.ok(!isLocallyDistinctive(name), name);
  }
});

test('variants of one name agree', () => {
  const pairs = [
    ['MILLICK PLUMBING HEATING', 'MILLICK PLUMBING'],
    ['QUILL BUILDER', 'QUILL CONSTRUCTION'],
    ['EXPRES BUILDER BJ', 'EXPRESS BUILDER BJ'],
    ['SUNRAY INSTALLATION', 'SUN RAY INSTALLATION'],
    ['FSG ELECTRIC', 'FACILITY SOLUTION GROUP'],
    ['QUILL ELECTRIC', 'JOAN QUILL ELECTRIC'],
    ['AMERICAN MILLICK WINDOW', 'AMERICAN MILLICK WINDOW PRODUCTS'],
  ] as const;
  for (const [a, b] of pairs) assert.ok(namesAgree(a, b) && namesAgree(b, a), `${a} / ${b}`);
});

test('firms that only share an office, a word or a venture do not agree', () => {
  const pairs = [
    ['MILLICK MECHANICAL', 'QUILL PLUMBING HEATING'],
    ['QUILL ROOFING', 'QUILL ELECTRIC'],
    ['MILLICK CONSTRUCTION', 'MILLICK OSTRANDER JOINT VENTURE'],
    ['MILLICK OSTRANDER JV', 'MILLICK QUILL JV'],
    ['QUILL COMMERCIAL', 'QUILL POWER PARTNER'],
    ['LG CONSTRUCTION GROUP', 'LG ADVANTAGE GROUP'],
    ['AMERICAN CONSTRUCTION', 'AMERICAN EAGLE ROOFING'],
  ] as const;
  for (const [a, b] of pairs) assert.ok(!namesAgree(a, b) && !namesAgree(b, a), `${a} / ${b}`);
});
