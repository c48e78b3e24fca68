/**
 * Verdicts of people on pairs of contractors, kept as hashes with the code: one per line, hash, tab, `same`,
 * `different` or `unsure`. A pair without a verdict is listed for judging; a damaged file is refused with the
 * line.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { DrawnCluster, Pair } from './clusters.js';

const verdictNames = ['same', 'different', 'unsure'] as const;
export type Verdict = (typeof verdictNames)[number];
type Verdicts = ReadonlyMap<string, Verdict>;

/** The verdicts of a file; none where it is missing. */
export function readVerdicts(path: string | URL): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>();
  if (!existsSync(path)) return verdicts;
  for (const [index, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const [hash = '', word = ''] = line.split('\t');
    verdicts.set(hash, asVerdict(word, index + 1));
  }
  return verdicts;
}

function asVerdict(word: unknown, line: number): Verdict {
  const known = verdictNames.find((name) => name === word);
  if (known === undefined)
    throw new Error(
      `line ${line}: a verdict is one of ${verdictNames.join(', ')}, not ${JSON.stringify(word)}`,
    );
  return known;
}

const head = '# Verdicts on pairs of contractors: hash of what both tell, and whether they are the same.';

/** Writes all verdicts, sorted by hash. */
export function writeVerdicts(path: string | URL, verdicts: Verdicts): void {
  const lines = [...verdicts].map(([hash, verdict]) => `${hash}\t${verdict}`).sort();
  writeFileSync(path, `${[head, ...lines].join('\n')}\n`);
}

/** A file to be filled in: a pair a line, `verdict` empty. */
export function askText(pairs: readonly Pair[]): string {
  return pairs.map(({ hash, a, b }) => `${JSON.stringify({ hash, verdict: '', a, b })}\n`).join('');
}

/** The verdicts of a filled-in file; lines left empty are passed over. */
export function readAnswers(text: string): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const { hash, verdict } = JSON.parse(line) as { hash: string; verdict: string };
    if (verdict !== '') verdicts.set(hash, asVerdict(verdict, index + 1));
  }
  return verdicts;
}

interface ClusterScore {
  /** Clusters with every pair judged. */
  readonly judged: number;
  readonly right: number;
  readonly wrong: number;
  /** Clusters with a doubtful pair and no wrong one. */
  readonly unsure: number;
  readonly open: readonly Pair[];
}

/** How many of the drawn clusters are one contractor. */
export function scoreClusters(clusters: readonly DrawnCluster[], verdicts: Verdicts): ClusterScore {
  const score = { judged: 0, right: 0, wrong: 0, unsure: 0 };
  const open: Pair[] = [];
  for (const { pairs } of clusters) {
    const missing = pairs.filter(({ hash }) => !verdicts.has(hash));
    open.push(...missing);
    if (missing.length > 0) continue;
    score.judged += 1;
    const found = new Set(pairs.map(({ hash }) => verdicts.get(hash)));
    if (found.has('different')) score.wrong += 1;
    else if (found.has('unsure')) score.unsure += 1;
    else score.right += 1;
  }
  return { ...score, open };
}

/** Of near names that were kept apart, how many are one contractor after all. */
export function scoreApart(pairs: readonly Pair[], verdicts: Verdicts) {
  const count = (verdict: Verdict) => pairs.filter(({ hash }) => verdicts.get(hash) === verdict).length;
  return {
    missed: count('same'),
    apart: count('different'),
    unsure: count('unsure'),
    open: pairs.filter(({ hash }) => !verdicts.has(hash)),
  };
}
