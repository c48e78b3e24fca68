/** A definition of a portal is two lines: what the inventory and the platform say of it is filled. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSource } from '../source/catalog-source.js';
import { withMark } from '../source/verified-marks.js';

const made = (value: object, file = 'boise-accela.json') => makeSource(value, file).definition;
const boise = { platform: 'accela', address: 'https://aca-prod.accela.com/BOISE' };

test('platform and address are a definition, and what it says itself goes before', () => {
  const whole = made(boise);
  const { id, kind, name, homepage, jurisdiction, namespace, time_zone, fetch } = whole;
  assert.deepEqual(
    { id, kind, name, homepage, jurisdiction, namespace, time_zone, fetch },
    {
      id: 'boise-accela',
      kind: 'permits',
      name: 'Boise, permit portal',
      homepage: boise.address,
      jurisdiction: {
        geoid: '1608830',
        name: 'Boise',
        state: 'ID',
        county_geoid: '16001',
        default_city: 'Boise',
      },
      namespace: 'boise-city-id',
      time_zone: 'America/Denver',
      fetch: { protocol: 'accela', base_url: boise.address, dataset: 'Building' },
    },
  );
  assert.deepEqual(made(whole), whole, 'the filled definition is one too');
  const own = made({
    ...boise,
    id: 'ada-portal',
    name: 'Ada',
    fetch: { dataset: 'Permits', begins: '2020-01-01' },
    map: { number: 'Permit' },
  });
  assert.deepEqual(
    [own.id, own.name, own.map.number, own.map.type],
    ['ada-portal', 'Ada', 'Permit', whole.map.type],
  );
  assert.deepEqual(own.fetch, { ...fetch, dataset: 'Permits', begins: '2020-01-01' });
  const page = made({ ...boise, address: `${boise.address}/Cap/CapHome.aspx?module=Planning&TabName=Home` });
  assert.equal(page.address, boise.address);
  assert.deepEqual(page.fetch, { ...fetch, dataset: 'Planning' });
});

test('the interface of Accela takes agency and module, and links each record to its page', () => {
  const source = makeSource({ ...boise, platform: 'accela_rest' }, 'x.json');
  assert.deepEqual(source.fetch, {
    protocol: 'accela_rest',
    base_url: 'https://apis.accela.com',
    dataset: 'BOISE/Building',
  });
  const { source_url: link } = source.map({ id: 'BOISE-26REC-00000-001DW', customId: 'B-1' }).fields as {
    source_url?: string;
  };
  assert.equal(
    link,
    `${boise.address}/Cap/CapDetail.aspx?Module=Building&TabName=Building&capID1=26REC&capID2=00000&capID3=001DW&agencyCode=BOISE`,
  );
  const { address: _, ...without } = made({ ...boise, platform: 'accela_rest' });
  const { source_url: __, ...map } = without.map;
  assert.ok(
    !('source_url' in made({ ...without, map }).map),
    'without the address of its pages it has no link',
  );
});

test('an address that does not say enough is refused with what is missing', () => {
  const refused: readonly (readonly [object, RegExp])[] = [
    [
      { ...boise, address: 'https://permits.example.gov/CitizenAccess' },
      /whose authority the inventory knows: https:\/\/permits\.example\.gov\/CitizenAccess\. Say it: "jurisdiction" with "geoid"/,
    ],
    [{ ...boise, platform: 'energov' }, /address is that of a portal of Accela, by the inventory/],
    [{ ...boise, address: 'aca-prod.accela.com/BOISE' }, /must be a web address/],
    [{ address: boise.address }, /needs "platform" beside it/],
    [
      { platform: 'accela_rest', address: 'https://permits.cityofboise.org/citizenaccess' },
      /"fetch": \{ "dataset": "AGENCY\/Building" \}/,
    ],
    [{ ...boise, fetch: { begin: '2020-01-01' } }, /"begin" is not known\. Did you mean "begins"/],
  ];
  for (const [value, message] of refused) assert.throws(() => made(value), { message });
  const unlisted = {
    geoid: '2071000',
    name: 'Topeka',
    state: 'KS',
    county_geoid: '20177',
    default_city: 'Topeka',
  };
  const own = made(
    { platform: 'energov', address: 'https://a.example.gov/selfservice/', jurisdiction: unlisted },
    'it',
  );
  assert.deepEqual(
    [own.id, own.namespace, own.time_zone, own.address],
    ['topeka-ks-energov', 'topeka-ks', 'America/Chicago', 'https://a.example.gov/selfservice'],
  );
});

test('a short definition takes the mark of a trial', () => {
  const verified = { on: '2026-06-30', rows: 1000 };
  for (const text of [JSON.stringify(boise), JSON.stringify(boise, null, 2)]) {
    const marked = withMark(text, verified);
    assert.deepEqual(JSON.parse(marked), { ...boise, verified });
    assert.deepEqual(JSON.parse(withMark(marked, { ...verified, rows: 5 })).verified.rows, 5);
  }
  assert.match(
    withMark(JSON.stringify(boise, null, 2), verified),
    /^\{\n {2}"verified": \{.*\},\n {2}"platform"/,
  );
});
