/**
 * The reference pages leave nothing out: endpoints, parameters, limits, errors, settings, commands, and the files of a
 * home and of a release. What they show of answers is asked of a real service in docs-requests.test.ts.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import {
  creditLimitBody,
  defaultAddressSize,
  defaultPageSize,
  defaultPlaceSize,
  defaultStateSize,
  emptyReasons,
  endpoints,
  errors,
  filtersOf,
  firstDate,
  lastDate,
  maxIds,
  maxPageSize,
  maxSearchTextLength,
  openApiDocument,
  permitStatuses,
  propertyTypes,
} from '@lintel/contract';
import { blocksOf, entriesOf, guides, pages } from '@lintel/testing/docs/docs-blocks.js';
import type { Command } from 'commander';
import { defaultConfig, loadConfig } from './base/config.js';
import { Config } from './base/config-schema.js';
import { openHome } from './base/home.js';
import { facts } from './cli/api/generated.js';
import { parameterOptions } from './cli/api/parameters.js';
import { createProgram } from './cli/program.js';
import { refusals } from './cli/terminal/refusal.js';
import {
  addressFactsFile,
  addressFactsIdsFile,
  addressSearchFile,
  citySearchFile,
  contractorFactsFile,
  contractorFactsPlacesFile,
  countySearchFile,
  coverageFile,
  idsFile,
  indexFile,
  jurisdictionSearchFile,
  manifestFile,
  metricsFile,
  offsetsFile,
  quarantineFile,
  recordsFile,
  releaseFormat,
  type SegmentKind,
} from './format/layout.js';
import type { RecordKind } from './format/record.js';
import { maxHeaderBytes, maxUrlLength } from './http/request/limits.js';
import { permitSteps } from './refine/record/canonical.js';

const read = (path: string) => readFileSync(resolve(path), 'utf8');
const api = read('docs/api.md');
const [commandsPage, settingsPage] = [read('docs/commands.md'), read('docs/settings.md')];
const dataModel = read('docs/data-model.md');
const readme = read('README.md');

/** The entry of a page whose term says `name`: the cells of a table row, or term and text of a list item. */
function row(text: string, says: (term: string) => boolean): string[] | undefined {
  return entriesOf(text).find(([term = '']) => says(term));
}

test('docs/api.md lists every endpoint with every parameter, and no other', () => {
  const own: readonly string[] = ['geo_id', 'bbox', 'near', 'radius_m', 'within'];
  const permitFilters = filtersOf(endpoints.contractor_search).filter((name) => !own.includes(name));
  const groups = entriesOf(api)
    .filter(([term = '']) => /^_[a-z ]+_$/.test(term))
    .map(([group = '', members = '']) => [
      group,
      group === '_permit filters_' ? permitFilters.map((name) => `\`${name}\``).join(', ') : members,
    ]);
  assert.equal(groups.length, 6);
  for (const { path, parameters } of Object.values(endpoints)) {
    const cells = row(api, (term) => term.includes(`\`${path}\``));
    assert.ok(cells, `${path} is not listed`);
    let [, shown = ''] = /Parameters: (.*)\.$/.exec(cells[1] ?? '') ?? [];
    for (const [group = '', members = ''] of groups) shown = shown.replace(group, members);
    const listed = [...shown.matchAll(/`(\w+)`(\\\*)?/g)].map(([, name, star]) => [name, !!star]);
    const expected = Object.entries(parameters).filter(([, parameter]) => parameter.in === 'query');
    assert.deepEqual(
      listed.sort(),
      expected.map(([name, { required }]) => [name, required]).sort(),
      `the parameters of ${path}`,
    );
    for (const [name] of expected) {
      assert.ok(
        row(api, (term) => new RegExp(`(?:^|, )\`${name}\``).test(term)),
        `${name} is not explained`,
      );
    }
  }
});

