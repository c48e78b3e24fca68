/**
 * The rules by which a request is parsed or refused (C2, C3, C5, C11); others are in query-geo-id and
 * query-listed.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Endpoint } from './endpoint.js';
import { type EndpointId, endpoints } from './endpoints.js';
import { type ValidationEntry, ValidationErrorBody } from './error.js';
import { cursorFault } from './fault.js';
import { county, exampleOf, good, refused } from './fixture/ask.js';
import { geoId } from './id.js';
import { firstDate, lastDate } from './limits.js';
import { parseQuery } from './query.js';
import { DateString, OneOf, Type } from './schema.js';
import { Value } from './typebox.js';

test('every parameter of an endpoint is a key of the value; what did not come is its default or null', () => {
  assert.deepEqual(good('permits_by_id', 'id=a'), {
    id: ['a'],
    size: 50,
    cursor: null,
    include_count: false,
    fields: null,
  });
  assert.deepEqual(good('tags'), { size: 50, cursor: null, include_count: false, fields: null });
  assert.deepEqual(good('address_search', 'q=main'), {
    q: 'main',
    size: 20,
    cursor: null,
    include_count: false,
    fields: null,
  });
  assert.deepEqual(good('city_search', 'q=main'), { q: 'main', page: 1, size: 15, fields: null });
  assert.deepEqual(good('county_metrics_current', 'tag=all&property_type=all', { geo_id: county }), {
    geo_id: county,
    property_type: 'all',
    tag: 'all',
    as_of: null,
    cursor: null,
    include_count: false,
    page: null,
    size: 50,
    fields: null,
  });
  assert.deepEqual(good('release'), {});
});

test('lists are repeated keys, kept in order with repetitions; a comma is part of a value (C2)', () => {
  assert.deepEqual(good('permits_by_id', 'id=b&size=3&id=a&id=b').id, ['b', 'a', 'b']);
  assert.deepEqual(good('permits_by_id', 'id=a,b').id, ['a,b']);
});

test('a parameter of one value that comes twice is refused, for every one of every endpoint (C57)', () => {
  for (const endpoint of Object.values<Endpoint>(endpoints))
    for (const [name, { in: place, schema }] of Object.entries(endpoint.parameters)) {
      if (place === 'path' || 'items' in schema) continue;
      const { query, path } = exampleOf(endpoint, name);
      const detail = refused(endpoint.id as EndpointId, `${query}&${name}=1&${name}=1`, path);
      assert.ok(typeof detail !== 'string', `${endpoint.id} ${name}`);
      const own = detail.filter(({ loc }) => loc[1] === name);
      assert.equal(own.length, 1, `${endpoint.id} ${name}`);
      assert.match(own[0]?.msg ?? '', /takes one value, and came 2 times$/);
      assert.deepEqual(own[0]?.input, ['1', '1']);
    }
});

test('white space around a value is refused with what was meant; inside a search text it is not (C57)', () => {
  const meant = (query: string) => {
    const detail = refused('permit_search', `geo_id=CA&permit_from=2026-01-01&permit_to=2026-02-01&${query}`);
    return typeof detail === 'string' ? detail : detail.map(({ loc, ctx }) => [...loc, ctx?.suggestion]);
  };
  assert.deepEqual(meant('size=%205'), [['query', 'size', '5']]);
  assert.deepEqual(meant('permit_min_job_value=7%20'), [['query', 'permit_min_job_value', '7']]);
  assert.deepEqual(meant('include_count=true%09'), [['query', 'include_count', 'true']]);
  assert.deepEqual(meant('permit_tags=solar&permit_tags=%20hvac'), [['query', 'permit_tags', 1, 'hvac']]);
  assert.deepEqual(meant('fields=id,tags%0A'), [['query', 'fields', 'id,tags']]);
  const dated = refused('decision_search', 'geo_id=CA&decision_from=%202026-01-01&decision_to=2026-02-01');
  assert.match(JSON.stringify(dated), /did you mean '2026-01-01'/);
  assert.match(String(refused('county_details', `geo_id=${county}%20`)), /is not a geo_id/);
  assert.equal(good('address_search', 'q=%20oak%20').q, 'oak');
});

test('a decision search takes several places, as other searches do (C57)', () => {
  const period = 'decision_from=2026-01-01&decision_to=2026-02-01';
  assert.deepEqual(good('decision_search', `geo_id=CA&geo_id=TX&${period}`).geo_id, ['CA', 'TX']);
  assert.deepEqual(refused('decision_search', period), [
    { type: 'missing', loc: ['query', 'geo_id'], msg: 'Field required', input: null },
  ]);
});

test('unknown parameters are ignored, also those that objects have by nature (C2)', () => {
  assert.deepEqual(good('tags', 'foo=1&__proto__=2&constructor=3&toString=4&id[]=5'), {
    size: 50,
    cursor: null,
    include_count: false,
    fields: null,
  });
  assert.deepEqual(refused('county_details', 'constructor=x'), [
    { type: 'missing', loc: ['query', 'geo_id'], msg: 'Field required', input: null },
  ]);
});

test('an empty cursor counts as absent', () => {
  assert.equal(good('tags', 'cursor=').cursor, null);
  assert.equal(good('tags', 'cursor=abc').cursor, 'abc');
});

test('malformed ids are read like unknown ones, not refused (C5)', () => {
  assert.deepEqual(good('permits_by_id', 'id=&id=%00&id=not-an-id').id, ['', '\0', 'not-an-id']);
});

const byId: EndpointId[] = ['permits_by_id', 'contractors_by_id', 'decisions_by_id'];
for (const id of byId) {
  test(`${id} takes 1 to 50 ids (C5)`, () => {
    assert.deepEqual(refused(id), [
      { type: 'missing', loc: ['query', 'id'], msg: 'Field required', input: null },
    ]);
    const many = Array.from({ length: 51 }, (_, i) => `x${i}`);
    assert.deepEqual(
      good(
        id,
        many
          .slice(1)
          .map((each) => `id=${each}`)
          .join('&'),
      ).id,
      many.slice(1),
    );
    assert.deepEqual(refused(id, many.map((each) => `id=${each}`).join('&')), [
      {
        type: 'too_long',
        loc: ['query', 'id'],
        msg: 'List should have at most 50 items after validation, not 51',
        input: many,
        ctx: { field_type: 'List', max_length: 50, actual_length: 51 },
      },
    ]);
  });
}

const sized = Object.values(endpoints).filter((endpoint) => 'size' in endpoint.parameters);
for (const endpoint of sized) {
  test(`${endpoint.id}: size is 1 to 100 (C3)`, () => {
    const { query, path } = exampleOf(endpoint, 'size');
    const base = `${query}&size=`;
    for (const size of [1, 100]) assert.equal(good(endpoint.id, base + size, path).size, size);
    const below = 'Input should be greater than or equal to 1';
    const above = 'Input should be less than or equal to 100';
    for (const [input, type, msg, ctx] of [
      ['0', 'greater_than_equal', below, { ge: 1 }],
      ['-5', 'greater_than_equal', below, { ge: 1 }],
      ['101', 'less_than_equal', above, { le: 100 }],
      ['99999999999999999999999', 'less_than_equal', above, { le: 100 }],
    ]) {
      assert.deepEqual(refused(endpoint.id, base + input, path), [
        { type, loc: ['query', 'size'], msg, input, ctx },
      ]);
    }
    for (const input of ['', 'ten', '1.5', '1e1']) {
      assert.deepEqual(refused(endpoint.id, base + input, path), [
        {
          type: 'int_parsing',
          loc: ['query', 'size'],
          msg: 'Input should be a valid integer, unable to parse string as an integer',
          input,
        },
      ]);
    }
  });
}

test('page is at least 1, and so low that an offset stays an exact integer', () => {
  assert.equal(good('city_search', 'q=a&page=2147483647').page, 2147483647);
  const type = (query: string) => {
    const detail = refused('city_search', query);
    return typeof detail === 'string' ? detail : detail.map((entry) => [entry.type, ...entry.loc]);
  };
  assert.deepEqual(type('q=a&page=0'), [['greater_than_equal', 'query', 'page']]);
  assert.deepEqual(type('q=a&page=2147483648'), [['less_than_equal', 'query', 'page']]);
});

test('include_count is a boolean in any spelling of Pydantic', () => {
  assert.equal(good('permits_by_id', 'id=a&include_count=True').include_count, true);
  assert.equal(good('permits_by_id', 'id=a&include_count=0').include_count, false);
  assert.deepEqual(refused('permits_by_id', 'id=a&include_count=maybe'), [
    {
      type: 'bool_parsing',
      loc: ['query', 'include_count'],
      msg: 'Input should be a valid boolean, unable to interpret input',
      input: 'maybe',
    },
  ]);
});

const searches: EndpointId[] = ['address_search', 'city_search'];
for (const id of searches) {
  test(`${id}: q is 1 to 200 characters without the spaces and control characters around it`, () => {
    assert.equal(good(id, 'q=%20%09%00main%0Ast%7F%20').q, 'main st');
    assert.equal(good(id, `q=${'😀'.repeat(200)}`).q, '😀'.repeat(200));
    for (const input of ['', '   ', '\0\n']) {
      assert.deepEqual(refused(id, `q=${encodeURIComponent(input)}`), [
        {
          type: 'string_too_short',
          loc: ['query', 'q'],
          msg: 'String should have at least 1 character',
          input,
          ctx: { min_length: 1 },
        },
      ]);
    }
    assert.deepEqual(refused(id, `q=${'x'.repeat(201)}`), [
      {
        type: 'string_too_long',
        loc: ['query', 'q'],
        msg: 'String should have at most 200 characters',
        input: 'x'.repeat(201),
        ctx: { max_length: 200 },
      },
    ]);
  });
}

test('all faults of a request are reported at once, in the order of the table (C11)', () => {
  const detail = refused('permits_by_id', 'size=500&include_count=x');
  assert.ok(Array.isArray(detail));
  assert.deepEqual(
    detail.map((entry) => [entry.type, ...entry.loc]),
    [
      ['missing', 'query', 'id'],
      ['less_than_equal', 'query', 'size'],
      ['bool_parsing', 'query', 'include_count'],
    ],
  );
});

/** Parameter kinds that no endpoint of the table uses in every way. */
const invented: Endpoint = {
  ...endpoints.tags,
  parameters: {
    from: { in: 'query', schema: DateString('First day.'), required: true, description: 'First day.' },
    status: {
      in: 'query',
      schema: Type.Array(OneOf(['open', 'shut'], 'Status.'), { minItems: 2 }),
      required: false,
      description: 'Status.',
    },
    counts: {
      in: 'query',
      schema: Type.Array(Type.Integer({ minimum: 0 })),
      required: false,
      description: 'Counts.',
    },
    code: {
      in: 'query',
      schema: Type.String({ pattern: '^[a-z]+$' }),
      required: false,
      description: 'Code.',
    },
  },
};

