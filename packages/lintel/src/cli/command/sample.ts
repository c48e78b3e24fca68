/** `lintel sample`: generated raw records of a believable world into the raw store. */
import { writeSample } from '../../sample/write.js';
import type { CommandGroup } from '../define.js';
import { wholeNumber } from '../wrong-usage.js';
import { runTable } from './ingest.js';

export function defineSample(root: CommandGroup): void {
  root
    .define(
      'sample',
      'Put generated sample records into the raw store',
      'lintel sample --permits 50000 --seed 1',
    )
    .option('--permits <number>', 'permits to generate, 1,000 to 10,000,000', '50000')
    .option('--seed <text>', 'another world for another seed')
    .run(
      async (
        { rawStore, catalog, geography, progress, signal },
        options: { permits: string; seed?: string },
      ) => {
        const permits = wholeNumber('--permits', options.permits, 1_000, 10_000_000);
        const runs = await writeSample({
          store: rawStore(),
          catalog: catalog(),
          geography: geography(),
          permits,
          ...(options.seed !== undefined && { seed: options.seed }),
          progress,
          signal,
        });
        return {
          data: runs,
          text: `${runTable(runs)}\nNext: lintel build --publish`,
          failed: runs.some((run) => run.state !== 'finished'),
        };
      },
    );
}