test('docs/api.md states the limits that hold', () => {
  const explained = (name: string) => row(api, (first) => first.startsWith(`\`${name}\``))?.[1] ?? '';
  assert.ok(explained('id').startsWith(`1 to ${maxIds} ids`));
  assert.ok(explained('q').startsWith(`1 to ${maxSearchTextLength} characters`));
  assert.ok(explained('size').startsWith(`1 to ${maxPageSize} records`));
  assert.ok(explained('size').includes(`default ${defaultPageSize}; for`));
  assert.ok(
    explained('size').includes(
      `addresses ${defaultAddressSize}, cities, counties and jurisdictions ${defaultPlaceSize}`,
    ),
  );
  assert.ok(explained('size').includes(`states and ZIP codes ${defaultStateSize}`));
  assert.ok(api.includes(`\`YYYY-MM-DD\`, from ${firstDate} to ${lastDate}`));
  assert.ok(row(api, (first) => first === '414')?.[1]?.includes(maxUrlLength.toLocaleString('en-US')));
  assert.ok(row(api, (first) => first === '431')?.[1]?.includes(maxHeaderBytes.toLocaleString('en-US')));
});

test('docs/api.md lists every error status with its body, and no other', () => {
  for (const { status, detail } of Object.values(errors)) {
    const explained = row(api, (first) => first === String(status))?.[1];
    assert.ok(explained, `${status} is missing`);
    if (status === errors.validation.status) continue;
    const body = creditLimitBody(500, defaultConfig.upgrade_url);
    const expected = status === errors.credit_limit.status ? body.detail : detail;
    assert.ok(explained.endsWith(` \`${JSON.stringify(expected)}\``), `${status}: ${explained}`);
  }
  const known = new Set<number>(Object.values(errors).map(({ status }) => status));
  for (const [, status] of api.matchAll(/^- (\d{3}): /gm)) assert.ok(known.has(Number(status)), status);
});

test('docs/api.md explains every header of the interface and every reason for an empty page', () => {
  const document = openApiDocument() as { components: { headers: Record<string, unknown> } };
  for (const name of Object.keys(document.components.headers)) {
    // What HTTP itself explains.
    if (['Cache-Control', 'WWW-Authenticate', 'Allow'].includes(name)) continue;
    assert.ok(
      api.includes(`\`${name}`) || api.includes(`\`${name.replace('RateLimit-Policy', 'RateLimit')}`),
      name,
    );
  }
  for (const reason of emptyReasons) {
    assert.ok(
      row(api, (first) => first === `\`${reason}\``),
      reason,
    );
  }
});

test('docs/api.md explains every status and property type', () => {
  const statuses = row(api, (first) => first === '`status`')?.[1] ?? '';
  const types = row(api, (first) => first === '`property_type`')?.[1] ?? '';
  for (const status of permitStatuses) assert.ok(statuses.includes(`\`${status}\``), status);
  for (const type of propertyTypes) assert.ok(types.includes(`\`${type}\``), type);
});

test('docs/settings.md explains every setting, with its default', () => {
  const { plans: _, prices, ...others } = Config.properties;
  for (const name of Object.keys(Config.properties)) {
    assert.ok(
      row(settingsPage, (first) => first === `\`${name}\``),
      `${name} is not explained`,
    );
  }
  const of = (setting: string) => row(settingsPage, (first) => first === `\`${setting}\``)?.join(' ') ?? '';
  for (const name of Object.keys(prices.properties)) assert.ok(of('prices').includes(`\`${name}\``), name);
  for (const name of ['credits', 'requests_per_minute']) assert.ok(of('plans').includes(`\`${name}\``), name);
  for (const [name, plan] of Object.entries(defaultConfig.plans)) {
    assert.ok(of('plans').includes(`\`${name}\``), name);
    for (const limit of Object.values(plan)) {
      assert.ok(limit === null || of('plans').includes(limit.toLocaleString('en-US')), `${name}: ${limit}`);
    }
  }
  for (const name of Object.keys(others) as (keyof typeof others)[]) {
    const value = defaultConfig[name];
    assert.ok(of(name).includes(typeof value === 'string' ? value : JSON.stringify(value)), name);
  }
});

