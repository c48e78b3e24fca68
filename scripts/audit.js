/**
 * Asks npm for known weaknesses of what a published Lintel brings along, and fails for a high or critical one. Without
 * an answer (no network, a mirror that has no such service) it says so and does not fail: nothing is known then.
 */
import { spawnSync } from 'node:child_process';

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', timeout: 60_000 });
const { metadata, vulnerabilities } = answerOf(stdout);
if (metadata === undefined) {
  process.stdout.write('npm audit: no answer, so weaknesses of dependencies are not known here.\n');
} else {
  const serious = Object.values(vulnerabilities).filter(({ severity }) =>
    ['high', 'critical'].includes(severity),
  );
  for (const { name, severity, range } of serious)
    process.stdout.write(`npm audit: ${severity}: ${name} ${range}\n`);
  process.stdout.write(
    `npm audit: ${metadata.vulnerabilities.total} known, ${serious.length} of them serious.\n`,
  );
  if (serious.length > 0) process.exitCode = 1;
}

function answerOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
