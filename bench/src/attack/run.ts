/**
 * `npm run attack`: attacks a service on this machine in every known way and prints a line for each. Ends with 1 when a
 * promise did not hold. Everything stays on the loopback interface and in temporary directories.
 *
 *   npm run attack -- [names of attacks, default all] [--seconds 60]
 */
import { parseArgs } from 'node:util';
import { figure, print } from '../figures.js';
import { attacks } from './attacks.js';
import { prepareGrounds } from './ground.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '60' } },
});
const seconds = Number(values.seconds);
const known = attacks.map(({ name }) => name);
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0 || !(seconds > 0)) {
  print(`usage: npm run attack -- [${known.join('|')}] … [--seconds 60]`);
  process.exit(2);
}
const chosen = attacks.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const grounds = prepareGrounds({ seconds, isShort: false, tell: (line) => print(`  ${line}`) });
let broken = 0;
try {
  for (const attack of chosen) {
    print(`${attack.name}: ${attack.promise}`);
    const begun = performance.now();
    const { held, seen } = await grounds.run(attack);
    if (!held) broken += 1;
    print(
      `${held ? 'held' : 'BROKEN'} ${attack.name} (${figure((performance.now() - begun) / 1000)} s): ${seen}`,
    );
  }
} finally {
  grounds.clear();
}
print(`${chosen.length - broken} of ${chosen.length} promises held`);
process.exitCode = broken > 0 ? 1 : 0;
