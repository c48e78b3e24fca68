/**
 * Prints how many pairs of mentions that are one contractor a build recognizes, and how many it joins wrongly, by
 * people's verdicts on pairs that were drawn without the build: by trigrams of names, telephone, address.
 *
 *   npm run quality -- firms DIRECTORY [--labels FILE] [--misses]
 *
 * DIRECTORY holds a folder per city with the files of `data-files.ts`. A line of the labels has the hashes of two
 * mentions, joined by `-`, a tab and the verdict: no rows, so the labels stay valid and can be kept with the code.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ContractorIdentity } from 'lintel/dist/builder/link/contractor-identity.js';
import { loadGeography } from 'lintel/dist/geography/load.js';
import type { Canonical } from 'lintel/dist/refine/record/source.js';
import { refine } from 'lintel/dist/refine/refine.js';
import { contractorFiles, dataRows } from './data-files.js';
import { readVerdicts, type Verdict } from './verdicts.js';

/** The date of refinement: verdicts must not depend on the day. */
const today = '2026-11-01';
const kept = new URL('../../src/quality/firm-verdicts.tsv', import.meta.url);

/** What the source states of a contractor: 48 bits of SHA-256, and the node of the build; null where it sees none. */
interface Seen {
  readonly name: string;
  node: number | null;
}

/** Runs the command with the arguments after `firms`; false if it has no directory. */
export async function firmQuality(args: readonly string[], print: (line: string) => void): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { labels: { type: 'string' }, misses: { type: 'boolean', default: false } },
  });
  const [directory] = positionals;
  if (directory === undefined || !existsSync(directory)) return false;
  const verdicts = readVerdicts(values.labels ?? kept);
  const { seen, identity } = await readSeen(directory, print);
  const joined: Record<Verdict, number> = { same: 0, different: 0, unsure: 0 };
  const apart: Record<Verdict, number> = { same: 0, different: 0, unsure: 0 };
  let missing = 0;
  for (const [pair, verdict] of verdicts) {
    const [a, b] = pair.split('-').map((hash) => seen.get(hash));
    if (a === undefined || b === undefined) missing += 1;
    if (a === undefined || b === undefined) continue;
    const isJoined =
      a.node !== null && b.node !== null && identity.contractor(a.node) === identity.contractor(b.node);
    (isJoined ? joined : apart)[verdict] += 1;
    if (values.misses && verdict !== 'unsure' && isJoined !== (verdict === 'same'))
      print(`  ${isJoined ? 'wrongly joined' : 'missed'}: ${a.name} | ${b.name}`);
  }
  const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
  const same = joined.same + apart.same;
  print(`recall          ${percent(joined.same, same)}: ${joined.same} of ${same} pairs of one contractor`);
  const others = joined.different + apart.different;
  print(
    `precision       ${percent(joined.same, joined.same + joined.different)}: ${joined.different} of ${others} other pairs joined`,
  );
  print(`doubtful        ${joined.unsure + apart.unsure}, of which ${joined.unsure} are joined`);
  if (missing > 0) print(`${missing} pairs of rows that are not in ${directory}`);
  return true;
}

async function readSeen(directory: string, print: (line: string) => void) {
  const geography = loadGeography();
  const identity = new ContractorIdentity();
  const seen = new Map<string, Seen>();
  for await (const { source, row } of dataRows(directory, contractorFiles, print)) {
    const stated = statedOf(row, source.id);
    if (stated === null) continue;
    const refined = refine(row, source.context, geography, { today });
    const mention = refined.kind === 'permit' || refined.kind === 'contractor' ? refined.contractor : null;
    const node = mention === null || mention.keys.length === 0 ? null : identity.link(mention.keys);
    const known = seen.get(stated.hash);
    if (known === undefined) seen.set(stated.hash, { name: stated.name, node });
    else known.node ??= node;
  }
  identity.resolve();
  return { seen, identity };
}

/** The columns of the contractor as the source maps them, hashed; null where a row has none. */
function statedOf({ kind, fields }: Canonical, source: string): { hash: string; name: string } | null {
  const all = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && (kind === 'contractors' || name.startsWith('contractor_')),
  );
  if (all.length === 0 || (kind !== 'permits' && kind !== 'contractors')) return null;
  const text = JSON.stringify([source, all.sort(([a], [b]) => (a < b ? -1 : 1))]);
  return {
    hash: createHash('sha256').update(text).digest('hex').slice(0, 12),
    name: all
      .filter(([name]) => /name|person/.test(name))
      .map(([, value]) => value)
      .join(', '),
  };
}
