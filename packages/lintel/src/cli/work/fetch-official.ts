/**
 * `lintel official fetch`: files of the Building Permits Survey from where the Census Bureau publishes them, one after
 * the other, into the home. What is kept already is asked for again only while the Bureau may revise it.
 */
import { keepSurvey, surveysIn } from '../../official/home-surveys.js';
import { readSurvey } from '../../official/read-survey.js';
import { unpackedBody } from '../../sources/fetch/http-exchange.js';
import { PortalClient } from '../../sources/fetch/portal-client.js';
import { openPortals } from '../../sources/fetch/portal-rows.js';
import { heedRobots } from '../../sources/fetch/robots.js';
import type { Installation } from '../terminal/installation.js';
import { portalOptions } from './portal-options.js';

const publishedAt = 'https://www2.census.gov/econ/bps';
/** The largest file has 3 MB. */
const maxBytes = 64 << 20;
/** Years before this one whose files are asked for again. */
const revisedYears = 2;

const regions = [
  { folder: 'Northeast', prefix: 'ne', code: '1' },
  { folder: 'Midwest', prefix: 'mw', code: '2' },
  { folder: 'South', prefix: 'so', code: '3' },
  { folder: 'West', prefix: 'we', code: '4' },
];

interface SurveyFile {
  /** Below where the survey is published. */
  readonly path: string;
  /** The name of a kept one, which ends with its regions: a year's is not that of one of its months. */
  readonly keptAs: RegExp;
  readonly year: number;
}

export interface FetchedFile {
  readonly file: string;
  /** Null where it is not published. */
  readonly rows: number | null;
  /** Whether it lay in the home before, as it is. */
  readonly kept: boolean;
}

/** The files of some years: of states, counties and places by year, and with `months` of states and counties by month. */
export function surveyFiles(from: number, to: number, months: boolean): SurveyFile[] {
  const years = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  return years.flatMap((year) => [
    { path: `State/st${year}a.txt`, keptAs: keptAs(`state-${year}`), year },
    { path: `County/co${year}a.txt`, keptAs: keptAs(`county-${year}`), year },
    ...regions.map(({ folder, prefix, code }) => ({
      path: `Place/${folder}%20Region/${prefix}${year}a.txt`,
      keptAs: keptAs(`place-${year}`, code),
      year,
    })),
    ...(months ? monthsOf(year) : []),
  ]);
}

const keptAs = (begin: string, regions = '\\d+') => new RegExp(`^${begin}-${regions}\\.txt$`);

const monthsOf = (year: number): SurveyFile[] =>
  Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0')).flatMap((month) => {
    const name = `${String(year).slice(2)}${month}c.txt`;
    return [
      { path: `State/st${name}`, keptAs: keptAs(`state-${year}-${month}`), year },
      { path: `County/co${name}`, keptAs: keptAs(`county-${year}-${month}`), year },
    ];
  });

/** Fetches what is missing; each file is kept as it comes, so that an interrupted fetch goes on. */
export async function fetchSurveys(
  installation: Installation,
  files: readonly SurveyFile[],
  baseUrl: string | undefined,
): Promise<FetchedFile[]> {
  const { home, progress, signal } = installation;
  const options = portalOptions(installation);
  const access = openPortals({ ...options, ...(baseUrl !== undefined && { baseUrl }) });
  const client = new PortalClient(access, options.requestsPerSecond, signal);
  const revisedFrom = new Date().getUTCFullYear() - revisedYears;
  const before = surveysIn(home);
  const fetched: FetchedFile[] = [];
  progress.step('Fetching official counts', files.length, 'files');
  try {
    for (const { path, keptAs, year } of files) {
      const kept = before.find((name) => keptAs.test(name));
      if (kept !== undefined && year < revisedFrom) fetched.push({ file: kept, rows: null, kept: true });
      else fetched.push(await fetchOne(client, `${baseUrl ?? publishedAt}/${path}`, home));
      progress.advance(1);
    }
  } finally {
    await access.dispatcher.destroy();
  }
  return fetched;
}

async function fetchOne(client: PortalClient, url: string, home: Installation['home']): Promise<FetchedFile> {
  await heedRobots(client, url);
  const asked = { url, headers: {}, maxMs: client.access.limits.pageMs, alsoFine: [404] };
  const request = { url, expected: 'a file of the Building Permits Survey, or status 404' };
  const text = await client.repeat(request, () =>
    client.exchange(asked, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of unpackedBody(answer, maxBytes, () => {})) chunks.push(chunk);
      return answer.status === 404 ? null : Buffer.concat(chunks).toString('latin1');
    }),
  );
  if (text === null) return { file: url, rows: null, kept: false };
  const survey = readSurvey(text, url);
  return { file: keepSurvey(home, survey, text), rows: survey.rows.length, kept: false };
}
