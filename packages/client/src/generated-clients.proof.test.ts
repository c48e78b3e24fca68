/** Clients that well-known generators make of the service's OpenAPI document compile strictly and are answered. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DemoService } from '@lintel/testing/clients/demo-service.js';
import { Lintel } from './index.js';

const directory = fileURLToPath(new URL('../../../clients/generated', import.meta.url));
const isInstalled = existsSync(`${directory}/node_modules`);
const skip = !isInstalled && 'the generators are missing: run `npm ci --ignore-scripts` in clients/generated';

test('openapi-typescript, @hey-api/openapi-ts and orval make clients that compile and talk', {
  skip,
}, async () => {
  const service = await DemoService.start();
  after(() => service.stop());
  const env = { ...process.env, LINTEL_URL: service.url, LINTEL_KEY: service.key };
  rmSync(`${directory}/out`, { recursive: true, force: true });
  const run = async (script: string) => {
    // A compiler tells its complaints on standard output: an error must show both.
    const running = promisify(execFile)('npm', ['run', '--silent', script], { cwd: directory, env });
    const { stdout } = await running.catch(({ stdout, stderr }) =>
      assert.fail(`${script}: ${stdout}${stderr}`),
    );
    return stdout;
  };
  await run('generate');
  await run('build');
  const told = (await run('talk'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const lintel = new Lintel({ baseUrl: service.url, key: service.key });
  const query = { geo_id: 'TX', permit_from: '2012-01-01', permit_to: '2026-12-31' };
  const items = await lintel.permits
    .search({ ...query, permit_tags: ['solar', '-battery'] })
    .take(5)
    .toArray();
  assert.equal(items.length, 5);
  const ids = items.map(({ id }) => id);
  const tags = items.flatMap((permit) => permit.tags);
  const expected = { ids, tags, limit: null, fault: 'less_than_equal' };
  assert.deepEqual(
    told,
    ['openapi-typescript', '@hey-api/openapi-ts', 'orval'].map((client) => ({ client, ...expected })),
  );
});
