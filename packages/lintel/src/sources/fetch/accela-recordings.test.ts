/**
 * Pages that agencies of Accela really sent (if they are at hand): a search as a browser would send it, and what of it is
 * shown. No page with permits was recorded: those come from the parts that others wrote down, with made-up permits.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { after } from 'node:test';
import { realData, testOnRealData } from '@lintel/testing/base/real-data.js';
import { LocalServer } from '@lintel/testing/portals/local-server.js';
import { PortalTest } from '@lintel/testing/portals/portal-test.js';
import type { Reply } from '@lintel/testing/portals/reply.js';
import { elmCity } from '@lintel/testing/sources/elm-city.js';
import type { CanonicalPermit } from '../../refine/record/canonical.js';
import { makeSource } from '../source/catalog-source.js';
import { formFields, messageOf, modulesOf, resultPage } from './accela-page.js';

const t = await PortalTest.open();
after(() => t.close());
const recorded = (path: string) =>
  readFileSync(join(realData, 'portal-software/recordings/accela', path), 'utf8');
const searchPage = 'cola-lake-alfred/lake-alfred-fl-accela-CapHome-Building.html';
const field = (name: string) => `ctl00$PlaceHolderMain$generalSearchForm$${name}`;
const id = 'lake-alfred';

interface Made {
  readonly number: string;
  readonly date: string;
  readonly type: string;
  readonly status: string;
  readonly address: string;
}

/** The recorded search page, and the recorded pagers under made-up permits: page 1 of a large set, and the last one. */
class RecordedAgency extends LocalServer {
  readonly #form = recorded(searchPage);
  readonly #pagers = recorded('transcribed/pager-large-and-last.html').split('\n\n');
  readonly posts: URLSearchParams[] = [];
  pages: readonly (readonly Made[])[] = [];

  protected reply({ url = '', method }: IncomingMessage, body: string): Reply {
    if (url === '/robots.txt') return { status: 404, headers: {}, body: '' };
    const headers = { 'content-type': 'text/html; charset=utf-8', 'set-cookie': 'ACA_SS_STORE=a; path=/' };
    if (method !== 'POST') return { status: 200, headers, body: this.#form };
    const sent = new URLSearchParams(body);
    this.posts.push(sent);
    const isNext = sent.get('__EVENTTARGET')?.endsWith('dgvPermitList$gdvPermitList$ctl13$ctl14') === true;
    const grid = this.#grid(isNext ? 1 : 0);
    return { status: 200, headers, body: this.#form.replace('</form>', () => `${grid}</form>`) };
  }

  /** Columns of Paso Robles, in its order. */
  #grid(at: number): string {
    const names = [
      '',
      'Date',
      'Record Number',
      'Project Name',
      'Address',
      'Status',
      'Record Type',
      'Action',
      '',
    ];
    const before = this.pages.slice(0, at).flat().length;
    const rows = this.pages[at] ?? [];
    const link =
      '/PRCITY/Cap/CapDetail.aspx?Module=Building&TabName=Building&capID1=26REC&capID2=00000&capID3=';
    const lines = rows.map(({ number, date, type, status, address }, index) => {
      const anchor = `<a href="${link}0${before + index}&agencyCode=PRCITY&IsToShowInspection=">${number}</a>`;
      const cells = ['', date, anchor, '', address, status, type, '', ''].map((cell) => `<td>${cell}</td>`);
      return `<tr class="ACA_TabRow_${index % 2 === 0 ? 'Odd' : 'Even'}">${cells.join('')}</tr>`;
    });
    return `<table id="ctl00_PlaceHolderMain_dgvPermitList_gdvPermitList">
<tr><td><table><tr><td>Showing ${before + 1}-${before + rows.length} of ${this.pages.flat().length}</td></tr></table></td></tr>
<tr>${names.map((name) => `<th>${name}</th>`).join('')}</tr>${lines.join('')}${this.#pagers[at] ?? ''}</table>`;
  }
}

testOnRealData(
  'the search page of Lake Alfred is sent back whole, with other days, and gives the rows shown',
  async () => {
    const server = await new RecordedAgency().listen();
    after(() => server.close());
    const made = (count: number, from: number): Made[] =>
      Array.from({ length: count }, (_, at) => ({
        ...{ number: `B26-${from + at}`, date: '06/30/2026', type: 'Re-Roof', status: 'Issued' },
        address: `${from + at} Made Up AVE, Lake Alfred FL`,
      }));
    server.pages = [made(10, 100), made(4, 110)];
    const { jurisdiction, namespace, time_zone } = elmCity;
    const definition = {
      ...{ id, kind: 'permits', name: 'Lake Alfred', license: null, attribution: null, platform: 'accela' },
      ...{ jurisdiction, namespace, time_zone },
      fetch: {
        protocol: 'accela',
        base_url: `${server.origin}/COLA`,
        dataset: 'Building',
        begins: '2026-07-29',
      },
    };
    const source = makeSource(definition, `${id}.json`);
    const store = t.newStore();
    t.clock.ms = Date.UTC(2026, 6, 30, 12);
    const { failure } = await t.fetch(store, source);
    assert.equal(failure, null);
    const [first, next] = server.posts;
    assert.ok(first && next);
    assert.deepEqual(
      [first.get(field('txtGSStartDate')), first.get(field('txtGSEndDate'))],
      ['07/29/2026', '07/30/2026'],
    );
    for (const [name, value] of formFields(recorded(searchPage))) {
      if (/^__EVENTTARGET$|txtGS(?:Start|End)Date$/.test(name)) continue;
      assert.deepEqual([first.get(name), next.get(name)], [value, value], name);
    }
    const fields = [...store.rows(id)].map(
      ({ body }) => source.map(JSON.parse(body)).fields as CanonicalPermit,
    );
    assert.deepEqual(
      fields.map(({ number, file_date, type, status_raw, address }) => ({
        ...{ number, date: file_date, type, status: status_raw, address },
      })),
      server.pages.flat(),
    );
  },
);

testOnRealData('recorded pages say which modules an agency has, and why they show no search', () => {
  assert.deepEqual(modulesOf(recorded('cola-lake-alfred/lake-alfred-fl-accela-Default.aspx.html')), [
    'Building',
    'Enforcement',
  ]);
  assert.deepEqual(modulesOf(recorded('mulberry/mulberry-fl-accela-default.html')), [
    'Building',
    'Planning',
    'Enforcement',
    'Licenses',
  ]);
  assert.deepEqual(modulesOf(recorded('polkco/eagle-lake-fl-accela-polkco.html')), [
    'Enforcement',
    'Building',
    'LandDev',
  ]);
  const haven = (module: string) =>
    recorded(`cowh-winter-haven/winter-haven-fl-accela-Cap_CapHome.aspx_module_${module}.html`);
  assert.equal(messageOf(haven('Licenses')), 'An error has occurred. Invalid Module param value');
  assert.match(
    messageOf(haven('Planning')),
    /^An error has occurred\. We are experiencing technical difficulties/,
  );
  // Its search leads to the page of its sign-in.
  assert.ok([...formFields(haven('Building')).keys()].every((name) => !name.includes('txtGSStartDate')));
  for (const page of [recorded(searchPage), haven('Building')])
    assert.deepEqual([resultPage(page), messageOf(page)], [null, '']);
});