test('dates, list elements and patterns are refused at their place', () => {
  const query = new URLSearchParams('from=2024-02-30&status=opne&counts=1&counts=x&counts=y&code=A1');
  const parsed = parseQuery(invented, { query, path: {} });
  assert.ok(!parsed.ok && Array.isArray(parsed.detail));
  const integer = 'Input should be a valid integer, unable to parse string as an integer';
  const expected = [
    [
      'date_from_datetime_parsing',
      ['query', 'from'],
      'Input should be a valid date (YYYY-MM-DD), day value is outside expected range',
    ],
    [
      'literal_error',
      ['query', 'status', 0],
      "Input should be 'open' or 'shut', not 'opne'; did you mean 'open'?",
    ],
    ['too_short', ['query', 'status'], 'List should have at least 2 items after validation, not 1'],
    ['int_parsing', ['query', 'counts', 1], integer],
    ['int_parsing', ['query', 'counts', 2], integer],
    ['value_error', ['query', 'code'], 'Value error, must match pattern "^[a-z]+$"'],
  ];
  assert.deepEqual(
    parsed.detail.map(({ type, loc, msg }) => [type, loc, msg]),
    expected,
  );
});

test('elements of a list that are out of range are refused with their own input', () => {
  const query = new URLSearchParams('from=2024-02-29&counts=1&counts=-4');
  const parsed = parseQuery(invented, { query, path: {} });
  assert.ok(!parsed.ok);
  assert.deepEqual(parsed.detail, [
    {
      type: 'greater_than_equal',
      loc: ['query', 'counts', 1],
      msg: 'Input should be greater than or equal to 0',
      input: '-4',
      ctx: { ge: 0 },
    },
  ]);
});

