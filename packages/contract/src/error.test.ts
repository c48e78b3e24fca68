/** The table of errors, listed here by hand a second time (interface 7, C13, C18). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CreditLimitBody,
  creditLimitBody,
  errorBodySchema,
  errors,
  MessageBody,
  ValidationErrorBody,
} from './error.js';
import { Value } from './typebox.js';

test('every code has its status', () => {
  const statuses = Object.fromEntries(Object.entries(errors).map(([code, { status }]) => [code, status]));
  assert.deepEqual(statuses, {
    bad_request: 400,
    not_authenticated: 401,
    credit_limit: 402,
    forbidden: 403,
    not_found: 404,
    method_not_allowed: 405,
    request_timeout: 408,
    uri_too_long: 414,
    expectation_failed: 417,
    validation: 422,
    rate_limited: 429,
    headers_too_large: 431,
    internal: 500,
    unavailable: 503,
  });
});

test('the texts that clients match are as the interface words them', () => {
  assert.equal(errors.not_authenticated.detail, 'Not authenticated');
  assert.equal(errors.not_found.detail, 'Not Found');
  assert.equal(errors.internal.detail, 'Internal Server Error');
});

test('a 402 has error, limit and upgrade_url, and its text ends with a full stop', () => {
  const body = creditLimitBody(500, 'https://example.com/upgrade');
  assert.deepEqual(body, {
    detail: {
      error: 'Monthly credit limit exceeded.',
      limit: 500,
      upgrade_url: 'https://example.com/upgrade',
    },
  });
  assert.ok(Value.Check(CreditLimitBody, body));
});

test('each status has the schema of its body, and bodies may carry further keys', () => {
  for (const { status, detail } of Object.values(errors)) {
    const schema = errorBodySchema(status);
    if (status === 402) assert.equal(schema, CreditLimitBody);
    else if (status === 422) assert.equal(schema, ValidationErrorBody);
    else {
      assert.equal(schema, MessageBody);
      assert.ok(Value.Check(schema, { detail, request_id: 'x' }));
      assert.ok(!Value.Check(schema, { detail: { message: detail } }));
    }
  }
});

test('a 422 carries a list of entries or one sentence, nothing else', () => {
  const entry = { type: 'missing', loc: ['query', 'id', 3], msg: 'Field required', input: null };
  assert.ok(Value.Check(ValidationErrorBody, { detail: [entry] }));
  assert.ok(Value.Check(ValidationErrorBody, { detail: 'Was the address resolved?' }));
  assert.ok(!Value.Check(ValidationErrorBody, { detail: [] }));
  assert.ok(!Value.Check(ValidationErrorBody, { detail: [{ msg: 'x' }] }));
});
