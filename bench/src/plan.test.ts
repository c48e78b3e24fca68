/** The plan in the guide on scaling is what its own figures give. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figuresOfPage, planOf, rowsOfPage, wantedInDocs } from './plan.js';

test('the plan in docs/scaling.md is calculated from the figures above it', () => {
  const figures = figuresOfPage();
  assert.equal(figures.length, 5);
  assert.deepEqual(rowsOfPage('plan'), planOf(figures, wantedInDocs));
});
