/**
 * No page, help text or file of deploy/ has a reader fetch a program by a name that is not registered: whoever
 * registers it would run code on the reader's machine (docs/publishing.md).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { filesBelow, pages } from '@lintel/testing/docs/docs-blocks.js';

/** What others have registered. Ours come here once they are. */
const registered = new Set([
  ...[
    'openapi-typescript',
    '@hey-api/openapi-ts',
    'orval',
    'vite',
    'pandas',
    'geopandas',
    '@aws-sdk/client-s3',
    '@duckdb/node-api',
    '@photostructure/sqlite',
  ],
  ...['node:22-bookworm-slim', 'postgres:17-bookworm', 'nginx:1.28'],
]);

const fetcher =
  /\b(?:npx|bunx|uvx|(?:npm|pnpm|yarn) (?:install|i|add|exec|dlx)|pipx (?:run|install)|pip3? install)\b/;
/** A command, or the same as settings: `"command": "npx", "args": ["name"]`. */
const command = new RegExp(`${fetcher.source}(?:["',\\s]*args["':\\s[]*)?([^\`|&;\\n]*)`, 'g');
const packageName = /^(?:@[\w-]+\/)?[a-z][\w.-]*(?:[@=<>].*)?$/i;

/** The packages that a text fetches by name. Options and paths are none. */
function fetchedPackages(text: string): string[] {
  return [...text.matchAll(command)].flatMap(([whole, rest = '']) => {
    // In a program's text the command ends where the text does.
    const given = whole.includes('args') ? rest : rest.replace(/(?<=\w[})]?)["'].*/, '');
    const words = given.replace(/--prefix \S+/, '').split(/[\s"',[\]}]+/);
    const names = words
      .filter((word) => packageName.test(word))
      .map((word) => word.replace(/(?<=.)[@=<>].*/, ''));
    // Further words are arguments of the program.
    return /^(?:npx|bunx|uvx|pipx)/.test(whole) ? names.slice(0, 1) : names;
  });
}

/** The images of this name that commands of a text start, and those that a manifest names. */
function fetchedImages(text: string): string[] {
  const named = [...text.matchAll(/^\s*(?:- )?image: (\S+)$|^ARG \w+_IMAGE=(\S+)$/gm)];
  const started = [
    ...text.matchAll(
      /\b(?:docker|podman) (?:run|pull)\b(?:\\\n|[^\n])* ((?:[\w.-]+\/)*lintel(?::[\w.-]+)?)(?= |$)/gm,
    ),
  ];
  return [...named, ...started]
    .map(([, a, b]) => a ?? b ?? '')
    .filter((name) => !name.startsWith('localhost/'));
}

test('a name that nobody registered is seen in a command, in settings and in a manifest', () => {
  assert.deepEqual(fetchedPackages('npx --yes lintel mcp --home x'), ['lintel']);
  assert.deepEqual(fetchedPackages('{ "command": "npx", "args": ["-y", "@lintel/mcp@1"] }'), ['@lintel/mcp']);
  assert.deepEqual(fetchedPackages('`pip install lintel==1` or `uvx lintel-mcp`'), ['lintel', 'lintel-mcp']);
  assert.deepEqual(fetchedPackages('npm install --prefix p ./lintel-client-0.1.0.tgz && npm start'), []);
  assert.deepEqual(fetchedPackages('`npm install` of the checkout; pip install ./clients/python'), []);
  assert.deepEqual(fetchedImages('docker run --rm --volume lintel:/data lintel:1 fetch x'), ['lintel:1']);
  assert.deepEqual(fetchedImages('docker run --name lintel acme.example/lintel'), ['acme.example/lintel']);
  assert.deepEqual(fetchedImages('  image: lintel\n  image: localhost/lintel\n'), ['lintel']);
});

const deployed = filesBelow('deploy', /\.(?:ya?ml|service|timer)$|Dockerfile$/);

test('guides, READMEs, help and pages fetch no package by a name that is not registered', () => {
  const code = filesBelow('packages', /\.(?:tsx?|js|html|md)$/).filter((file) => !/\.test\.ts$/.test(file));
  // Decisions name what was rejected.
  const guides = pages.filter((page) => !page.startsWith('docs/decisions/'));
  const files = [...guides, ...code, ...filesBelow('clients/python', /\.(?:py|md|toml)$/), ...deployed];
  for (const file of files)
    for (const name of fetchedPackages(readFileSync(file, 'utf8')))
      assert.ok(
        registered.has(name),
        `${file} fetches ${name}: start it from the checkout (docs/publishing.md)`,
      );
});

test('deploy/ and the guides start no image by a name that is not registered', () => {
  // Kustomize puts this image in the place of the name in the manifests beside its settings.
  const settings = readFileSync('deploy/kubernetes/kustomization.yaml', 'utf8');
  assert.match(settings, /- name: lintel\n {4}newName: localhost\/lintel\n/);
  for (const file of [...pages, ...deployed])
    for (const name of fetchedImages(readFileSync(file, 'utf8')))
      assert.ok(
        registered.has(name) || (name === 'lintel' && file.startsWith('deploy/kubernetes/')),
        `${file} starts the image ${name}: localhost/lintel is the checkout's own (docs/publishing.md)`,
      );
});
