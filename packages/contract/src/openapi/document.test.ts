/**
 * The OpenAPI document: checked in as generated, approved by a public linter, its examples true to its
 * schemas.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { endpoints } from '../endpoints.js';
import { errors } from '../error.js';
import { tileMediaType } from '../resource/map.js';
import { Permit } from '../resource/permit.js';
import { interfaceVersion } from '../version.js';
import { openApiDocument } from './document.js';
import { promisesOf } from './promises.js';

const path = fileURLToPath(new URL('../../openapi.json', import.meta.url));
const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
formats.default(ajv);

interface Media {
  readonly schema: { readonly $ref?: string };
  readonly example?: unknown;
  readonly examples?: Record<string, { readonly value: unknown }>;
}
interface Response {
  readonly $ref?: string;
  readonly headers?: Record<string, { readonly $ref: string }>;
  readonly content?: Readonly<Record<string, Media>>;
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security?: readonly unknown[];
  readonly parameters?: readonly { name: string; in: string; schema: object; example?: unknown }[];
  readonly responses: Record<string, Response>;
}
interface Document {
  readonly info: { readonly version: string };
  readonly paths: Record<string, { readonly get: Operation }>;
  readonly components: {
    readonly responses: Record<string, Response>;
    readonly headers: Record<string, { readonly schema: object; readonly example: unknown }>;
    readonly schemas: Record<string, object>;
  };
}

/** The document as a client sees it, after one trip through JSON. */
const document = JSON.parse(JSON.stringify(openApiDocument())) as Document;

before(() => {
  ajv.addSchema(rebased({ $id: 'openapi', $defs: document.components.schemas }, ''));
});

/** A schema of the document with its references turned to where the validator knows the components. */
function rebased(schema: object, base: string): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', `"${base}#/$defs/`));
}

/** What is wrong with a value for a schema of the document; empty when nothing is. */
function faults(schema: object, value: unknown): unknown[] {
  const validate = ajv.compile(rebased(schema, 'openapi'));
  return validate(value) ? [] : (validate.errors ?? []);
}

function checkExamples(where: string, media: Media): void {
  const values = Object.values(media.examples ?? {}).map((each) => each.value);
  if (media.example !== undefined) values.push(media.example);
  assert.ok(values.length > 0, `${where} has no example`);
  for (const value of values) assert.deepEqual(faults(media.schema, value), [], where);
}

interface Described {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly additionalProperties?: Described;
  readonly anyOf?: readonly Described[];
}

/** Paths of the properties of a schema that do not say what they mean. */
function undescribed(schema: Described | undefined, path: string): string[] {
  if (typeof schema !== 'object') return [];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    ...(property.description ? [] : [`${path}.${name}`]),
    ...undescribed(property, `${path}.${name}`),
  ]);
  const inner = [schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])];
  return [...own, ...inner.flatMap((each) => undescribed(each, path))];
}

test('every property of every schema says what it means', () => {
  const bodies = Object.values(document.paths).flatMap(({ get }) =>
    Object.values(get.responses).flatMap(({ content }) =>
      Object.values(content ?? {}).map(({ schema }) => schema),
    ),
  );
  const named = Object.entries(document.components.schemas);
  assert.ok(named.length > 60);
  const lacking = [...named, ...bodies.map((schema) => ['a body', schema] as const)].flatMap(
    ([name, schema]) => undescribed(schema as Described, name),
  );
  assert.deepEqual(lacking, []);
});

test('the checked-in document is the one that the table gives (npm run openapi)', () => {
  assert.equal(readFileSync(path, 'utf8'), `${JSON.stringify(openApiDocument(), null, 2)}\n`);
});

test('the document has the version of the interface', () => {
  assert.equal(document.info.version, '2.0.0');
  assert.equal(interfaceVersion, '2.0.0');
});

