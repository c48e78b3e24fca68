/**
 * The definition of a portal of permit software: its platform, its address, and its place, which the caller or the
 * inventory names, or its rows. Its first rows are read on the way, as politely as a fetch does.
 */
import type { Geography } from '../../geography/geography.js';
import { type DraftedPlace, draftPlace, type PlaceOptions } from '../draft/draft-place.js';
import { slug } from '../draft/slug.js';
import { modulesOf } from '../fetch/accela-page.js';
import { join } from '../fetch/connector.js';
import { rootAt } from '../fetch/fetch-source.js';
import type { PortalClient } from '../fetch/portal-client.js';
import { PortalFault } from '../fetch/portal-fault.js';
import { firstRowsOf } from '../fetch/portal-rows.js';
import { heedRobots } from '../fetch/robots.js';
import type { SourceRow } from '../mapping/value.js';
import { type CatalogSource, makeSource } from '../source/catalog-source.js';
import { portalAt, readInventory } from './inventory.js';
import { placeOfPortal } from './portal-place.js';
import type { FoundPortal } from './recognise-portal.js';

export interface PortalDraft {
  readonly definition: Readonly<Record<string, unknown>>;
  /** The definition at work. */
  readonly source: CatalogSource;
  readonly rows: readonly SourceRow[];
  /** Permits that the portal counts; null if it does not say. */
  readonly count: number | null;
  readonly questions: readonly string[];
}

interface PortalTools {
  readonly client: PortalClient;
  /** Directory for partial files. */
  readonly directory: string;
  readonly geography: Geography;
  /** The catalog: an authority that has a source keeps its namespace. */
  readonly sources: readonly CatalogSource[];
  /** Root that replaces that of the portal. */
  readonly baseUrl?: string;
}

export interface PortalDraftOptions extends PlaceOptions {
  /** Absent: place and program. */
  readonly id?: string;
  readonly name?: string;
}

/** Modules that hold building permits, the likeliest first, as cities call them. */
const modules = [
  'Building',
  'Permits',
  'Permitting',
  'ConstPermit',
  'BldgPermit',
  'Development',
  'Dev-Services',
  'DSD',
  'PDS',
  'PnD',
];
const sampleRows = 100;
const anywhere = { geoid: '00000', name: 'Unknown', state: 'US', county_geoid: null, default_city: null };

export async function draftPortal(
  portal: FoundPortal,
  options: PortalDraftOptions,
  tools: PortalTools,
): Promise<PortalDraft> {
  const { client, geography } = tools;
  const fetch = {
    protocol: portal.software,
    base_url: portal.address,
    dataset:
      portal.software === 'accela'
        ? (portal.module ?? (await moduleOf(rootOf(portal, tools), client)))
        : 'permits',
  };
  const definitionOf = (id: string, place: DraftedPlace, namespace: string) => ({
    id,
    kind: 'permits',
    name: options.name ?? `${place.jurisdiction.name}, permit portal`,
    license: null,
    attribution: null,
    homepage: portal.address,
    platform: portal.software,
    jurisdiction: place.jurisdiction,
    namespace,
    time_zone: place.timeZone,
    fetch,
  });
  const unplaced = { jurisdiction: anywhere, timeZone: 'UTC', questions: [] };
  const reading = makeSource(definitionOf('draft', unplaced, 'draft'), 'the draft');
  const { items, count } = await firstRowsOf(reading, sampleRows, client, tools);
  const rows = items.flatMap((item) => ('row' in item ? [item.row] : []));
  const place = placeOf(
    portal,
    options,
    rows.map((row) => reading.map(row).fields),
    geography,
  );
  const { name, state, geoid } = place.jurisdiction;
  const own = slug(`${name} ${state}`);
  const known = tools.sources.find(({ definition }) => definition.jurisdiction.geoid === geoid);
  const definition = definitionOf(
    options.id ?? `${own}-${portal.software}`,
    place,
    known?.definition.namespace ?? own,
  );
  const questions = [
    ...place.questions,
    ...cityQuestions(
      place,
      rows.map((row) => reading.map(row).fields.city),
    ),
  ];
  return { definition, source: makeSource(definition, 'the draft'), rows, count, questions };
}

function rootOf({ address }: FoundPortal, { baseUrl }: PortalTools): string {
  return baseUrl === undefined ? address : rootAt(baseUrl, address);
}

/** What the caller says, else the inventory, else most rows. */
function placeOf(
  { address }: FoundPortal,
  options: PlaceOptions,
  given: Parameters<typeof draftPlace>[1],
  geography: Geography,
): DraftedPlace {
  const listed = portalAt(address, readInventory());
  const isSaid = options.city !== undefined || options.county !== undefined || options.geoid !== undefined;
  const known = isSaid || listed === null ? null : placeOfPortal(listed, geography);
  return known ?? draftPlace(options, given, geography);
}

/** A portal of another place than its list says is seen by what its rows say. */
function cityQuestions({ jurisdiction }: DraftedPlace, cities: readonly (string | undefined)[]): string[] {
  const { default_city: own } = jurisdiction;
  const named = cities.filter((city) => city !== undefined);
  const others = named.filter((city) => city.toLowerCase() !== own?.toLowerCase());
  if (own === null || others.length * 2 <= named.length) return [];
  return [
    `"jurisdiction": most rows name another city, such as ${others[0]}. Is it ${own} that issues these permits?`,
  ];
}

/** The module that holds building permits, as the portal's first page links to it. */
async function moduleOf(address: string, client: PortalClient): Promise<string> {
  const url = join(address, 'Default.aspx');
  await heedRobots(client, url);
  const found = await client.page({ url, expected: 'the first page of the portal' }, (page, at) => {
    if (/\/login\.aspx$/i.test(new URL(at).pathname))
      throw new PortalFault('shows its first page only to those who sign in', { refusal: 'login only' });
    return modulesOf(page);
  });
  return modules.find((name) => found.includes(name)) ?? found[0] ?? 'Building';
}