/** Options that every command takes, explained once. */
const common = ['--home', '--json', '--help'];

function leaves(command: Command, path: string): { path: string; command: Command }[] {
  const own = `${path}${command.name()}`;
  if (command.commands.length === 0) return [{ path: own, command }];
  const below = command.commands.flatMap((child) => leaves(child, `${own} `));
  // A group only has commands; one that runs by itself has a home.
  return command.options.some(({ long }) => long === '--home') ? [...below, { path: own, command }] : below;
}

/** Headings of the help over commands for those who ask for data; `docs/cli.md` explains them. */
const headingsForConsumers = ['Find permits:', 'Your account at a service:'];

function isForConsumers({ command }: { readonly command: Command }): boolean {
  const group = command.parent?.parent ? command.parent : command;
  return headingsForConsumers.includes(group.helpGroup()) || group.name() === 'completion';
}

test('docs/commands.md lists every command of operators with every argument and option, and no other', () => {
  const commands = leaves(createProgram(), '').filter((leaf) => !isForConsumers(leaf));
  for (const { path, command } of commands) {
    const usage = row(commandsPage, (first) => `${first.replaceAll('`', '')} `.startsWith(`${path} `))?.[0];
    assert.ok(usage, `${path} is not explained`);
    const options = command.options.filter(({ long }) => !common.includes(long ?? ''));
    const told = [...usage.matchAll(/(\[?)(--[a-z-]+)/g)].map(([, bracket, long]) => [long, bracket === '']);
    assert.deepEqual(
      told.sort(),
      options.map(({ long, mandatory }) => [long, mandatory]).sort(),
      `the options of ${path}`,
    );
    const withoutOptions = usage.replaceAll('`', '').replace(/\[?--[a-z-]+(?: [A-Z]+)?\]?/g, '');
    const words = withoutOptions.slice(path.length).split(' ').filter(Boolean);
    assert.equal(words.length, command.registeredArguments.length, `the arguments of ${path}: ${usage}`);
  }
  const known = commands.map(({ path }) => path);
  for (const [, usage = ''] of commandsPage.matchAll(/^- `(lintel [^`]*)`/gm)) {
    assert.ok(
      known.some((path) => `${usage} `.startsWith(`${path} `)),
      `there is no ${usage}`,
    );
  }
  for (const option of common) assert.ok(commandsPage.includes(`\`${option}\``), option);
});

