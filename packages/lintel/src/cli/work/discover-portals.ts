/**
 * `lintel source discover --platform`: asks the portals of the inventory that run a permit software, one after the
 * other, and writes a folder: a definition a portal that answered, and `portals.json` with what was seen of each.
 */

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeWhole } from '../../base/files/write-whole.js';
import { formatCount } from '../../base/format-number.js';
import { shellWord } from '../../base/shell-word.js';
import type { SourceKind } from '../../base/source-kind.js';
import { UsageError } from '../../base/usage-error.js';
import { UserError } from '../../base/user-error.js';
import type { Area } from '../../sources/discover/area.js';
import type { PortalClient } from '../../sources/fetch/portal-client.js';
import type { Portal } from '../../sources/inventory/inventory.js';
import type { Installation } from '../terminal/installation.js';
import { nextStep } from '../terminal/next-step.js';
import { type Outcome, table, wrap } from '../terminal/outcome.js';
import { cut } from '../terminal/progress.js';
import { outputWidth } from '../terminal/style.js';
import { portalOptions } from './portal-options.js';

interface DiscoverPortalsOptions {
  readonly platform: string;
  readonly kind: SourceKind;
  readonly most: number;
  readonly state?: string;
  readonly place?: string;
  readonly baseUrl?: string;
  readonly out?: string;
}

/** A portal as it answered. */
interface Seen {
  readonly place: string;
  readonly address: string;
  readonly certainty: Portal['certainty'];
  readonly on: string;
  readonly saw: 'answers' | 'login only' | 'blocked' | 'no answer' | 'place not known';
  /** Permits that it counts; null if it does not say. */
  readonly permits: number | null;
  /** Why there is no definition; null if there is one. */
  readonly reason: string | null;
  /** Path of the definition, below the folder; null if there is none. */
  readonly file: string | null;
  readonly questions: readonly string[];
}

const restDays = 7;
const dayMs = 86_400_000;
const reasonChars = 70;

/** What was seen, in the folder that has it. */
export interface SeenPortals extends Outcome {
  /** The folder as it was named or is called by itself. */
  readonly folder: string;
  readonly data: {
    readonly directory: string;
    readonly report: string;
    readonly portals: readonly Seen[];
    readonly not_asked: number;
  };
}

export async function discoverPortals(
  installation: Installation,
  options: DiscoverPortalsOptions,
): Promise<SeenPortals> {
  const id = await readSoftware(options);
  const { areaOf } = await import('../../sources/discover/area.js');
  const { slug } = await import('../../base/slug.js');
  const geography = await installation.geography();
  const area = areaOf(options, geography);
  const folder = options.out ?? `discovered-${slug(area.name)}-${id}`;
  const report = join(resolve(folder), 'portals.json');
  const today = new Date().toISOString().slice(0, 10);
  const portals = await portalsOf(installation, id, area);
  const earlier = new Map(readReport(report).map((seen) => [seen.address, seen]));
  const isRested = ({ address }: Portal) => {
    const { saw, on } = earlier.get(address) ?? {};
    return saw !== 'answers' && (on === undefined || Date.parse(today) - Date.parse(on) >= restDays * dayMs);
  };
  const asked = portals.filter(isRested).slice(0, options.most);
  mkdirSync(join(resolve(folder), 'sources'), { recursive: true });
  installation.progress.step('Asking portals', asked.length, 'portals');
  await withClient(installation, options.baseUrl, async (client) => {
    for (const portal of asked) {
      if (installation.signal.aborted) break;
      earlier.set(
        portal.address,
        await ask(installation, portal, client, resolve(folder), today, options.baseUrl),
      );
      writeWhole(report, `${JSON.stringify([...earlier.values()], null, 2)}\n`);
      installation.progress.advance(1);
    }
  });
  const seen = portals.flatMap(({ address }) => earlier.get(address) ?? []);
  return {
    folder,
    data: { directory: resolve(folder), report, portals: seen, not_asked: portals.length - seen.length },
    text: reportText(seen, portals.length - seen.length, area.name, join(folder, 'portals.json')),
  };
}

/** The check of the first definition that was written; null if none was. */
export function checkStep(
  installation: Installation,
  { folder, data }: Pick<SeenPortals, 'folder' | 'data'>,
): string | null {
  const file = data.portals.find((seen) => seen.file !== null)?.file ?? null;
  if (file === null) return null;
  return nextStep(installation, `source check ${shellWord(join(folder, file))} --portal`);
}

/** The software that was named; an error says why the portals of another are not asked. */
async function readSoftware({ platform, kind }: DiscoverPortalsOptions): Promise<'energov' | 'accela'> {
  const { software, softwareIds } = await import('../../sources/inventory/software.js');
  if (kind !== 'permits') throw new UsageError('--platform finds permits only; leave --kind out.');
  const id = softwareIds.find((one) => one === platform.toLowerCase());
  if (id === undefined) throw new UsageError(`--platform takes energov or accela, not "${platform}".`);
  if (id === 'energov' || id === 'accela') return id;
  const { name, refusal } = software[id];
  throw new UserError(`Lintel does not ask portals of ${name}: ${refusal?.reason ?? ''}.`, {
    hint: 'It reads energov and accela. docs/portals.md says what is known of the others.',
  });
}

