/**
 * Every page of the documentation has its shape and points nowhere wrong: links, citations, decisions, paths, commands
 * and the width of lines. What the reference pages list is in reference-docs.test.ts.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { test } from 'node:test';
import {
  type Block,
  blocksOf,
  entriesOf,
  filesBelow,
  guides,
  pages,
} from '@lintel/testing/docs/docs-blocks.js';

const read = (path: string) => readFileSync(resolve(path), 'utf8');

/** Blocks that are no commands: what looks at them, their pages, their languages. */
const lookedAt: readonly (readonly [string, string, string])[] = [
  [
    'docs-requests.test.ts compares it',
    'README.md docs/accounts.md docs/api.md docs/start.md',
    'json http js',
  ],
  ['docs-requests.test.ts compares it', 'docs/data-model.md', 'json'],
  ['docs-requests.test.ts asks for it', 'docs/standards.md', 'plain'],
  ['reference-docs.test.ts compares its keys', 'docs/metering.md', 'json'],
  ['reference-docs.test.ts looks for each of its files', 'docs/operate.md', 'plain'],
  ['docs.test.ts of packages/mcp reads it', 'docs/agents.md', 'json'],
  ['docs.test.ts of packages/client runs it', 'docs/clients.md', 'ts python'],
  ['watch.test.ts runs it and compares the message', 'docs/changes.md', 'js python json'],
  ['sources-doc.test.ts reads the file', 'docs/sources.md', 'csv'],
  ['publish-release.test.ts runs it', 'docs/postgresql.md', 'sql'],
  ['docs-commands.test.ts runs its commands', 'docs/recipes.md', 'yaml'],
  ['publish-release.test.ts and tables.test.ts run it', 'docs/recipes.md', 'sql'],
  // By people only.
  ['statements of an administrator', 'docs/postgresql.md docs/recipes.md', 'plain'],
  ['two drawings', 'docs/architecture.md', 'plain'],
  ['a drawing', 'docs/scaling.md', 'plain'],
  ['headers whose names docs/api.md explains', 'docs/metering.md', 'plain'],
  ['two messages, and keys of a definition', 'docs/sources.md', 'plain json'],
  ['a query of Excel and Power BI', 'docs/spreadsheets.md', 'text'],
  ['needs DuckDB or GeoPandas', 'docs/exports.md', 'sql python'],
];
/** Roles that say which test reads the block. */
const roles = ['example', 'fetch', 'settings', 'file=elm-city-ks.json'];

test('every block of the guides is looked at by a test, or is not for a stated reason', () => {
  const commands = ['sh', 'cron'];
  const blocks = guides.flatMap(blocksOf).filter(({ language }) => !commands.includes(language));
  const isLookedAt = ({ page, language, role }: Block) =>
    roles.includes(role) ||
    lookedAt.some(
      ([, onPages, languages]) =>
        onPages.split(' ').includes(page) && languages.split(' ').includes(language || 'plain'),
    );
  const faults = blocks.filter((block) => !isLookedAt(block));
  assert.deepEqual(
    faults.map(({ page, language, text }) => `${page}, ${language}: ${text.slice(0, 60)}`),
    [],
  );
});