test('docs/cli.md lists every command for consumers, and every option that stands for no parameter', () => {
  const cli = read('docs/cli.md');
  const commands = leaves(createProgram(), '').filter(isForConsumers);
  const parameters = new Set(
    Object.values(facts.endpoints).flatMap((endpoint) =>
      parameterOptions(endpoint).map(({ name }) => `--${name}`),
    ),
  );
  for (const { path, command } of commands) {
    const usage = row(cli, (first) => `${first.replaceAll('`', '')} `.startsWith(`${path} `))?.[0];
    assert.ok(usage, `${path} is not explained`);
    const words = usage
      .replace(/\[--[a-z-]+ [A-Z]+\]/g, '')
      .replaceAll('`', '')
      .slice(path.length);
    const count = words.split(' ').filter(Boolean).length;
    assert.equal(count, command.registeredArguments.length, `the arguments of ${path}: ${usage}`);
    for (const { long } of command.options) {
      if (long && !parameters.has(long)) assert.ok(cli.includes(long), `${long} of ${path}`);
    }
  }
  const known = commands.map(({ path }) => path);
  for (const [, usage = ''] of cli.matchAll(/^- `(lintel [^`]*)`/gm)) {
    assert.ok(
      known.some((path) => `${usage} `.startsWith(`${path} `)),
      `there is no ${usage}`,
    );
  }
  for (const status of [0, 1, 2, 130, ...Object.values(refusals)]) {
    assert.ok(
      row(cli, (first) => first === String(status)),
      `exit status ${status}`,
    );
  }
});

test('docs/operate.md names everything that lies in LINTEL_HOME', () => {
  const operate = read('docs/operate.md');
  const directory = mkdtempSync(join(tmpdir(), 'lintel-docs-'));
  const { directory: root, ...paths } = openHome(directory);
  rmSync(directory, { recursive: true });
  for (const path of Object.values(paths)) {
    assert.match(operate, new RegExp(`^${relative(root, path)}[ /]`, 'm'));
  }
});

test('docs/data-model.md names every file of a release', () => {
  const records: RecordKind[] = ['permits', 'contractors', 'decisions', 'properties'];
  const segments: SegmentKind[] = [...records, 'addresses', 'origins'];
  const files = [
    manifestFile,
    indexFile,
    quarantineFile,
    addressSearchFile,
    addressFactsFile,
    addressFactsIdsFile,
    contractorFactsFile,
    contractorFactsPlacesFile,
    countySearchFile,
    coverageFile,
    jurisdictionSearchFile,
    metricsFile,
    citySearchFile,
    ...segments.flatMap((kind) => [recordsFile(kind), offsetsFile(kind)]),
    ...records.map(idsFile),
  ];
  for (const file of files) assert.ok(dataModel.includes(`\`${file}\``), file);
  assert.ok(dataModel.includes(`\`format\` (${releaseFormat})`));
});

test('docs/data-model.md explains every step of refinement', () => {
  const steps = [...dataModel.matchAll(/^- `(\w+)`: /gm)].map(([, name]) => name);
  assert.deepEqual(steps.slice(0, Object.keys(permitSteps).length), Object.keys(permitSteps));
});

test('settings that guides show are accepted', async () => {
  const shown = guides.flatMap(blocksOf).filter(({ role }) => role === 'settings');
  assert.ok(shown.length >= 4);
  for (const { page, text } of shown) {
    const directory = mkdtempSync(join(tmpdir(), 'lintel-docs-'));
    writeFileSync(join(directory, 'lintel.json'), text);
    await assert.doesNotReject(loadConfig(directory), page);
    rmSync(directory, { recursive: true });
  }
});

test('docs/metering.md shows the bodies that the interface describes', () => {
  const { schemas } = (
    openApiDocument() as unknown as {
      components: { schemas: Record<string, { properties: Record<string, unknown> }> };
    }
  ).components;
  const [refusal, usage, ...others] = blocksOf('docs/metering.md')
    .filter(({ language }) => language === 'json')
    .map(({ text }) => Object.keys(JSON.parse(text) as object));
  assert.deepEqual(refusal, Object.keys(schemas.CreditLimitError?.properties ?? {}));
  assert.deepEqual(usage, Object.keys(schemas.Usage?.properties ?? {}));
  assert.deepEqual(others, []);
});

test("the README's commands exist", () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  for (const [, script = ''] of readme.matchAll(/\bnpm (?:run )?(?!install\b)([a-z:]+)/g)) {
    assert.ok(script in scripts, `npm ${script}`);
  }
  const known = leaves(createProgram(), '');
  for (const page of pages) {
    for (const [line] of read(page).matchAll(/^\.\/lintel .*$/gm)) {
      const used = known.find(({ path }) => `${line} `.startsWith(`./${path} `));
      assert.ok(used, `${page}: ${line}`);
      for (const [option] of line.matchAll(/--[a-z-]+/g)) {
        const has = used.command.options.some(({ long }) => long === option);
        assert.ok(has, `${page}: ${line}`);
      }
    }
  }
  // `npm ci` has built.
  assert.match(read('package.json'), /"test": "npm run build && npm run test:built"/);
  assert.match(read('.ci/run'), /^npm run test:built$/m);
});
