/**
 * The definition of a portal of permit software: its platform, its address, and its place, which the caller or the
 * inventory names, or its rows. Its first rows are read on the way, as politely as a fetch does.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Geography } from '../../geography/geography.js';
import type { Jurisdiction } from '../definition/catalog-schema.js';
import { agencyAt, jurisdictionOf, usualModule } from '../definition/portal-definition.js';
import { draftPlace, type PlaceOptions } from '../draft/draft-place.js';
import { modulesOf } from '../fetch/accela-page.js';
import { join } from '../fetch/connector.js';
import { rootAt } from '../fetch/fetch-source.js';
import type { PortalClient } from '../fetch/portal-client.js';
import { PortalFault } from '../fetch/portal-fault.js';
import { firstRowsOf } from '../fetch/portal-rows.js';
import { heedRobots } from '../fetch/robots.js';
import { portalAt } from '../inventory/inventory.js';
import type { FoundPortal } from '../inventory/recognise-portal.js';
import type { SourceRow } from '../mapping/value.js';
import { type CatalogSource, makeSource } from '../source/catalog-source.js';
import { isSample } from '../source/other-sources.js';

export interface PortalDraft {
  /** Place and program, as a name for the definition, which takes that of its file. */
  readonly id: string;
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
  /** Whether Accela's interface for programs is read, not its pages. */
  readonly rest?: boolean;
  /** What Accela calls the agency, where the address does not say it. */
  readonly agency?: string;
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
  const basis = await basisOf(portal, options, tools);
  const reading = makeSource({ ...basis, jurisdiction: anywhere }, 'the draft');
  const { items, count } = await firstRowsOf(reading, sampleRows, client, tools);
  const rows = items.flatMap((item) => ('row' in item ? [item.row] : []));
  const given = rows.map((row) => reading.map(row).fields);
  const { jurisdiction, isListed, questions } = placeOf(portal, options, given, geography);
  const placed = makeSource({ ...basis, jurisdiction }, 'the draft').definition;
  const namespace = namespaceOf(jurisdiction, tools.sources) ?? placed.namespace;
  const definition = {
    ...basis,
    ...(options.name !== undefined && { name: options.name }),
    ...(!isListed && { jurisdiction }),
    ...(namespace !== placed.namespace && { namespace }),
  };
  return {
    id: placed.id,
    definition,
    source: makeSource(definition, 'the draft'),
    rows,
    count,
    questions: [
      ...questions,
      ...cityQuestions(
        jurisdiction,
        given.map(({ city }) => city),
      ),
    ],
  };
}

/** Platform and address, and the part of the portal where it is not the usual one. */
async function basisOf(portal: FoundPortal, { rest, agency }: PortalDraftOptions, tools: PortalTools) {
  const { software, address } = portal;
  if (rest === true) {
    const module = portal.module ?? usualModule;
    const isUsual = agency === undefined && module === usualModule;
    const fetch = { dataset: `${agency ?? agencyAt(address)}/${module}` };
    return { platform: 'accela_rest', address, ...(!isUsual && { fetch }) };
  }
  if (software !== 'accela') return { platform: software, address };
  const module = portal.module ?? (await moduleOf(rootOf(portal, tools), tools.client));
  return { platform: software, address, ...(module !== usualModule && { fetch: { dataset: module } }) };
}

/** That of the catalog for the permits of an authority. */
function namespaceOf({ geoid }: Jurisdiction, sources: readonly CatalogSource[]): string | undefined {
  const own = sources.filter(
    ({ id, definition: { kind, jurisdiction, jurisdictions } }) =>
      kind === 'permits' && jurisdiction.geoid === geoid && jurisdictions === undefined && !isSample(id),
  );
  return own[0]?.definition.namespace;
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
) {
  const listed = portalAt(address);
  const known = listed === null ? null : jurisdictionOf(listed);
  const isSaid = options.city !== undefined || options.county !== undefined || options.geoid !== undefined;
  const { jurisdiction, questions } =
    known !== null && !isSaid
      ? { jurisdiction: known, questions: [] }
      : draftPlace(options, given, geography);
  return { jurisdiction, questions, isListed: isDeepStrictEqual(jurisdiction, known) };
}

/** A portal of another place than its list says is seen by what its rows say. */
function cityQuestions(
  { default_city: own }: Jurisdiction,
  cities: readonly (string | undefined)[],
): string[] {
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