test('a cursor that cannot be followed is a fault of the cursor (C4)', () => {
  for (const [reason, words] of [
    ['altered', /cursor was altered/],
    ['expired', /release .* no longer kept/],
  ] as const) {
    const entry = cursorFault(reason, 'abc');
    assert.deepEqual([entry.type, entry.loc, entry.input], ['value_error', ['query', 'cursor'], 'abc']);
    assert.match(entry.msg, words);
  }
});

test('any request is either read to values of the schemas or refused with a documented body', () => {
  const names = fc.constantFrom(
    ...new Set(Object.values(endpoints).flatMap((endpoint) => Object.keys(endpoint.parameters))),
  );
  const values = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', '0', '1', '100', '101', 'true', 'all', 'solar', 'office', county, geoId('city', 'x')),
  );
  const requests = fc.record({
    id: fc.constantFrom(...(Object.keys(endpoints) as EndpointId[])),
    query: fc.array(fc.tuple(names, values), { maxLength: 60 }),
    geo: values,
  });
  fc.assert(
    fc.property(requests, ({ id, query, geo }) => {
      const endpoint: Endpoint = endpoints[id];
      const parsed = parseQuery(endpoint, { query, path: { geo_id: geo } });
      if (!parsed.ok) {
        assert.ok(Value.Check(ValidationErrorBody, { detail: parsed.detail }), JSON.stringify(parsed.detail));
        return;
      }
      for (const [name, parameter] of Object.entries(endpoint.parameters)) {
        const value = parsed.value[name];
        assert.ok(
          value === null || Value.Check(parameter.schema, value),
          `${name}: ${JSON.stringify(value)}`,
        );
        assert.ok(value !== null || (!parameter.required && parameter.default === undefined), name);
      }
    }),
    { numRuns: 500 },
  );
});

