/**
 * Removes what the compiler made of sources that are no longer there: it leaves them, and the test runner would run
 * them. Looks at the projects that tsconfig.json of the current directory refers to.
 */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const compiled = /\.(?:d\.ts|js)(?:\.map)?$/;
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

for (const { path } of readJson('tsconfig.json').references) {
  const project = statSync(path).isDirectory() ? join(path, 'tsconfig.json') : path;
  const { rootDir, outDir } = readJson(project).compilerOptions;
  const [sources, output] = [rootDir, outDir].map((folder) => join(dirname(project), folder));
  if (!existsSync(output)) continue;
  for (const name of readdirSync(output, { recursive: true })) {
    if (!compiled.test(name)) continue;
    const source = join(sources, name.replace(compiled, ''));
    if (!existsSync(`${source}.ts`) && !existsSync(`${source}.tsx`)) rmSync(join(output, name));
  }
}
