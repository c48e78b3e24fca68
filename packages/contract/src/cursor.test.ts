/** Cursors (C4): whatever is altered is refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeCursor, encodeCursor, queryScope } from './cursor.js';
import { endpoints } from './endpoints.js';
import { parseQuery } from './query.js';

const secret = Buffer.from('a secret of the installation, kept in its home');
const positions = fc.oneof(fc.nat(), fc.string({ maxLength: 30 }));

test('a cursor comes back as it was made, and fits into a URL as it is', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), positions, fc.string(), (release, position, scope) => {
      const cursor = { release, position };
      const text = encodeCursor(secret, scope, cursor);
      assert.match(text, /^[A-Za-z0-9_-]+$/);
      assert.deepEqual(decodeCursor(secret, scope, text), cursor);
    }),
  );
});

test('a cursor with any one character altered is refused', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (const position of [50, 1234, 'x']) {
    const text = encodeCursor(secret, 'scope', { release: '20260620', position });
    for (let at = 0; at < text.length; at++) {
      for (const character of `${alphabet}=+/ é`) {
        if (character === text[at]) continue;
        const altered = text.slice(0, at) + character + text.slice(at + 1);
        assert.equal(decodeCursor(secret, 'scope', altered), null, altered);
      }
    }
  }
});

test('a cursor that is cut, lengthened or padded is refused', () => {
  const text = encodeCursor(secret, 'scope', { release: '20260620', position: 50 });
  for (let length = 0; length < text.length; length++) {
    assert.equal(decodeCursor(secret, 'scope', text.slice(0, length)), null);
  }
  for (const tail of ['A', 'AAAA', '=', '==', ' ', '\n', '\0', '.']) {
    assert.equal(decodeCursor(secret, 'scope', text + tail), null);
  }
  assert.equal(decodeCursor(secret, 'scope', ` ${text}`), null);
  assert.equal(decodeCursor(secret, 'scope', 'A'.repeat(100_000)), null);
});

test('no text but a cursor of ours is a cursor', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
      assert.equal(decodeCursor(secret, 'scope', text), null);
    }),
  );
});

test('a cursor of another endpoint, other filters or another installation is refused', () => {
  const cursor = { release: '20260620', position: 50 };
  const text = encodeCursor(secret, 'scope', cursor);
  assert.equal(decodeCursor(secret, 'scope2', text), null);
  assert.equal(decodeCursor(secret, '', text), null);
  assert.equal(decodeCursor(Buffer.from('another secret'), 'scope', text), null);
});

function scopeOf(id: 'permits_by_id' | 'contractors_by_id' | 'address_search', query: string): string {
  const endpoint = endpoints[id];
  const parsed = parseQuery(endpoint, { query: new URLSearchParams(query), path: {} });
  assert.ok(parsed.ok);
  return queryScope(endpoint, parsed.value);
}

test('page size, cursor and include_count may change during a walk', () => {
  const scope = scopeOf('permits_by_id', 'id=a&id=b');
  assert.equal(scopeOf('permits_by_id', 'size=7&id=a&id=b&include_count=true&cursor=abc'), scope);
  assert.equal(scopeOf('permits_by_id', 'unknown=1&id=a&id=b'), scope);
});

test('filters may not change during a walk', () => {
  const scope = scopeOf('permits_by_id', 'id=a&id=b');
  for (const other of ['id=a', 'id=b&id=a', 'id=a,b', 'id=a&id=b&id=c']) {
    assert.notEqual(scopeOf('permits_by_id', other), scope);
  }
  assert.notEqual(scopeOf('contractors_by_id', 'id=a&id=b'), scope);
  assert.equal(scopeOf('address_search', 'q=main+st'), scopeOf('address_search', 'q=%20main%09st%20'));
  assert.notEqual(scopeOf('address_search', 'q=main+st'), scopeOf('address_search', 'q=main+ave'));
});
