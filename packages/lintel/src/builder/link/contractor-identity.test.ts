import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contractorId } from '@lintel/contract';
import fc from 'fast-check';
import { TextTable } from '../../base/memory/text-table.js';
import { namesAgree } from '../../refine/contractor/contractor-fold.js';
import { ContractorIdentity } from './contractor-identity.js';

const names = ['MILLICK OSTRANDER', 'MILLICK OSTRANDER ROOFING', 'QUILL FAIRWEATHER', 'ABELARD WINTERGREEN'];
const shared = fc
  .tuple(fc.constantFrom('license:IL:X', 'phone:+1312986', 'email:'), fc.nat(4))
  .map(([kind, number]) => `${kind}${number}`);
const mention = fc
  .tuple(fc.uniqueArray(shared, { maxLength: 2 }), fc.constantFrom(...names))
  .map(([keys, name]) => [...keys.sort(byStrength), `name:${name}|IL`]);

const strength = ['license', 'phone', 'email', 'name'];
const rank = (key: string) => strength.indexOf(key.split(':')[0] ?? '');
function byStrength(a: string, b: string): number {
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}

/**
 * Whether two mentions alone are one contractor: the same name, a licence, or a contact and matching names.
 */
function isLinked(a: readonly string[], b: readonly string[]): boolean {
  const [nameA = '', nameB = ''] = [a.at(-1), b.at(-1)].map((key) => key?.slice(5, -3));
  const common = a.filter((key) => b.includes(key));
  return (
    nameA === nameB ||
    common.some((key) => key.startsWith('license')) ||
    (common.length > 0 && namesAgree(nameA, nameB))
  );
}

/** The mentions in groups, found by merging until nothing changes. */
function naiveContractors(mentions: readonly (readonly string[])[]): (readonly string[])[][] {
  let groups = mentions.map((keys) => [keys]);
  for (let changed = true; changed; ) {
    changed = false;
    const merged: (readonly string[])[][] = [];
    for (const group of groups) {
      const other = merged.find((known) => known.some((a) => group.some((b) => isLinked(a, b))));
      if (other === undefined) merged.push(group);
      else {
        other.push(...group);
        changed = true;
      }
    }
    groups = merged;
  }
  return groups;
}

test('mentions linked by chains of shared keys are one contractor, identified by its strongest own key', () => {
  fc.assert(
    fc.property(fc.array(mention, { maxLength: 20 }), (mentions) => {
      const identity = new ContractorIdentity();
      const nodes = mentions.map((keys) => identity.link(keys));
      identity.resolve();
      const groups = naiveContractors(mentions);
      for (const [i, keys] of mentions.entries()) {
        const group = groups.find((known) => known.includes(keys)) ?? [];
        const own = [...new Set(group.flat())].filter((key) =>
          groups.every((other) => other === group || !other.flat().includes(key)),
        );
        const id = identity.id(identity.contractor(nodes[i] ?? 0)).toString('latin1');
        assert.equal(id, contractorId(own.sort(byStrength)[0] ?? ''));
      }
    }),
  );
});

/** How many contractors the mentions form, and which of them belong together. */
function grouped(mentions: readonly (readonly string[])[]): number[] {
  const identity = new ContractorIdentity();
  const nodes = mentions.map((keys) => identity.link(keys));
  identity.resolve();
  const roots = nodes.map((node) => identity.contractor(node));
  return roots.map((root) => roots.indexOf(root));
}

test('firms that share the telephone of a permit service stay apart', () => {
  const phone = 'phone:+13129868000';
  const firms = ['MILLICK OSTRANDER', 'QUILL FAIRWEATHER', 'ABELARD WINTERGREEN'];
  assert.deepEqual(grouped(firms.map((name) => [phone, `name:${name}|IL`])), [0, 1, 2]);
  assert.deepEqual(
    grouped([...firms.map((name) => [phone, `name:${name}|IL`]), [phone, 'person:JOAN QUILL|IL|CHICAGO']]),
    [0, 1, 2, 3],
    'nor does a person belong to one of them',
  );
});

test('a person and a licence without a name belong to the one firm that has their telephone', () => {
  const phone = 'phone:+13129868000';
  assert.deepEqual(
    grouped([
      [phone, 'name:MILLICK OSTRANDER|IL'],
      [phone, 'person:JOAN QUILL|IL|CHICAGO'],
      ['license:IL:ROC1234', phone],
    ]),
    [0, 0, 0],
  );
});

test('a common name is one contractor only where a single one has it', () => {
  const common = 'common:SMITH CONSTRUCTION|IL|CHICAGO';
  assert.deepEqual(grouped([['phone:+13129868000', common], [common]]), [0, 0]);
  assert.deepEqual(
    grouped([['phone:+13129868000', common], ['phone:+17739868000', common], [common]]),
    [0, 1, 2],
  );
});

test('firms in one office are one where their names agree, and only there', () => {
  const site = 'site:AAAAAAAAAAA';
  const design = 'common:MWM DESIGN|TX|AUSTIN';
  assert.deepEqual(
    grouped([
      ['phone:+15129868000', site, design],
      ['phone:+15129869000', site, design],
      ['phone:+15129867000', site, 'name:QUILL FAIRWEATHER|TX'],
    ]),
    [0, 0, 2],
  );
  assert.deepEqual(
    grouped([
      ['phone:+15129868000', site, design],
      ['site:BBBBBBBBBBB', design],
    ]),
    [0, 1],
    'a bearer of a common name elsewhere is another one',
  );
  assert.deepEqual(
    grouped([
      [site, 'name:QUILL FAIRWEATHER|TX'],
      [site, 'person:JOAN MILLICK|TX|AUSTIN'],
    ]),
    [0, 1],
    'a person at the address is not the firm',
  );
});

