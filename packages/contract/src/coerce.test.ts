/** Coercion of parameter texts, as Pydantic v2 does it (C11). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { coerce } from './coerce.js';
import { firstDate, lastDate } from './limits.js';
import { DateString, Type } from './schema.js';

const integer = Type.Integer();
const boolean = Type.Boolean();
const date = DateString('A day.');

test('integers are read with sign, zeros and an empty fraction', () => {
  const texts: [string, number][] = [
    ['7', 7],
    ['+7', 7],
    ['-7', -7],
    ['007', 7],
    ['7.0', 7],
    ['99999999999999999999', 1e20],
  ];
  for (const [text, value] of texts) assert.deepEqual(coerce(integer, text), { ok: true, value }, text);
});

test('every safe integer is read as itself', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      assert.deepEqual(coerce(integer, String(value)), { ok: true, value });
    }),
  );
});

test('anything but an integer is refused, not guessed', () => {
  for (const text of [
    '',
    ' ',
    'abc',
    '1.5',
    '1e3',
    '0x10',
    '1 0',
    '--1',
    '1,000',
    'NaN',
    'Infinity',
    'null',
  ]) {
    assert.deepEqual(
      coerce(integer, text),
      {
        ok: false,
        fault: {
          type: 'int_parsing',
          msg: 'Input should be a valid integer, unable to parse string as an integer',
        },
      },
      text,
    );
  }
});

test('booleans are read in every spelling of Pydantic, in any case', () => {
  for (const text of ['true', 'True', 'TRUE', '1', 'on', 't', 'y', 'yes', 'YES']) {
    assert.deepEqual(coerce(boolean, text), { ok: true, value: true }, text);
  }
  for (const text of ['false', 'False', 'FALSE', '0', 'off', 'f', 'n', 'no', 'NO']) {
    assert.deepEqual(coerce(boolean, text), { ok: true, value: false }, text);
  }
});

test('anything but a boolean is refused', () => {
  for (const text of ['', '2', 'maybe', 'tru', ' true', 'null']) {
    assert.deepEqual(
      coerce(boolean, text),
      {
        ok: false,
        fault: { type: 'bool_parsing', msg: 'Input should be a valid boolean, unable to interpret input' },
      },
      text,
    );
  }
});

test('every day of the years that are served is read as itself', () => {
  const days = fc.date({ min: new Date(firstDate), max: new Date(lastDate), noInvalidDate: true });
  fc.assert(
    fc.property(days, (day) => {
      const text = day.toISOString().slice(0, 10);
      assert.deepEqual(coerce(date, text), { ok: true, value: text });
    }),
  );
});

test('an invalid date is refused with the reason', () => {
  const reasons: [string, string][] = [
    ['', 'input is too short'],
    ['2016-01', 'input is too short'],
    ['2024-1-1', 'input is too short'],
    ['20x4-01-01', 'invalid character in year'],
    ['01/02/2024', 'invalid character in year'],
    ['2024/01/01', 'invalid date separator, expected `-`'],
    ['2024-xx-01', 'invalid character in month'],
    ['2024-01-xx', 'invalid character in day'],
    ['2024-13-01', 'month value is outside expected range of 1-12'],
    ['2024-00-01', 'month value is outside expected range of 1-12'],
    ['2023-02-29', 'day value is outside expected range'],
    ['1900-02-29', 'day value is outside expected range'],
    ['2024-04-31', 'day value is outside expected range'],
    ['2024-01-00', 'day value is outside expected range'],
    ['2024-01-01T00:00:00', 'unexpected extra characters at the end of the input'],
  ];
  for (const [text, error] of reasons) {
    const msg = `Input should be a valid date (YYYY-MM-DD), ${error}`;
    const fault = { type: 'date_from_datetime_parsing', msg, ctx: { error } };
    assert.deepEqual(coerce(date, text), { ok: false, fault }, text);
  }
  assert.equal(coerce(date, '2000-02-29').ok, true);
});

test('texts are taken as they are', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      assert.deepEqual(coerce(Type.String(), text), { ok: true, value: text });
    }),
  );
});
