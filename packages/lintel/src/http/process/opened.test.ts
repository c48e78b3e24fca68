import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Opened } from './opened.js';

test('what was opened last is closed first, once, and an error of one does not keep the others open', async () => {
  const opened = new Opened();
  const closed: string[] = [];
  const close = (name: string) => closed.push(name);
  assert.equal(opened.add('releases', close), 'releases');
  opened.add('ledger', async () => {
    throw new RangeError('made-up');
  });
  opened.add('service', async (name) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    close(name);
  });
  await assert.rejects(opened.close(), RangeError);
  assert.deepEqual(closed, ['service', 'releases']);
  await opened.close();
  assert.equal(closed.length, 2);
});
