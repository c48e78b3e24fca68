/** Prints the licences of what a published Lintel brings along, each with its packages, from npm's list of them. */
import { spawnSync } from 'node:child_process';

const { status, stdout, stderr } = spawnSync('npm', ['sbom', '--omit=dev', '--sbom-format=cyclonedx'], {
  encoding: 'utf8',
  maxBuffer: 1 << 26,
});
if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
const packages = new Map();
for (const { name, version, licenses = [] } of JSON.parse(stdout).components) {
  const license = licenses
    .map(({ license, expression }) => expression ?? license.id ?? license.name)
    .join(' or ');
  packages.set(license, [...(packages.get(license) ?? []), `${name} ${version}`]);
}
for (const [license, names] of [...packages].sort((a, b) => b[1].length - a[1].length))
  process.stdout.write(`${license || 'not stated'}: ${names.sort().join(', ')}\n`);