/** Portals of the area that no source of the catalog reads. */
async function portalsOf(installation: Installation, id: string, area: Area): Promise<Portal[]> {
  const { isOfArea } = await import('../../sources/discover/area.js');
  const { readInventory } = await import('../../sources/inventory/inventory.js');
  const { jurisdictionOf } = await import('../../sources/definition/portal-definition.js');
  const { sources } = await installation.catalog();
  const known = new Set(sources.map(({ fetch }) => fetch?.base_url.toLowerCase()));
  return readInventory().filter((portal) => {
    if (portal.software !== id || known.has(portal.address.toLowerCase())) return false;
    if (area.county === null && area.city === null)
      return area.state === null || portal.place?.state === area.state;
    const authority = portal.place?.state === area.state ? jurisdictionOf(portal) : null;
    return authority !== null && isOfArea(authority, area);
  });
}

async function withClient(
  installation: Installation,
  baseUrl: string | undefined,
  use: (client: PortalClient) => Promise<void>,
): Promise<void> {
  const { openPortals } = await import('../../sources/fetch/portal-rows.js');
  const { PortalClient: Client } = await import('../../sources/fetch/portal-client.js');
  const options = portalOptions(installation);
  const access = openPortals({ ...options, ...(baseUrl !== undefined && { baseUrl }) });
  try {
    await use(new Client(access, options.requestsPerSecond, installation.signal));
  } finally {
    await access.dispatcher.destroy();
  }
}

/** Asks one portal; what it does wrong is what was seen of it, so that the others are asked. */
async function ask(
  installation: Installation,
  portal: Portal,
  client: PortalClient,
  directory: string,
  today: string,
  baseUrl: string | undefined,
): Promise<Seen> {
  const { draftPortal } = await import('../../sources/portals/draft-portal.js');
  const { faultOf } = await import('../../sources/fetch/portal-fault.js');
  const { address, certainty, place } = portal;
  const about = {
    place: place === null ? '' : `${place.name}, ${place.state}`,
    address,
    certainty,
    on: today,
  };
  const without = { ...about, permits: null, file: null, questions: [] };
  const found = {
    software: portal.software === 'accela' ? 'accela' : 'energov',
    address,
    module: null,
  } as const;
  try {
    const { id, definition, count, questions } = await draftPortal(
      found,
      place === null ? {} : { state: place.state },
      {
        client,
        directory: installation.home.fetch,
        geography: await installation.geography(),
        sources: (await installation.catalog()).sources,
        ...(baseUrl !== undefined && { baseUrl }),
      },
    );
    const file = freePath(directory, id, definition);
    return { ...about, saw: 'answers', permits: count, reason: null, file, questions };
  } catch (error) {
    if (!(error instanceof UserError) || installation.signal.aborted) throw error;
    const fault = faultOf(error);
    const saw = fault === null ? 'place not known' : (fault.refusal ?? 'no answer');
    return { ...without, saw, reason: fault?.message ?? error.message };
  }
}

/** Writes the definition where none is of another portal; one of the same portal is never overwritten. */
function freePath(directory: string, id: string, definition: Readonly<Record<string, unknown>>): string {
  for (let number = 1; ; number += 1) {
    const file = join('sources', `${number === 1 ? id : `${id}-${number}`}.json`);
    const path = join(directory, file);
    const written = existsSync(path)
      ? (JSON.parse(readFileSync(path, 'utf8')) as { address?: unknown })
      : null;
    if (written === null) writeWhole(path, `${JSON.stringify(definition, null, 2)}\n`);
    if (written === null || written.address === definition.address) return file;
  }
}

function readReport(path: string): Seen[] {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Seen[]) : [];
}

function reportText(seen: readonly Seen[], waiting: number, area: string, report: string): string {
  const answered = seen.filter(({ file }) => file !== null).length;
  const hasReasons = answered < seen.length;
  const rows = seen.map((one) => [
    portalName(one, seen),
    one.certainty === 'guess' ? `${one.saw} (guessed)` : one.saw,
    one.permits,
    ...(hasReasons ? [cut(one.reason ?? '', reasonChars)] : []),
  ]);
  const all = formatCount(seen.length + waiting);
  const left = waiting === 0 ? '' : ` ${formatCount(waiting)} are left: run the same command again.`;
  const count =
    seen.length + waiting === 0
      ? `The inventory has no portal of ${area} that no source reads.`
      : `Of the ${all} portals of ${area} that no source reads, ${formatCount(seen.length)} were asked and ${formatCount(answered)} answered.${left}`;
  const shown = table(['portal', 'answer', 'permits', ...(hasReasons ? ['why'] : [])], rows);
  const lines = (text: string) => wrap(text, outputWidth()).join('\n');
  return rows.length === 0
    ? lines(count)
    : [shown, lines(count), lines(`${report} says what was seen of each.`)].join('\n\n');
}

/** The place of a portal, with the address where the place has several. */
function portalName({ place, address }: Seen, seen: readonly Seen[]): string {
  const { host, pathname } = new URL(address);
  if (place === '') return host;
  const isOnly = seen.every((other) => other.address === address || other.place !== place);
  return isOnly ? place : `${place}: ${host}${pathname === '/' ? '' : pathname}`;
}
