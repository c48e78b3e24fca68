/** `lintel doctor`: checks an installation. */
import type { CommandGroup } from '../terminal/define.js';
import { table } from '../terminal/outcome.js';

export function defineDoctor(root: CommandGroup): void {
  root
    .define('doctor', 'Check releases, ledger, disk, settings and clock', 'lintel doctor')
    .option('--quick', 'do not read every file of the published release')
    .run(async (installation, options: { quick?: boolean }) => {
      const { examine } = await import('../../explain/doctor.js');
      const findings = await examine(installation, options.quick === true);
      const marks = { good: 'good', warning: 'WARN', bad: 'BAD' };
      return {
        data: findings,
        text: table(
          ['', 'what', 'finding'],
          findings.map(({ state, what, finding }) => [marks[state], what, finding]),
        ),
        problems: findings
          .filter(({ state }) => state === 'bad')
          .map(({ what, finding }) => `${what}: ${finding}`),
      };
    });
}
