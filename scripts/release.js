/**
 * Makes all that is published of a version into `dist-release/`: npm tarballs, wheel and source archive of the Python
 * client, the context of the container image, the bundle of the MCP server for desktop programs (`.mcpb`), its entry
 * for the MCP registry (`server.json`), the list of what is inside (SBOM), the changes, and checksums. It publishes
 * nothing. Run it after `npm run build`, on a commit without changes: docs/publishing.md.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';

const usage = `Usage: npm run release -- [--namespace io.github.OWNER] [--dirty] [--only NAMES] [--to DIRECTORY]

  --namespace  whose the MCP server is in the MCP registry; without it there is no server.json
  --dirty      also with changes that are not committed, to try it
  --only       of the npm packages these alone, with commas, to try it
  --to         where everything is put, and what is there is lost: dist-release
`;

/** Packages that are published, and what the bundle of the MCP server calls itself. */
const packages = ['contract', 'client', 'mcp', 'sample', 'web', 'lintel'];
const { values } = parseArgs({
  options: {
    namespace: { type: 'string' },
    dirty: { type: 'boolean' },
    only: { type: 'string', default: packages.join() },
    to: { type: 'string', default: 'dist-release' },
    help: { type: 'boolean' },
  },
});
const out = resolve(values.to);
const python = process.env.PYTHON ?? 'python3';

const { version } = JSON.parse(readFileSync('packages/lintel/package.json', 'utf8'));
const about = JSON.parse(readFileSync('packages/mcp/package.json', 'utf8'));

/** Runs a program; its output is shown only if it fails. */
function run(command, args, options = {}) {
  return execFileSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  });
}

const said = (line) => process.stdout.write(`${line}\n`);
const write = (name, value) => writeFileSync(join(out, name), `${JSON.stringify(value, null, 2)}\n`);

/** Each package with the licence, which npm takes from the folder of the package only. */
function packPackages() {
  for (const name of values.only.split(',')) {
    const folder = join('packages', name);
    const copies = ['LICENSE', 'NOTICE'].map((file) => join(folder, file));
    for (const copy of copies) cpSync(copy.replace(folder, '.'), copy);
    try {
      run('npm', ['pack', '--ignore-scripts', '--pack-destination', out, '--workspace', folder]);
    } finally {
      for (const copy of copies) rmSync(copy);
    }
  }
}

/** In a copy: setuptools leaves folders beside what it packages. */
function packPython(scratch) {
  const copy = join(scratch, 'python');
  cpSync('clients/python', copy, { recursive: true });
  cpSync('LICENSE', join(copy, 'LICENSE'));
  const script = `from setuptools import build_meta as b; b.build_sdist(${JSON.stringify(out)}); b.build_wheel(${JSON.stringify(out)})`;
  try {
    run(python, ['-c', script], { cwd: copy });
  } catch (error) {
    throw new Error(`The Python client needs a Python with setuptools and wheel (PYTHON=…): ${error.stderr}`);
  }
}

/** What `docker build` needs, as it is committed: `docker build --file deploy/docker/Dockerfile - < FILE`. */
function packContext() {
  const name = `lintel-${version}-image-context.tar.gz`;
  run('git', ['archive', '--format', 'tar.gz', '--output', join(out, name), 'HEAD']);
}

/** The MCP server in one file, with a manifest by which desktop programs install it and ask for address and key. */
async function packMcpb(scratch) {
  const folder = join(scratch, 'mcpb');
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: 'packages/mcp/dist/main.js',
      outDir: join(folder, 'server'),
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'index.mjs', codeSplitting: false } },
    },
    ssr: { noExternal: true },
  });
  cpSync('LICENSE', join(folder, 'LICENSE'));
  const asked = (title, description, sensitive) => ({
    type: 'string',
    title,
    description,
    sensitive,
    required: true,
  });
  const manifest = {
    manifest_version: '0.3',
    name: 'lintel',
    display_name: 'Lintel',
    version,
    description: about.description,
    author: { name: 'The authors of Lintel' },
    license: about.license,
    keywords: about.keywords,
    server: {
      type: 'node',
      entry_point: 'server/index.mjs',
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/server/index.mjs`],
        env: { LINTEL_URL: `\${user_config.url}`, LINTEL_KEY: `\${user_config.key}` },
      },
    },
    tools_generated: true,
    user_config: {
      url: asked('Address', 'Address of the Lintel service, such as https://permits.example.org', false),
      key: asked('API key', 'Your key of that service; it begins with lk_', true),
    },
    compatibility: { runtimes: { node: about.engines.node } },
  };
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  run(python, ['-m', 'zipfile', '-c', join(out, `lintel-${version}.mcpb`), ...readdirSync(folder)], {
    cwd: folder,
  });
}

function writeServer(namespace) {
  const variable = (name, description, isSecret) => ({ name, description, isRequired: true, isSecret });
  write('server.json', {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: `${namespace}/lintel`,
    title: 'Lintel',
    description: about.description.slice(0, 100),
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: about.name,
        version,
        transport: { type: 'stdio' },
        environmentVariables: [
          variable('LINTEL_URL', 'Address of the Lintel service', false),
          variable('LINTEL_KEY', 'Your key of that service', true),
        ],
      },
    ],
  });
}

/** The first part of the changelog, which is of this version. */
function writeChanges() {
  const parts = readFileSync('CHANGELOG.md', 'utf8').split(/^(?=## )/m);
  const part = parts.find((each) => each.startsWith('## '));
  writeFileSync(join(out, 'CHANGES.md'), part ?? '');
}

function writeChecksums() {
  const lines = readdirSync(out)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(out, name)))
          .digest('hex')}  ${name}\n`,
    );
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''));
}

if (values.help) {
  process.stdout.write(usage);
  process.exit(0);
}
if (!values.dirty && run('git', ['status', '--porcelain']) !== '')
  throw new Error('There are changes that are not committed: commit them, or try with --dirty.');
rmSync(out, { recursive: true, force: true });
mkdirSync(out);
const scratch = mkdtempSync(join(tmpdir(), 'lintel-release-'));
try {
  packPackages();
  packPython(scratch);
  packContext();
  await packMcpb(scratch);
  if (values.namespace === undefined) said('server.json is left out: --namespace says whose it is.');
  else writeServer(values.namespace);
  const sbom = run('npm', ['sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx']);
  writeFileSync(join(out, `lintel-${version}.cdx.json`), sbom);
  writeChanges();
  writeChecksums();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
said(`Made ${readdirSync(out).length} files of version ${version} in ${values.to}/.`);
