/** An endpoint that will end says so as the standards want it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retirementHeaders } from './retirement.js';

test('an endpoint that will end says since when and until when', () => {
  assert.deepEqual(retirementHeaders({ since: '2026-12-31', sunset: '2027-07-01' }), {
    deprecation: '@1798675200',
    sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
  });
});
