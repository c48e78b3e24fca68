/** What `npm run release` makes of a version, tried with one small package. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const python = ['python3', '/usr/bin/python3'].find(
  (name) => spawnSync(name, ['-c', 'import setuptools, wheel']).status === 0,
);
const skip = python === undefined && 'no Python with setuptools and wheel is installed';

test('a release has packages, wheel, image context, bundle, registry entry and SBOM, each with its checksum', {
  skip,
}, () => {
  const out = mkdtempSync(join(tmpdir(), 'lintel-release-test-'));
  after(() => rmSync(out, { recursive: true, force: true }));
  const options = ['--dirty', '--only', 'client', '--namespace', 'io.github.someone', '--to', out];
  const env = { ...process.env, PYTHON: python };
  execFileSync(process.execPath, ['scripts/release.js', ...options], { env, stdio: 'pipe' });
  const { version } = JSON.parse(readFileSync('packages/lintel/package.json', 'utf8')) as { version: string };
  const made = readdirSync(out).sort();
  assert.deepEqual(
    made,
    [
      ...[`lintel-${version}-image-context.tar.gz`, `lintel-${version}-py3-none-any.whl`],
      ...[`lintel-${version}.cdx.json`, `lintel-${version}.mcpb`, `lintel-${version}.tar.gz`],
      ...[`lintel-client-${version}.tgz`, 'server.json', 'CHANGES.md', 'SHA256SUMS'],
    ].sort(),
  );
  const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8').trim().split('\n');
  for (const line of sums) {
    const [sum, name = ''] = line.split('  ');
    assert.equal(
      createHash('sha256')
        .update(readFileSync(join(out, name)))
        .digest('hex'),
      sum,
      name,
    );
  }
  assert.equal(sums.length, made.length - 1);
  const tarball = execFileSync('tar', ['-tzf', join(out, `lintel-client-${version}.tgz`)], {
    encoding: 'utf8',
  });
  for (const needed of ['LICENSE', 'README.md', 'dist/index.d.ts'])
    assert.match(tarball, new RegExp(`^package/${needed}$`, 'm'));
  const server = JSON.parse(readFileSync(join(out, 'server.json'), 'utf8')) as Record<string, unknown>;
  assert.equal(server.name, 'io.github.someone/lintel');
  const sbom = JSON.parse(readFileSync(join(out, `lintel-${version}.cdx.json`), 'utf8')) as {
    bomFormat: string;
    components: readonly { name: string }[];
  };
  assert.equal(sbom.bomFormat, 'CycloneDX');
  assert.ok(sbom.components.some(({ name }) => name === 'fastify'));
  assert.match(installed(join(out, `lintel-${version}.mcpb`), join(out, 'unpacked')), /"protocolVersion"/);
});

/** What the server of a bundle answers when it is unpacked and started as its manifest says. */
function installed(bundle: string, folder: string): string {
  execFileSync(python ?? '', ['-m', 'zipfile', '-e', bundle, folder]);
  const { server } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    server: { mcp_config: { command: string; args: string[] } };
  };
  const args = server.mcp_config.args.map((each) => each.replace(`\${__dirname}`, folder));
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  return spawnSync(server.mcp_config.command, args, {
    encoding: 'utf8',
    env: { ...process.env, LINTEL_URL: 'http://127.0.0.1:9', LINTEL_KEY: `lk_${'a'.repeat(43)}` },
    input: `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`,
    timeout: 30_000,
  }).stdout;
}