test('short numbers of licences join only names that agree, since a state has several registers', () => {
  const a = 'name:MILLICK OSTRANDER|IL';
  const b = 'name:QUILL FAIRWEATHER|IL';
  assert.deepEqual(
    grouped([
      ['license:IL:1234', a],
      ['license:IL:1234', b],
    ]),
    [0, 1],
  );
  assert.deepEqual(
    grouped([
      ['license:IL:ROC1234', a],
      ['license:IL:ROC1234', b],
    ]),
    [0, 0],
  );
});

test('a cut name belongs to the only firm that completes it, and to none where there are two', () => {
  const cut = 'cut:MILLICK OSTRANDER ROO|IL';
  const roofing = 'name:MILLICK OSTRANDER ROOFING|IL';
  assert.deepEqual(grouped([[cut], [roofing]]), [0, 0]);
  assert.deepEqual(grouped([[cut], [roofing], ['name:MILLICK OSTRANDER ROOT CARE|IL']]), [0, 1, 2]);
  assert.deepEqual(grouped([[cut], [roofing.replace('IL', 'TX')]]), [0, 1]);
});

test('a doing-business-as name belongs to the firm of that name, unless several use it', () => {
  const dba = 'dba:ABELARD WINTERGREEN|IL';
  const named = 'name:ABELARD WINTERGREEN|IL';
  assert.deepEqual(grouped([['name:MILLICK OSTRANDER|IL', dba], [named]]), [0, 0]);
  assert.deepEqual(
    grouped([['name:MILLICK OSTRANDER|IL', dba], ['name:QUILL FAIRWEATHER|IL', dba], [named]]),
    [0, 1, 2],
  );
});

test('a typing error makes no second contractor, unless both have contacts or two are meant', () => {
  const right = 'name:WINTERGREEN FAIRWEATHER|IL';
  const wrong = 'name:WINTERGREEN FAIRWAETHER|IL';
  assert.deepEqual(grouped([[right], [wrong]]), [0, 0]);
  assert.deepEqual(grouped([['phone:+13129868000', right], [wrong]]), [0, 0]);
  assert.deepEqual(
    grouped([
      ['phone:+13129868000', right],
      ['phone:+13129868001', wrong],
    ]),
    [0, 1],
  );
  assert.deepEqual(grouped([[right], [wrong.replace('|IL', '|TX')]]), [0, 1]);
  assert.deepEqual(
    grouped([[right], ['name:WINTERGREEN FAIRWEATHERS|IL']]),
    [0, 1],
    'another end is another name',
  );
  const near = ['KRABOUSANOS', 'KRANOUSANOS', 'KRALOUSANOS'].map((name) => [`person:PAT ${name}|TN|ELGIN`]);
  assert.deepEqual(grouped(near.slice(1)), [0, 0]);
  assert.deepEqual(grouped(near), [0, 1, 2], 'which one is meant is not known');
  assert.deepEqual(
    grouped([['person:MICHELE OAKLEY|TN|ELGIN'], ['person:MICHELLE OAKLEY|TN|ELGIN']]),
    [0, 1],
    'given names have spellings',
  );
});

test('a person is one with an initial or with the names turned round', () => {
  const person = (name: string) => [`person:${name}|TN|ELGIN`];
  assert.deepEqual(grouped([person('PAT G OSTRANDER'), person('PAT GREGORY OSTRANDER')]), [0, 0]);
  assert.deepEqual(grouped([person('PAT GUSTAV OSTRANDER'), person('PAT GREGORY OSTRANDER')]), [0, 1]);
  assert.deepEqual(grouped([person('KAMRUN OSTRANDER'), person('OSTRANDER KAMRUN')]), [0, 0]);
  assert.deepEqual(grouped([person('THOMAS JAMES'), person('JAMES THOMAS')]), [0, 1]);
});

test('bearers of a common name are one where the register or the ZIP code says so', () => {
  const mention = (phone: string, ...same: string[]) => [
    `phone:${phone}`,
    'common:SMITH CONSTRUCTION|IL|ELGIN',
    ...same.map((each) => `same:SMITHCONSTRUCTION|IL|ELGIN|${each}`),
  ];
  assert.deepEqual(grouped([mention('+13129868000', 'LLC'), mention('+13129868001', 'LLC')]), [0, 0]);
  assert.deepEqual(grouped([mention('+13129868000', 'LLC'), mention('+13129868001', 'INC')]), [0, 1]);
  assert.deepEqual(
    grouped([mention('+13129868000', '60120'), mention('+13129868001', '60120', 'INC')]),
    [0, 0],
  );
});

test('a name in other blanks is the one that counts in the whole state', () => {
  assert.deepEqual(grouped([['local:SUNRAY|IL|ELGIN'], ['name:SUN RAY|IL']]), [0, 0]);
  assert.deepEqual(grouped([['local:SUNRAY|IL|ELGIN'], ['name:SUN RAY|TX']]), [0, 1]);
});

test('a text keeps its number however many others are added', () => {
  const table = new TextTable();
  const texts = Array.from({ length: 20_000 }, (_, i) => `name:MADE-UP é ${i}`);
  for (const [i, text] of texts.entries()) assert.equal(table.number(text), i);
  const long = 'x'.repeat(100_000);
  assert.equal(table.number(long), 20_000);
  for (const [i, text] of texts.entries()) {
    assert.equal(table.number(text), i);
    assert.equal(table.find(text), i);
    assert.equal(table.text(i), text);
  }
  assert.equal(table.text(20_000), long);
  assert.equal(table.size, 20_001);
  assert.equal(table.find('not there'), -1);
});
