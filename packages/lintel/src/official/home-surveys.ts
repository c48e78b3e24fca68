/**
 * The files of the Building Permits Survey that a home keeps, as they were published, and the operator's of inhabitants. A build reads them, and a release
 * keeps what they say of each place.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../base/files/write-whole.js';
import type { Home } from '../base/home.js';
import { type PopulationRow, readPopulation } from './population.js';
import { readSurvey, type Survey } from './read-survey.js';

type Kept = Pick<Home, 'official'>;

/** The names of the files, in their order. */
export function surveysIn({ official }: Kept): string[] {
  return existsSync(official)
    ? readdirSync(official)
        .filter((name) => name.endsWith('.txt'))
        .sort()
    : [];
}

export function readSurveys(home: Kept): Survey[] {
  return surveysIn(home).map((name) => {
    const path = join(home.official, name);
    return readSurvey(readFileSync(path, 'latin1'), path);
  });
}

const populationFile = 'population.csv';

/** Inhabitants and homes that the operator states; none without a file. */
export function readKeptPopulation({ official }: Kept): PopulationRow[] {
  const path = join(official, populationFile);
  return existsSync(path) ? readPopulation(readFileSync(path, 'utf8'), path) : [];
}

/** Keeps a file of inhabitants in place of an earlier one. */
export function keepPopulation(home: Kept, text: string): string {
  mkdirSync(home.official, { recursive: true });
  writeWhole(join(home.official, populationFile), text);
  return populationFile;
}

/** Keeps a file, in place of an earlier edition of it; returns the name that it has. */
export function keepSurvey(home: Kept, { kind, period, regions }: Survey, text: string): string {
  mkdirSync(home.official, { recursive: true });
  const name = `${kind}-${period}-${regions}.txt`;
  writeWhole(join(home.official, name), text);
  return name;
}

/** A hash of all files; null without any. */
export function surveysHash(home: Kept): string | null {
  const names = [...surveysIn(home), populationFile].filter((name) => existsSync(join(home.official, name)));
  if (names.length === 0) return null;
  const all = createHash('sha256');
  for (const name of names) all.update(`${name}\0`).update(readFileSync(join(home.official, name)));
  return all.digest('hex');
}