test('a public linter finds neither errors nor warnings', () => {
  const redocly = join(
    dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
    'bin/cli.js',
  );
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [redocly, 'lint', '--format=json', '--extends=recommended', path],
    {
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  assert.equal(status, 0, stdout + stderr);
  const report = JSON.parse(stdout.slice(stdout.indexOf('{'), stdout.lastIndexOf('}') + 1)) as {
    totals: { errors: number; warnings: number };
  };
  assert.deepEqual([report.totals.errors, report.totals.warnings], [0, 0], stdout);
});

test('no endpoint, parameter or field that callers rely on is gone, and new ones are promised', () => {
  const promised = readFileSync(new URL('../../promises.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  assert.deepEqual(
    promisesOf(openApiDocument()),
    promised,
    'What is new is added by `npm run openapi`. A line is taken away by hand, after its sunset (docs/standards.md).',
  );
});

test('every endpoint is documented with its parameters, statuses and security', () => {
  assert.deepEqual(
    Object.keys(document.paths),
    Object.values(endpoints).map((endpoint) => endpoint.path),
  );
  for (const endpoint of Object.values(endpoints)) {
    const operation = document.paths[endpoint.path]?.get;
    assert.ok(operation);
    assert.equal(operation.operationId, endpoint.id);
    assert.deepEqual(
      (operation.parameters ?? []).map((parameter) => parameter.name),
      Object.keys(endpoint.parameters),
    );
    assert.deepEqual(Object.keys(operation.responses), endpoint.statuses.map(String));
    const { security } = operation;
    assert.equal(security === undefined || security.length > 0, endpoint.authenticated);
    assert.equal(security?.length === 3, 'keyAsPassword' in endpoint, 'a password');
  }
});

/** The answer of a 200: a JSON document, or a line of a stream. */
const answerOf = (path: string): Media | undefined => {
  const content = document.paths[path]?.get.responses['200']?.content;
  return content?.['application/json'] ?? content?.['application/x-ndjson'];
};

test('every example of an answer is valid by its schema', () => {
  for (const [where, { get }] of Object.entries(document.paths)) {
    if (tileMediaType in (get.responses['200']?.content ?? {})) continue;
    const media = answerOf(where);
    assert.ok(media, where);
    checkExamples(where, media);
  }
  for (const [where, response] of Object.entries(document.components.responses)) {
    const media = response.content?.['application/json'];
    assert.ok(media, where);
    checkExamples(where, media);
  }
  assert.equal(Object.keys(document.components.responses).length, Object.keys(errors).length);
});

test('every example of a parameter or header is valid by its schema', () => {
  for (const { get } of Object.values(document.paths)) {
    for (const { name, schema, example } of get.parameters ?? []) {
      if (example !== undefined) assert.deepEqual(faults(schema, example), [], `${get.operationId} ${name}`);
    }
  }
  for (const [name, { schema, example }] of Object.entries(document.components.headers)) {
    assert.deepEqual(faults(schema, example), [], name);
  }
});

test('the schemas refuse a wrong type and a missing field, and allow a key that may come later (C41)', () => {
  const schema = { $ref: '#/components/schemas/PermitPage' };
  const example = document.paths['/v2/permits']?.get.responses['200']?.content?.['application/json']?.example;
  const page = example as { items: [Record<string, unknown>] };
  const { number: _, ...withoutNumber } = page.items[0];
  assert.deepEqual(faults(schema, page), []);
  for (const item of [
    withoutNumber,
    { ...page.items[0], job_value: 1.5 },
    { ...page.items[0], status: 'done' },
    { ...page.items[0], issue_date: null },
    { ...page.items[0], file_date: '2026-02-30' },
  ]) {
    assert.notDeepEqual(faults(schema, { ...page, items: [item] }), []);
  }
  assert.deepEqual(faults(schema, { ...page, later: 1, items: [{ ...page.items[0], later: 1 }] }), []);
});

test('an answer has two schemas if fields is allowed: the whole record, and a part of it (C41)', () => {
  for (const endpoint of Object.values(endpoints)) {
    if (endpoint.answer.kind === 'tile') continue;
    const media = answerOf(endpoint.path);
    assert.ok(media, endpoint.id);
    const { anyOf } = media.schema as { anyOf?: { $ref: string }[] };
    assert.equal(anyOf?.length, 'fields' in endpoint.parameters ? 2 : undefined, endpoint.id);
    if (anyOf === undefined) continue;
    const [whole = '', partial = ''] = anyOf.map(({ $ref }) => $ref.split('/').at(-1));
    assert.equal(partial.replace('Partial', ''), whole);
    const body = media.example as { items?: Record<string, unknown>[] };
    const [record = {}] = body.items ?? [body as Record<string, unknown>];
    const bare = Object.fromEntries(Object.entries(record).slice(0, 1));
    const cut = body.items === undefined ? bare : { ...body, items: [bare] };
    assert.deepEqual(faults({ $ref: `#/components/schemas/${partial}` }, cut), [], endpoint.id);
    assert.deepEqual(faults({ $ref: `#/components/schemas/${partial}` }, body), [], endpoint.id);
    assert.notDeepEqual(faults({ $ref: `#/components/schemas/${whole}` }, cut), [], endpoint.id);
  }
});

test('no schema forbids keys that it does not list (C41)', () => {
  assert.ok(!JSON.stringify(document).includes('"additionalProperties":false'));
});

test('what is null when unknown may be null, and what is absent when unknown may be absent', () => {
  const schema = { $ref: '#/components/schemas/Permit' };
  const example = document.paths['/v2/permits']?.get.responses['200']?.content?.['application/json']?.example;
  const permit = (example as { items: [Record<string, unknown>] }).items[0];
  const required = Permit.required as readonly string[];
  const always = ['id', 'source_id', 'tags', 'address', 'geo_ids'];
  const bare = Object.fromEntries(
    Object.keys(permit)
      .filter((key) => required.includes(key))
      .map((key) => [key, always.includes(key) ? permit[key] : null]),
  );
  assert.deepEqual(faults(schema, bare), []);
});

test('metered pages document the credit headers, single objects do not (C15)', () => {
  for (const endpoint of Object.values(endpoints)) {
    const headers = Object.keys(document.paths[endpoint.path]?.get.responses['200']?.headers ?? {});
    assert.ok(headers.includes('X-Request-Id'), endpoint.id);
    const { kind } = endpoint.answer;
    for (const name of ['X-Credits-Limit', 'X-Credits-Remaining']) {
      assert.equal(headers.includes(name), kind !== 'object', `${endpoint.id} ${name}`);
    }
    // What a stream costs is not known when it begins.
    const isPage = kind !== 'object' && kind !== 'stream';
    assert.equal(headers.includes('X-Credits-Request'), isPage, endpoint.id);
  }
});
