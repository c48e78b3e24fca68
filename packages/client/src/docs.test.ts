/**
 * Every example of the guide and of the READMEs of the clients is run against a service: TypeScript in a project outside of
 * this one that has installed the packed package, compiled strictly; Python with the folder of the client; commands by `sh`.
 */
import assert from 'node:assert/strict';
import { type ExecFileException, execFile } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { proof } from '@lintel/testing/base/rounds.js';
import { DemoService } from '@lintel/testing/clients/demo-service.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const project = mkdtempSync(join(tmpdir(), 'lintel-client-docs-'));
const service = await DemoService.start();
after(async () => {
  await service.stop();
  rmSync(project, { recursive: true, force: true });
});

interface Block {
  readonly page: string;
  readonly language: string;
  readonly text: string;
}

const pages = ['docs/clients.md', 'packages/client/README.md', 'clients/python/README.md'];
const blocks: readonly Block[] = pages.flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```(\w*)\n(.*?)\n```$/gms)].map(
    ([, language = '', text = '']) => ({
      page,
      language,
      text: text.replaceAll('http://127.0.0.1:8080', service.url),
    }),
  ),
);
const blocksOf = (language: string) => blocks.filter((block) => block.language === language);

const env = {
  ...process.env,
  KEY: service.key,
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
};

/** Standard output of a program; fails the test with everything that it said. */
function run(cwd: string, program: string, ...args: string[]): Promise<string> {
  return new Promise((done, fail) => {
    const ended = (error: ExecFileException | null, stdout: string, stderr: string) =>
      error === null ? done(stdout) : fail(new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`));
    execFile(program, args, { cwd, env }, ended);
  });
}

test('every block of the guide is of a language that is run', () => {
  const languages = new Set(blocks.map(({ language }) => language));
  assert.deepEqual([...languages].sort(), ['python', 'sh', 'ts']);
});

test('the packed package works in a separate project, and the examples in TypeScript run', async (t) => {
  const directory = join(project, 'my-project');
  const [install] = blocksOf('sh');
  assert.match(install?.text ?? '', /^npm pack /);
  // The first line packs in the checkout, the second installs the package from its path.
  const [pack = '', add = ''] = install?.text.split('\n') ?? [];
  await run(root, 'sh', '-c', `${pack} --pack-destination '${project}'`);
  writeFileSync(join(project, 'package.json'), '{"private": true}');
  await run(project, 'mkdir', 'my-project');
  writeFileSync(join(directory, 'package.json'), '{"private": true, "type": "module"}');
  await run(project, 'sh', '-c', add);

  const installed = join(directory, 'node_modules', '@lintel', 'client');
  const files = readdirSync(join(installed, 'dist'));
  assert.ok(files.includes('index.js') && files.includes('index.d.ts'));
  assert.deepEqual(
    files.filter((name) => /test|fixture|generate$|map$|tsbuildinfo/.test(name)),
    [],
  );
  assert.deepEqual(
    readdirSync(join(directory, 'node_modules')).filter((name) => !name.startsWith('.')),
    ['@lintel'],
  );

  const examples = blocksOf('ts');
  examples.forEach(({ text }, i) => {
    writeFileSync(join(directory, `example-${i}.ts`), `${text}\nexport {};\n`);
  });
  const strict = [
    '--strict',
    '--exactOptionalPropertyTypes',
    '--noUncheckedIndexedAccess',
    '--skipLibCheck',
    'false',
  ];
  const target = ['--target', 'es2022', '--module', 'nodenext', '--lib', 'es2023,dom,dom.iterable'];
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  // Without the types of Node, as in a project for browsers: what the package declares must be enough.
  writeFileSync(
    join(directory, 'browser.ts'),
    `import { Lintel, type Permit } from '@lintel/client';
const lintel = new Lintel({ baseUrl: '' });
export async function values(): Promise<(number | null)[]> {
  const permits = await lintel.permits.get(['a'], { fields: ['job_value'] });
  // @ts-expect-error A field that was not asked for is no field of the record.
  permits[0]?.number;
  const whole: Permit = await lintel.permits.get('a');
  return [whole.job_value, ...permits.map(({ job_value }) => job_value)];
}
// @ts-expect-error A parameter that the endpoint does not have.
lintel.permits.search({ geo_id: 'TX', permit_tag: ['solar'] });
// @ts-expect-error A tag that there is not.
lintel.permits.search({ geo_id: 'TX', permit_tags: ['sollar'] });
`,
  );
  await run(directory, tsc, ...strict, ...target, '--types', '', 'browser.ts');
  symlinkSync(join(root, 'node_modules', '@types'), join(directory, 'node_modules', '@types'));
  await run(
    directory,
    tsc,
    ...strict,
    ...target,
    '--types',
    'node',
    ...examples.map((_, i) => `example-${i}.ts`),
  );
  for (const [i, { page }] of examples.entries()) {
    await t.test(`${page}, example ${i + 1}`, async () => {
      assert.notEqual(await run(directory, process.execPath, `example-${i}.js`), '');
    });
  }
});

const hasPython = await run(project, 'python3', '-c', 'import sys; assert sys.version_info >= (3, 10)').then(
  () => true,
  () => false,
);

test('the examples in Python run', {
  skip: !hasPython && 'python3 of version 3.10 or later is missing',
}, async () => {
  const [, install] = blocksOf('sh');
  assert.equal(await run(root, 'sh', '-c', install?.text ?? ''), '0.1.0\n');
  for (const { text } of blocksOf('python')) {
    const path = `import sys; sys.path.insert(0, ${JSON.stringify(resolve(root, 'clients/python'))})\n`;
    assert.notEqual(await run(project, 'python3', '-c', path + text), '');
  }
});

const generators = join(root, 'clients', 'generated', 'node_modules');
const withoutGenerators =
  !existsSync(generators) && 'the generators are missing: run `npm ci --ignore-scripts` in clients/generated';

proof('the commands for generated clients run', { skip: withoutGenerators }, async () => {
  const directory = mkdtempSync(join(project, 'generated-'));
  writeFileSync(join(directory, 'package.json'), '{"private": true, "type": "module"}');
  symlinkSync(generators, join(directory, 'node_modules'));
  const [, , commands] = blocksOf('sh');
  await run(directory, 'sh', '-e', '-c', commands?.text ?? '');
  for (const made of ['lintel.d.ts', 'lintel/index.ts', 'lintel.ts']) {
    assert.ok(existsSync(join(directory, made)), `${made} was not made`);
  }
});
