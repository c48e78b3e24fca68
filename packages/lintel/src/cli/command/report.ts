/** `lintel report`: how good the data of a release is, source by source. */
import type { CommandGroup } from '../terminal/define.js';

export function defineReport(root: CommandGroup): void {
  root
    .define(
      'report',
      'Show fill rates, defects and refused rows of a release',
      'lintel report --source nashville-tn',
    )
    .option('--release <id>', 'release to report on (default: the published one)')
    .option('--source <id>', 'only this source')
    .run(async (installation, options: { release?: string; source?: string }) => {
      const { home, config } = installation;
      const { hasRawStoreOf } = await import('../../raw/open-raw-store.js');
      const { sourceStatesOf } = await import('../work/source-states.js');
      const { findRelease } = await import('../../releases/release-store.js');
      const { readManifest } = await import('../../format/manifest.js');
      const { dataQuality } = await import('../../explain/data-quality.js');
      const { qualityText } = await import('../text/data-quality-text.js');
      const quality = dataQuality(readManifest(findRelease(home, options.release)), options.source);
      const isHere = await hasRawStoreOf(home.raw, config);
      const findings = (isHere ? await sourceStatesOf(installation) : [])
        .filter(({ id }) => options.source === undefined || id === options.source)
        .flatMap((source) => source.findings);
      const found = findings.map(({ text }) => `To look at: ${text}`);
      return { data: { ...quality, findings }, text: [qualityText(quality), ...found].join('\n\n') };
    });
}
