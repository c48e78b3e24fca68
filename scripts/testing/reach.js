/**
 * Which tests a change can reach. The compiled files are nodes, and an edge is an import or any other text in quotes that
 * names a file or a folder of the repository: a thread, a data file, a page of documentation, the program `lintel`. A
 * source is its compiled file; sources of pages are only read by the tests of pages.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const compiled = /^packages\/[^/]+\/(?:dist|bin)\/.*\.js$|^bench\/dist\/.*\.js$/;
const bundles = /^packages\/web\/dist\/(?:site|docs|account)\//;

/** Node → the nodes that name it. */
export function importers() {
  const roots = readdirSync('packages').flatMap((name) => [`packages/${name}/dist`, `packages/${name}/bin`]);
  const files = [...roots, 'bench/dist']
    .filter((root) => existsSync(root))
    .flatMap((root) => readdirSync(root, { recursive: true }).map((file) => join(root, file)))
    .filter((file) => compiled.test(file) && !bundles.test(file));
  const packages = new Map(
    readdirSync('packages').map((name) => [
      JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8')).name,
      `packages/${name}`,
    ]),
  );
  const found = new Map();
  for (const from of files) {
    for (const to of namedIn(from, packages)) found.set(to, (found.get(to) ?? new Set()).add(from));
  }
  return found;
}

/** Files and folders that a compiled file names. */
function namedIn(file, packages) {
  const text = readFileSync(file, 'utf8');
  const named = new Set();
  for (const [, , quoted] of text.matchAll(/(['"`])([\w@.][\w@./-]*)(?:\1|\$\{)/g)) {
    const path = pathOf(quoted, file, packages);
    if (path !== null) named.add(path);
  }
  // Pages are bundled, so no import leads from their tests to their sources.
  if (file.startsWith('packages/web/dist/test/')) named.add('packages/web/src');
  return named;
}

function pathOf(quoted, file, packages) {
  const name = quoted.match(/^(?:@[^/]+\/)?[^/]+/)?.[0] ?? '';
  const home = packages.get(name);
  if (home !== undefined) {
    const inside = quoted.slice(name.length + 1);
    const path = inside === '' ? 'index.js' : inside;
    return (
      [join(home, 'dist', path), join(home, 'dist', `${path}.js`), join(home, path)].find(isFile) ?? null
    );
  }
  if (quoted.startsWith('.')) {
    const path = normalize(join(dirname(file), quoted));
    return existsSync(path) && path !== '.' ? path.replace(/\/$/, '') : null;
  }
  // A single word is seldom a folder that is meant, unless a test says it.
  if (!/[./]/.test(quoted) && !/\.test\.js$|^packages\/testing\//.test(file)) return null;
  return existsSync(quoted) ? normalize(quoted).replace(/\/$/, '') : null;
}

const isFile = (path) => existsSync(path) && statSync(path).isFile();

/** The files that depend on one of the given files, with the least number of steps to each. */
export function reached(changed, graph = importers()) {
  const steps = new Map();
  let front = changed.flatMap(nodesOf);
  for (let step = 0; front.length > 0; step++) {
    for (const node of front) steps.set(node, step);
    front = [...new Set(front.flatMap((node) => [...(graph.get(node) ?? [])]))].filter(
      (node) => !steps.has(node),
    );
  }
  return steps;
}

/** A changed file, what it is compiled or copied to, and the folders that it lies in. */
function nodesOf(path) {
  const output = path
    .replace(/^(packages\/[^/]+|bench)\/src\//, '$1/dist/')
    .replace(/^packages\/web\/test\//, 'packages/web/dist/test/')
    .replace(/\.tsx?$/, '.js');
  const folders = [];
  for (const file of new Set([path, output])) {
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) folders.push(folder);
  }
  return [...new Set([path, output, ...folders])];
}

/** Files that are not as in a revision of git, by default the last one that is in `main` too; new ones as well. */
export function changedFiles(base) {
  const git = (...args) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const lines = (text) => text.split('\n').filter(Boolean);
  const found = ['main', 'origin/main', 'HEAD'].flatMap((name) => {
    try {
      return lines(git('merge-base', 'HEAD', name));
    } catch {
      return [];
    }
  });
  return lines(
    git('diff', '--name-only', base ?? found[0] ?? 'HEAD') +
      git('ls-files', '--others', '--exclude-standard'),
  );
}
