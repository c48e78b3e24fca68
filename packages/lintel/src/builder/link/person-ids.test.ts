import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contractorId } from '@lintel/contract';
import { ContractorIdentity } from './contractor-identity.js';
import { personText } from './person-ids.js';

/** Ids of the mentions' contractors. */
function idsOf(mentions: readonly (readonly string[])[]): string[] {
  const identity = new ContractorIdentity();
  const nodes = mentions.map((keys) => identity.link(keys));
  identity.resolve();
  return nodes.map((node) => identity.id(identity.contractor(node)).toString('latin1'));
}

const pat = (phone: number) => [`phone:+1847555${phone}`, 'person:PAT SMITH|IL|ELGIN'];

test('the telephone of a private person cannot be found by hashing all telephones', () => {
  const [id = ''] = idsOf([pat(1234)]);
  const lots = new Set<string>();
  let giving = 0;
  for (let phone = 1000; phone < 10_000; phone++) {
    assert.notEqual(contractorId(`phone:+1847555${phone}`), id);
    assert.notEqual(contractorId(`person:PAT SMITH|IL|ELGIN|phone:+1847555${phone}`), id);
  }
  // A lot is slow to compute, on purpose.
  for (let phone = 1000; phone < 10_000; phone += 5) {
    const [other = ''] = idsOf([pat(phone)]);
    lots.add(other);
    if (other === id) giving += 1;
  }
  assert.ok(lots.size <= 64);
  assert.ok(giving > 10, `${giving} of 1,800 telephones give the id`);
});

test('namesakes of one city with the same lot are two contractors, in any order of the rows', () => {
  const first = personText('person:PAT SMITH|IL|ELGIN|phone:+18475551000');
  let same = 1001;
  while (personText(`person:PAT SMITH|IL|ELGIN|phone:+1847555${same}`) !== first) same += 1;
  const [a, b] = idsOf([pat(1000), pat(same)]);
  assert.notEqual(a, b);
  assert.deepEqual(idsOf([pat(same), pat(1000)]), [b, a]);
});

test("a person's id may come from a licence, and a firm's from a telephone", () => {
  assert.deepEqual(idsOf([['license:IL:A12345', ...pat(1234)]]), [contractorId('license:IL:A12345')]);
  const firm = ['phone:+18475551234', 'name:MILLICK OSTRANDER ROOFING|IL'];
  assert.deepEqual(idsOf([firm, pat(1234)]), [
    contractorId('phone:+18475551234'),
    contractorId('phone:+18475551234'),
  ]);
});
