/**
 * A year of nights in minutes: what was published, what was refused and who was told, night by night, while a portal, the
 * disk and the clock misbehave by a seeded script. Exit status 1 if a night was not as an operator may expect.
 *
 *   node bench/dist/year.js [nights] [--seed NUMBER]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { randomFrom } from '@lintel/testing/base/rounds.js';
import { mountDisk } from '@lintel/testing/base/small-disk.js';
import { print } from './figures.js';
import { nightsOfYear } from './year/nights.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' } },
});
process.env.NODE_OPTIONS = `--import ${new URL('./year/clock.js', import.meta.url).href}`;
const disk = mountDisk(400_000);
const directory = disk?.path ?? mkdtempSync(join(tmpdir(), 'lintel-year-'));
let faults = 0;
try {
  const nights = Number(positionals[0] ?? 60);
  for await (const line of nightsOfYear({
    directory,
    random: randomFrom(Number(values.seed)),
    nights,
    disk,
  })) {
    const { night, date, misfortune, became, told, said, fault } = line;
    const words = [String(night).padStart(3), date, became.padEnd(9), told > 0 ? 'told' : '    ', misfortune];
    print(`${words.join('  ')}${said === '' ? '' : `: ${said.slice(0, 160)}`}`);
    if (fault !== null) print(`     WRONG: ${fault}`);
    if (fault !== null) faults += 1;
  }
} finally {
  disk?.unmount();
  rmSync(directory, { recursive: true, force: true });
}
print(faults === 0 ? 'Every bad spell led back to the truth.' : `${faults} nights were wrong.`);
process.exit(faults === 0 ? 0 : 1);
