/** The methods that clients have for the operations of the contract. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApiDocument } from '@lintel/contract';
import { modelOf } from './model.js';

test('every operation that answers with JSON or a stream of it becomes a method, and no two of a resource have one name', () => {
  const document = openApiDocument();
  const { operations } = modelOf(document);
  const json = Object.values(document.paths).filter(({ get: { responses } }) => {
    const { content = {} } = responses['200'] ?? {};
    return 'application/json' in content || 'application/x-ndjson' in content;
  });
  assert.equal(operations.length, json.length);
  const names = operations.map(({ resource, method, gives }) => {
    // One record and many are the two signatures of one method.
    const kind = method.join() === 'get' && gives === 'by_ids' ? ' (many)' : '';
    return `${resource}.${method.join(' ')}${kind}`;
  });
  assert.deepEqual(names, [...new Set(names)]);
});
