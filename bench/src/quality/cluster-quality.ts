/**
 * Prints how precisely contractors are distinguished in real files, by people's verdicts on a random sample.
 *
 *   npm run quality -- clusters DIRECTORY [--ask FILE] [--take FILE] [--seed WORD]
 *
 * DIRECTORY holds a folder per city with the files of `data-files.ts`; missing ones are named and left out. `--ask`
 * writes the drawn pairs without a verdict, to be filled in; `--take` puts a filled-in file's verdicts among
 * those kept.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadGeography } from 'lintel/dist/geography/load.js';
import { refine } from 'lintel/dist/refine/refine.js';
import { ClusterDraw, type Pair } from './clusters.js';
import { contractorFiles, dataRows } from './data-files.js';
import { askText, readAnswers, readVerdicts, scoreApart, scoreClusters, writeVerdicts } from './verdicts.js';

/** The date of refinement: the draw must not depend on the day. */
const today = '2026-11-01';
const clusterCount = 200;
const apartCount = 100;
const kept = new URL('../../src/quality/cluster-verdicts.tsv', import.meta.url);

/** Runs the command with the arguments after `clusters`. */
export async function clusterQuality(args: readonly string[], print: (line: string) => void): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ask: { type: 'string' },
      take: { type: 'string' },
      seed: { type: 'string', default: 'lintel' },
    },
  });
  const [directory] = positionals;
  if (directory === undefined || !existsSync(directory)) {
    throw new Error('name the directory of the permit files: npm run quality -- clusters DIRECTORY');
  }
  const verdicts = readVerdicts(kept);
  if (values.take !== undefined) {
    for (const [hash, verdict] of readAnswers(readFileSync(values.take, 'utf8'))) verdicts.set(hash, verdict);
    writeVerdicts(kept, verdicts);
  }
  const draw = new ClusterDraw(values.seed);
  await readMentions(directory, draw, print);
  const drawn = draw.draw(clusterCount, apartCount);
  const clusters = scoreClusters(drawn.clusters, verdicts);
  const apart = scoreApart(drawn.apart, verdicts);
  const open = [...clusters.open, ...apart.open];
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  print(
    `${drawn.mentions} different mentions of ${drawn.contractors} contractors, ${drawn.severalNames} with several names`,
  );
  print(
    `clusters        ${clusters.right} right, ${clusters.wrong} wrong, ${clusters.unsure} doubtful of ${clusters.judged} judged (${drawn.clusters.length} drawn): precision ${percent(clusters.right / Math.max(1, clusters.right + clusters.wrong))}, ${percent(clusters.right / Math.max(1, clusters.judged))} with the doubtful ones as wrong`,
  );
  print(
    `kept apart      ${apart.missed} are one contractor, ${apart.apart} are not, ${apart.unsure} doubtful, of ${drawn.apart.length} drawn from ${drawn.nearNames} pairs of near names or common contacts`,
  );
  const joined = drawn.mentions - drawn.contractors;
  const missed = (drawn.nearNames * apart.missed) / Math.max(1, apart.missed + apart.apart);
  print(
    `recall          about ${percent(joined / Math.max(1, joined + missed))}: ${joined} mentions joined to others, about ${Math.round(missed)} missed`,
  );
  for (const pair of judgedAs(
    drawn.clusters.flatMap(({ pairs }) => pairs),
    'different',
  ))
    print(`  wrongly joined: ${pair}`);
  for (const pair of judgedAs(drawn.apart, 'same')) print(`  missed: ${pair}`);
  if (open.length > 0)
    print(`${open.length} pairs without a verdict; --ask FILE writes them down to be judged`);
  if (values.ask !== undefined) writeFileSync(values.ask, askText(open));

  function judgedAs(pairs: readonly Pair[], verdict: string): string[] {
    const found = pairs.filter(({ hash }) => verdicts.get(hash) === verdict);
    return found.map(({ hash, a, b }) => `${hash} ${a.name} | ${b.name}`);
  }
}

async function readMentions(
  directory: string,
  draw: ClusterDraw,
  print: (line: string) => void,
): Promise<void> {
  const geography = loadGeography();
  for await (const { source, row } of dataRows(directory, contractorFiles, print)) {
    const refined = refine(row, source.context, geography, { today });
    if (refined.kind !== 'permit' && refined.kind !== 'contractor') continue;
    if (refined.contractor !== null) draw.add(source.id, refined.contractor);
  }
}
