/**
 * A filter, an order, a grouping or a measured field that is added to the interface does not compile until every table has a line for it: files,
 * SQL, the oracle and the random questions. The compiler is asked, over a copy of the contract with some more.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { test } from 'node:test';

/** What is added to the contract, before which text of which file. */
const additions = {
  permit_has_pool: ['filter.ts', '  permit_number: text('],
  property_has_pool: ['filter.ts', '  legal_owner: list('],
  decision_has_vote: ['endpoints/decisions.ts', '      asset_class: anyOf('],
} as const;
const filter = `{ in: 'query', schema: Type.Boolean(), required: false, description: '', example: true },\n`;

const tables = {
  'lintel/src/query/permit-filters.ts': ['permit_has_pool'],
  'lintel/src/query/property-filters.ts': ['property_has_pool'],
  'lintel/src/query/decision-filters.ts': ['decision_has_vote'],
  'lintel/src/query/permit-search.ts': ['oldest'],
  'lintel/src/query/contractor-search.ts': ['nearest'],
  'lintel/src/postgres/permit-filters.ts': ['permit_has_pool'],
  'lintel/src/postgres/property-filters.ts': ['property_has_pool'],
  'lintel/src/query/file-groupings.ts': ['decade', 'deposit'],
  'lintel/src/postgres/sql-permits.ts': ['oldest'],
  'lintel/src/postgres/sql-sums.ts': ['decade', 'deposit'],
  'lintel/src/postgres/sql-contractors.ts': ['nearest'],
  'testing/src/release/naive-filters.ts': ['permit_has_pool', 'property_has_pool', 'decision_has_vote'],
  'testing/src/release/naive-aggregate.ts': ['decade', 'deposit'],
  'testing/src/release/naive-search.ts': ['oldest', 'nearest'],
  'testing/src/release/random-filters.ts': ['permit_has_pool', 'property_has_pool', 'decision_has_vote'],
};

test('a new filter, order, grouping or measured field does not compile without a line in every table', async (t) => {
  const directory = mkdtempSync(resolve('packages', 'testing', 'filter-tables-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const contract = join(directory, 'contract');
  cpSync('packages/contract/src', contract, { recursive: true });
  const change = (file: string, from: string, to: string) => {
    const text = readFileSync(join(contract, file), 'utf8');
    assert.ok(text.includes(from), `${file} has no ${from}`);
    writeFileSync(join(contract, file), text.replace(from, to));
  };
  for (const [name, [file, before]] of Object.entries(additions))
    change(file, before, `${name}: ${filter}${before}`);
  change('vocabulary/sort.ts', "'date', 'job_value'", "'date', 'job_value', 'oldest'");
  change('vocabulary/sort.ts', "'total_job_value',", "'total_job_value', 'nearest',");
  const aggregates = 'vocabulary/aggregate.ts';
  change(aggregates, "  year: 'Year',", "  year: 'Year',\n  decade: 'Decade',");
  change(aggregates, '  fees: field(', "  deposit: field('deposit', 'cents'),\n  fees: field(");
  writeFileSync(
    join(directory, 'tsconfig.json'),
    JSON.stringify({
      extends: resolve('tsconfig.base.json'),
      compilerOptions: {
        composite: false,
        incremental: false,
        noEmit: true,
        paths: {
          '@lintel/contract': [join(contract, 'index.ts')],
          '@lintel/contract/*': [join(contract, '*.ts')],
          'lintel/dist/*.js': [resolve('packages/lintel/src/*.ts')],
        },
      },
      files: Object.keys(tables).map((table) => resolve('packages', table)),
    }),
  );
  const told = await compile(directory);
  for (const [table, names] of Object.entries(tables)) {
    const errors = told.filter((error) => error.includes(`${table}(`));
    for (const name of names)
      assert.ok(
        errors.some((error) => error.includes(`'${name}'`)),
        `${basename(table)} compiles without ${name}`,
      );
  }
});

/** The errors of the compiler, one each with the lines that explain it. */
function compile(project: string): Promise<string[]> {
  return new Promise((done) => {
    const arguments_ = ['--no-install', 'tsc', '-p', project, '--pretty', 'false'];
    execFile('npx', arguments_, { maxBuffer: 1 << 24 }, (_, output) => done(output.split(/\n(?=\S)/)));
  });
}
