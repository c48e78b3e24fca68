/**
 * What a release depends on: this program with its tables and the definitions of sources, as a worker must have them
 * too, the runs that brought its rows, the operator's own areas, and official counts.
 */
import { createHash, hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { areasHash } from '../../areas/home-areas.js';
import type { BuildBasis } from '../../builder/distributed/basis.js';
import { geographyFilesDirectory } from '../../builder/write/geography-files.js';
import { releaseFormat } from '../../format/layout.js';
import { surveysHash } from '../../official/home-surveys.js';
import type { Run } from '../../raw/raw-store.js';
import type { SourceCatalog } from '../../sources/source/load-catalog.js';
import type { Installation } from '../terminal/installation.js';
import { version } from '../terminal/version.js';

const program = join(import.meta.dirname, '..', '..');
/** Folders that decide what becomes of a row. */
const folders = [
  ...['base', 'builder', 'format', 'geography', 'raw', 'refine', 'sources'].map((room) =>
    join(program, room),
  ),
  dirname(fileURLToPath(import.meta.resolve('@lintel/contract'))),
];
/** Definitions are compared one by one, and the files of the places are made of the program and its tables. */
const leftOut = [join(program, 'sources', 'catalog'), geographyFilesDirectory];
const isOfProgram = (file: string) =>
  !/\.test\.|\.d\.ts$|\.map$|\.tsbuildinfo/.test(file) && !leftOut.some((folder) => file.startsWith(folder));
let hashOfProgram: string | null = null;

/**
 * A hash of all that a release of today would be made from, but the day. Of two builds with the same one the later has
 * nothing new to say.
 */
export async function releaseBasis(installation: Installation): Promise<string> {
  const store = await installation.rawStore();
  const without = await store.unfinished();
  const runs = (await store.runs()).filter(({ id }) => !without.includes(id)).flatMap(broughtBy);
  const sources = (await store.totals()).filter(({ rows }) => rows > 0).map(({ source }) => source);
  const { program, definitions } = buildBasis(await installation.catalog(), sources);
  const own = [areasHash(installation.home), surveysHash(installation.home)].filter((each) => each !== null);
  const all = [program, definitions, runs, ...own];
  return hash('sha256', JSON.stringify(all), 'hex');
}

/** What a run that counts changed in the store; nothing if it only saw again what was there. */
function broughtBy({ id, source, startedMs, asOfMs, state, counts, older, vanished, details }: Run) {
  if (state === 'reverted') return [];
  const changed = [counts.new, counts.changed, older, vanished, Number(details.rows_restated ?? 0)];
  // Of a run that broke off it is not known what it restated.
  const read = state === 'finished' ? 0 : counts.read;
  return read + Math.max(...changed) === 0 ? [] : [[id, source, startedMs, asOfMs, read, ...changed]];
}

/** The basis of a build of these sources. */
export function buildBasis(catalog: SourceCatalog, sources: readonly string[]): BuildBasis {
  const definitions = sources.flatMap((id) => {
    const source = catalog.get(id);
    return source === null ? [] : [[id, shortHash(JSON.stringify(source.definition))] as const];
  });
  return { program: `${version} (${programHash()})`, definitions: Object.fromEntries(definitions) };
}

/** What refining rows of each of these sources depends on, by id: the program, the engine that runs it, the definition. */
export function refineRules(catalog: SourceCatalog, sources: readonly string[]): ReadonlyMap<string, string> {
  const { program, definitions } = buildBasis(catalog, sources);
  const { v8, icu, unicode, tz } = process.versions;
  const engine = JSON.stringify([program, v8, icu, unicode, tz]);
  return new Map(Object.entries(definitions).map(([id, own]) => [id, shortHash(engine + own)]));
}

/** A version alone does not tell a checkout from another one. Read once: a process runs what it has loaded. */
function programHash(): string {
  hashOfProgram ??= hashProgram();
  return hashOfProgram;
}

function hashProgram(): string {
  const all = createHash('sha256').update(String(releaseFormat));
  for (const folder of folders) {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter(isOfProgram);
    for (const file of files.sort()) all.update(`${relative(folder, file)}\0`).update(readFileSync(file));
  }
  return all.digest('hex').slice(0, 12);
}

const shortHash = (text: string) => hash('sha256', text, 'hex').slice(0, 12);
