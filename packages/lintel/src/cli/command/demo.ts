/**
 * `lintel demo`: the whole service on generated data in one command. The first run makes sample records and
 * builds and publishes a release from them; later runs serve what is there. Every run makes a fresh key.
 */
import type { CommandGroup } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { wholeNumber } from '../terminal/option-value.js';
import { buildStages, sampleStage } from '../terminal/stages.js';
import {
  checkServing,
  type ServingOptions,
  serveWithKey,
  withServingOptions,
} from '../work/serve-with-key.js';

/** Who operates a demo in the browser. Nothing is mailed there. */
const demoOperator = 'operator@example.com';

interface DemoOptions extends ServingOptions {
  readonly permits: string;
}

export function defineDemo(root: CommandGroup): void {
  const command = root
    .define('demo', 'Try Lintel: generate sample data, build a release and serve it', 'lintel demo')
    .makesHome()
    .option('--permits <number>', 'sample permits to generate', '50000');
  withServingOptions(command).run(async (installation, options: DemoOptions) => {
    const permits = wholeNumber('--permits', options.permits, 1_000, 10_000_000);
    await checkServing(options);
    const { currentReleaseId } = await import('../../format/published.js');
    if (currentReleaseId(installation.home) === null) await makeRelease(installation, permits);
    if (installation.signal.aborted) return null;
    const again = '`npm start` again serves the same data with a new key.';
    await serveWithKey(installation, options, {
      account: 'Demo',
      key: 'demo',
      again,
      operator: demoOperator,
    });
    return null;
  });
}

async function makeRelease(installation: Installation, permits: number): Promise<void> {
  const { home, config, progress, signal } = installation;
  const [{ makeSample }, { defaultToday }, { buildFrom }, { publish }] = await Promise.all([
    import('../work/make-sample.js'),
    import('@lintel/sample/world.js'),
    import('../work/build.js'),
    import('../../releases/release-store.js'),
  ]);
  progress.plan([sampleStage, ...buildStages]);
  await makeSample(installation, permits);
  if (signal.aborted) return;
  // The release is of the sample's last day, so that "current" metrics have permits whenever the demo is run.
  const { id } = await buildFrom(installation, { asOf: defaultToday });
  await publish(home, id, { isVerified: true, keep: { last: config.keep_releases }, progress, signal });
  progress.done();
}