test('every date parameter is held to the dates that a release can hold', () => {
  let dates = 0;
  for (const [id, endpoint] of Object.entries(endpoints) as [EndpointId, Endpoint][]) {
    for (const [name, { schema }] of Object.entries(endpoint.parameters)) {
      if (!('format' in schema) || schema.format !== 'date') continue;
      dates += 1;
      const { query, path } = exampleOf(endpoint, name);
      for (const [text, type, limit] of [
        ['9999-12-31', 'less_than_equal', lastDate],
        ['2200-01-01', 'less_than_equal', lastDate],
        ['0202-01-01', 'greater_than_equal', firstDate],
      ]) {
        const [fault] = refused(id, `${query}&${name}=${text}`, path) as ValidationEntry[];
        assert.deepEqual([fault?.loc, fault?.type], [['query', name], type], `${id} ${name}`);
        assert.ok(fault?.msg.endsWith(`or equal to ${limit}`), fault?.msg);
      }
    }
  }
  assert.ok(dates > 10);
});

test('reversed ranges of dates and amounts are refused (C28, C29, C31)', () => {
  for (const [id, from, to] of [
    ['decision_search', 'decision_from', 'decision_to'],
    ['county_metrics_monthly', 'metric_from', 'metric_to'],
    ['contractor_metrics', 'metric_from', 'metric_to'],
    ['coverage', 'date_from', 'date_to'],
  ] as const) {
    const { query, path } = exampleOf(endpoints[id], from, to);
    const [fault] = refused(id, `${query}&${from}=2026-02-02&${to}=2026-02-01`, path) as {
      loc: unknown;
      msg: string;
    }[];
    assert.deepEqual(fault?.loc, ['query', from]);
    assert.match(fault?.msg ?? '', /2026-02-02\) is after \w+ \(2026-02-01\)/);
    good(id, `${query}&${from}=2026-02-02&${to}=2026-02-02`, path);
  }
  const { query } = exampleOf(endpoints.decision_search, 'min_project_value', 'max_project_value');
  assert.equal(refused('decision_search', `${query}&min_project_value=5&max_project_value=4`).length, 1);
});
