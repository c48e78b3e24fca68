/** Requests of forms that are made of the document. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApiDocument } from './document.js';
import { exampleValues, requestAddress, requestFormsOf } from './request.js';

const forms = requestFormsOf(openApiDocument());

function addressOf(id: string, values: Readonly<Record<string, string>>): string {
  const form = forms.find((one) => one.id === id);
  assert.ok(form);
  return requestAddress(form, values);
}

test('what people write into a form is the address that the interface reads', () => {
  const permits = addressOf('permit_search', { geo_id: 'TX, CA', permit_tags: 'solar,-roofing', size: ' ' });
  assert.equal(permits, '/v2/permits/search?geo_id=TX&geo_id=CA&permit_tags=solar&permit_tags=-roofing');
  assert.equal(
    addressOf('permit_search', { near: '37.77,-122.42' }),
    '/v2/permits/search?near=37.77,-122.42',
  );
  const city = forms.find(({ path }) => path === '/v2/cities/{geo_id}/metrics/current');
  assert.equal(addressOf(city?.id ?? '', { geo_id: 'a/b' }), '/v2/cities/a%2Fb/metrics/current');
});

test('a vocabulary of one value is a choice, also where the document names it elsewhere', () => {
  const fields = forms.flatMap((form) => form.fields.filter(({ name }) => name === 'property_type'));
  const single = fields.filter(({ list }) => list === null);
  assert.ok(single.length > 0);
  for (const { choices } of single) assert.ok(choices?.includes('residential'));
});

test('every required parameter is filled in', () => {
  for (const form of forms) {
    const values = exampleValues(form);
    for (const { name, required } of form.fields) assert.ok(!required || values[name], `${form.id} ${name}`);
  }
});
