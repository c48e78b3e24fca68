/**
 * `lintel load`: a real city served in one command. Fetches it from its portal, or reads files that were
 * downloaded; builds and publishes a release, offers to fetch the streets of its map, and serves it with a fresh
 * key. Run again, it fetches what is new.
 */
import { shellWord } from '../../base/shell-word.js';
import { UserError } from '../../base/user-error.js';
import type { CatalogSource } from '../../sources/source/catalog-source.js';
import type { CommandGroup } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { commandLine } from '../terminal/next-step.js';
import { buildStages, readingStage } from '../terminal/stages.js';
import { sourceOfCity } from '../work/city-source.js';
import { type FetchSettings, failureLines, fetchSources } from '../work/fetch-sources.js';
import { checkStreets, offerStreets, type StreetOptions, withStreetOptions } from '../work/offer-streets.js';
import { publishBuilt } from '../work/publish-built.js';
import {
  checkServing,
  type ServingOptions,
  serveWithKey,
  withServingOptions,
} from '../work/serve-with-key.js';
import { ingestFiles } from './ingest.js';

type LoadOptions = ServingOptions & StreetOptions & Pick<FetchSettings, 'baseUrl'>;

export function defineLoad(root: CommandGroup): void {
  const command = root
    .define(
      'load <city> [file...]',
      'Fetch one city (or read its files), build, publish and serve it',
      'lintel load nashville-tn --home nashville\n  lintel load nashville-tn building_permits.csv --home nashville',
    )
    .makesHome()
    .option('--base-url <url>', 'fetch from this address instead of the portal, such as a mirror')
    .details(
      'A city is the id of a source; lintel source list shows them. On a terminal it asks whether to fetch the streets of the city, after saying whose they are and how large.',
    );
  withServingOptions(withStreetOptions(command)).run(
    async (installation, options: LoadOptions, city = '', ...files: string[]) => {
      checkStreets(options);
      await checkServing(options);
      const source = sourceOfCity(await installation.catalog(), city);
      await refuseSample(installation, source);
      if (files.length > 0) await readFiles(installation, source, files);
      else await fetchSource(installation, source, options);
      if (installation.signal.aborted)
        throw new UserError('Interrupted: run the same command again to continue.');
      if (files.length === 0) installation.progress.plan(buildStages);
      const { buildFrom } = await import('../work/build.js');
      const { refusal } = await publishBuilt(installation, await buildFrom(installation));
      if (refusal !== null) throw new UserError(refusal);
      installation.progress.done();
      await offerStreets(installation, source, options);
      const again = `\`${commandLine(installation, 'serve')}\` serves it again.`;
      await serveWithKey(installation, options, { account: 'Local', key: 'load', again });
      return null;
    },
  );
}

/** Generated and real permits of one city must not mix: each needs its own home. */
async function refuseSample(installation: Installation, source: CatalogSource): Promise<void> {
  const { isSample } = await import('../../sources/source/other-sources.js');
  const totals = await (await installation.rawStore()).totals();
  if (isSample(source.id) || !totals.some((total) => total.rows > 0 && isSample(total.source))) return;
  throw new UserError(
    `${installation.directory} holds generated sample data, which cannot be mixed with the data of a city.`,
    {
      hint: `Give the city a home of its own: lintel load ${source.id} --home ${source.id}`,
    },
  );
}

async function readFiles(
  installation: Installation,
  source: CatalogSource,
  files: readonly string[],
): Promise<void> {
  installation.progress.plan([readingStage, ...buildStages]);
  const { runs, problems } = await ingestFiles(installation, source.id, files, null);
  // A release without one of the files would look whole.
  if (problems.length > 0) throw new UserError(problems.join('\n'));
  if (runs.every(({ counts }) => counts.read === counts.quarantined)) {
    throw new UserError(`No row of ${files.join(', ')} can be used.`, {
      hint: `lintel source check ${source.id} --file ${shellWord(files[0] ?? '')} shows why.`,
    });
  }
}

async function fetchSource(
  installation: Installation,
  source: CatalogSource,
  options: LoadOptions,
): Promise<void> {
  const fetched = await fetchSources(installation, [source], options);
  const [problem] = [...failureLines(fetched), ...fetched.elsewhere];
  if (problem === undefined) return;
  throw new UserError(problem, {
    hint: `Fetching needs the internet. Or download its permits and name the file: lintel load ${source.id} FILE.`,
  });
}
