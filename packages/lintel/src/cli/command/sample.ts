/** `lintel sample`: generated sample records into the raw store. */
import type { CommandGroup } from '../terminal/define.js';
import { nextStep } from '../terminal/next-step.js';
import { wholeNumber } from '../terminal/option-value.js';
import { runTable } from './ingest.js';

export function defineSample(root: CommandGroup): void {
  root
    .define('sample', 'Generate sample records into the raw store', 'lintel sample --permits 50000 --seed 1')
    .makesHome()
    .option('--permits <number>', 'permits to generate, 1,000 to 10,000,000', '50000')
    .option('--seed <text>', 'another seed gives other records')
    .run(async (installation, options: { permits: string; seed?: string }) => {
      const permits = wholeNumber('--permits', options.permits, 1_000, 10_000_000);
      const [{ makeSample }, { defaultToday }] = await Promise.all([
        import('../work/make-sample.js'),
        import('@lintel/sample/world.js'),
      ]);
      const runs = await makeSample(installation, permits, options.seed);
      const next = nextStep(installation, `build --as-of ${defaultToday} --publish`);
      const text = `${runTable(runs)}\n\n${next}`;
      const problems = installation.signal.aborted
        ? ['Interrupted: run the same command again to continue.']
        : [];
      return { data: { runs, problems }, text, problems };
    });
}