/** The anchor that a heading gets. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-');
}

test('every link in README and docs leads somewhere', () => {
  for (const page of pages) {
    const text = read(page).replace(/```.*?```/gs, '');
    for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(link)) continue;
      const [path = '', fragment] = link.split('#');
      const target = path === '' ? resolve(page) : resolve(dirname(page), path);
      assert.ok(existsSync(target), `${page}: ${link}`);
      if (fragment === undefined || statSync(target).isDirectory()) continue;
      const headings = [...readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, h = '']) =>
        anchor(h),
      );
      assert.ok(headings.includes(fragment), `${page}: ${link}`);
    }
  }
});

test('docs/README.md links every guide', () => {
  const index = read('docs/README.md');
  const guides = filesBelow('docs', /\.md$/).map((name) => relative('docs', name));
  for (const guide of guides.filter((name) => !/^decisions\/\d/.test(name) && name !== 'README.md')) {
    assert.ok(index.includes(`](${guide})`), guide);
  }
});

test('every decision and section that code and docs cite is in docs/spec', () => {
  const completions = read('docs/spec/completions.md');
  const sections = read('docs/spec/interface.md');
  const decided = new Set([...completions.matchAll(/^- \*\*C(\d+)\b/gm)].map(([, number]) => number));
  const headed = new Set([...sections.matchAll(/^#{2,3} ([0-9.]+?)\.? /gm)].map(([, number]) => number));
  const faults: string[] = [];
  let cited = 0;
  const sources = ['packages', 'bench', 'scripts'].flatMap((root) => filesBelow(root, /\.(?:ts|js)$/));
  for (const file of [...sources, ...pages]) {
    const text = read(file);
    for (const [cite, number = ''] of text.matchAll(/\bC([1-9]\d?)\b(?=[,.; )]|$)/gm)) {
      cited += 1;
      if (!decided.has(number)) faults.push(`${file}: ${cite}`);
    }
    for (const [cite, number = ''] of text.matchAll(/\binterface ([0-9]+(?:\.[0-9]+)?)/g)) {
      cited += 1;
      if (!headed.has(number)) faults.push(`${file}: ${cite}`);
    }
  }
  assert.deepEqual(faults, []);
  assert.ok(cited > 200, `only ${cited} citations were found`);
});

test('every decision has the shape of one and is in the index', () => {
  const index = entriesOf(read('docs/decisions/README.md')).map((cells) => cells.join(': '));
  const names = readdirSync(resolve('docs/decisions')).filter((name) => name !== 'README.md');
  for (const name of names) {
    const page = read(`docs/decisions/${name}`);
    const shape =
      /^# (\d{3}) (.+)\n\nStatus: (.+)\. Date: (\d{4}-\d\d-\d\d)\.\n\n## Context\n\n.+\n## Decision\n\n.+\n## Consequences\n\n.+$/s;
    const [, number = '', title = '', status = '', date = ''] = shape.exec(page) ?? [];
    assert.ok(name.startsWith(`${number}-`), `${name} has not the shape of a decision`);
    assert.match(status, /^(?:accepted|superseded by \[\d{3}\])/, name);
    assert.ok(index.includes(`[${number}](${name}) ${title}: ${status}, ${date}`), `${name} in the index`);
  }
  assert.equal(index.length, names.length, 'entries of the index');
  assert.deepEqual(index, index.toSorted(), 'order of the index');
  assert.equal(new Set(names.map((name) => name.slice(0, 3))).size, names.length, 'numbers of decisions');
});

test('every page of docs that code names exists', () => {
  let named = 0;
  for (const file of ['packages', 'bench', 'scripts'].flatMap((root) => filesBelow(root, /\.(?:tsx?|js)$/))) {
    const text = read(file);
    // Addresses of the site, which end without `.html`.
    for (const [, page] of text.matchAll(/["'`}]\/docs\/([a-z][a-z.-]+)["'`#]/g)) {
      if (file.includes('.test.')) continue;
      assert.ok(existsSync(resolve(`docs/${page?.replace(/\.md$/, '')}.md`)), `${file}: /docs/${page}`);
    }
    for (const [path] of text.matchAll(/\bdocs\/[\w/-]+(?:\.md)?/g)) {
      if (/^docs\/decisions\/\d/.test(path)) assert.match(path, /\.md$/, `${file}: ${path}`);
      if (!path.endsWith('.md')) continue;
      named += 1;
      assert.ok(existsSync(resolve(path)), `${file}: ${path}`);
    }
  }
  assert.ok(named > 10, `only ${named} pages were named`);
});

test('no line of a page needs scrolling', () => {
  for (const page of [...pages, 'CHANGELOG.md', 'SECURITY.md']) {
    const text = read(page).replace(/^ *```.*?^ *```$/gms, '');
    for (const line of text.split('\n')) {
      // A long code span or link cannot be broken.
      const wide = line.trim().includes(' ') && [...line].length > 120;
      assert.ok(!wide, `${page}: ${line}`);
    }
  }
});

test('docs/architecture.md names every room and package', () => {
  const page = read('docs/architecture.md');
  const folders = (root: string) =>
    readdirSync(resolve(root), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  for (const room of folders('packages/lintel/src')) assert.ok(page.includes(`\`${room}/\``), room);
  for (const name of folders('packages').filter((name) => name !== 'lintel')) {
    assert.ok(page.includes(`\`packages/${name}/\``), name);
  }
});

test('guides name folders and files that exist', () => {
  const roots = ['', 'packages/lintel/src', 'packages', 'docs'];
  let named = 0;
  for (const page of pages.filter((name) => !name.startsWith('docs/spec/'))) {
    for (const [, path = ''] of read(page).matchAll(/`([a-z.][\w-]*\/[\w./-]*)`/g)) {
      // Files of an installation or of a release are no files of the project.
      if (!/^(?:packages|docs|bench|scripts)\//.test(path) && !/\.ts$|\/data\/|\/$/.test(path)) continue;
      if (/^(?:releases|sources|fetch|from-database|dist-release)\/(?:ID\/)?$/.test(path)) continue;
      named += 1;
      assert.ok(
        roots.some((root) => existsSync(resolve(root, path))),
        `${page}: ${path}`,
      );
    }
  }
  assert.ok(named > 150, `only ${named} paths were named`);
});

test('every part of a path by which a page chooses tests is in the path of one', () => {
  const files = [...filesBelow('packages', /\.test\.ts$/), ...filesBelow('bench', /\.test\.ts$/)].map(
    (file) => file.replace('/src/', '/dist/'),
  );
  let named = 0;
  for (const page of pages) {
    for (const [, parts = ''] of read(page).matchAll(/node scripts\/test\.js ([\w./ -]+)/g)) {
      for (const part of parts.trim().split(' ')) {
        named += 1;
        assert.ok(
          files.some((file) => file.includes(part)),
          `${page}: ${part}`,
        );
      }
    }
  }
  assert.ok(named > 15, `only ${named} parts were named`);
});

test('nothing names the machine it was written on, or where packages come from', () => {
  const forbidden = [/(?<![\w.])\/(?:work|root|home\/\w+)\//, /registry\.(?:npm|yarn)/, /\bTODO\b|\bFIXME\b/];
  const files = [
    ...pages,
    'package.json',
    'package-lock.json',
    ...filesBelow('packages', /\.(?:ts|js|json|tsv|sql)$/),
    ...filesBelow('bench', /\.(?:ts|json)$/),
    ...filesBelow('scripts', /\.js$/),
  ].filter((file) => !file.endsWith('docs.test.ts'));
  for (const file of files) {
    const text = read(file);
    for (const pattern of forbidden) assert.doesNotMatch(text, pattern, `${file} has ${String(pattern)}`);
  }
});
