import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spreadsheetText } from './spreadsheet.js';

test('no text that a spreadsheet would run is left, and all others stay as they are', () => {
  const hostile = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠A1'];
  for (const text of hostile) assert.equal(spreadsheetText(text), `'${text}`);
  for (const text of ['', 'Roof', "'=1", '1-2', 'a=b', ' =1', '"=1"'])
    assert.equal(spreadsheetText(text), text);
});
