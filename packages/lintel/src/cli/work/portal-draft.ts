/** The draft of a portal of permit software for `source new`: where the address is one, or its page leads to one. */
import { allowedBy } from '../../base/host-and-port.js';
import { UsageError } from '../../base/usage-error.js';
import { UserError } from '../../base/user-error.js';
import { agencyAt } from '../../sources/definition/portal-definition.js';
import type { Draft, Sample } from '../../sources/draft/draft-definition.js';
import type { PortalClient } from '../../sources/fetch/portal-client.js';
import type { FoundPortal } from '../../sources/inventory/recognise-portal.js';
import type { PortalDraft, PortalDraftOptions } from '../../sources/portals/draft-portal.js';
import type { Installation } from '../terminal/installation.js';
import { portalOptions } from './portal-options.js';

type KindOptions = PortalDraftOptions & { readonly kind: string; readonly baseUrl?: string };

interface PortalSample {
  readonly draft: Draft;
  readonly rows: Sample['rows'];
  readonly notes: readonly string[];
}

/** Null where the address is that of a dataset. */
export async function portalDraftOf(
  installation: Installation,
  address: string,
  options: KindOptions,
): Promise<PortalSample | null> {
  const { openPortals } = await import('../../sources/fetch/portal-rows.js');
  const { PortalClient: Client } = await import('../../sources/fetch/portal-client.js');
  const portals = portalOptions(installation);
  const { baseUrl } = options;
  // An address that was typed allows its host, even a private one.
  const allowHosts = [...portals.allowHosts, allowedBy(address)];
  const access = openPortals({ ...portals, allowHosts, ...(baseUrl !== undefined && { baseUrl }) });
  const client = new Client(access, portals.requestsPerSecond, installation.signal);
  try {
    const portal = await recognised(address, client);
    if (portal === null) return refuseRest(options);
    checkRest(portal, options);
    if (options.kind !== 'permits')
      throw new UserError(`${address} is a portal of permit software, which has permits only.`);
    const { draftPortal } = await import('../../sources/portals/draft-portal.js');
    const drafted = await draftPortal(portal, options, {
      client,
      directory: portals.directory,
      geography: await installation.geography(),
      sources: (await installation.catalog()).sources,
      ...(baseUrl !== undefined && { baseUrl }),
    });
    return {
      draft: await asDraft(drafted),
      rows: drafted.rows,
      notes: restNotes(installation, portal, options),
    };
  } finally {
    await access.dispatcher.destroy();
  }
}

function refuseRest({ rest }: KindOptions): null {
  if (rest === true) throw new UserError('--rest is for portals of Accela; the address is of none.');
  return null;
}

function checkRest({ software, address }: FoundPortal, { rest, agency }: KindOptions): void {
  if (rest !== true) {
    if (agency !== undefined) throw new UsageError('--agency goes with --rest.');
    return;
  }
  if (software !== 'accela')
    throw new UserError(`--rest is for portals of Accela; ${address} is one of another software.`);
  if (agency === undefined && agencyAt(address) === null)
    throw new UserError(`${address} does not say what Accela calls the agency.`, {
      hint: 'Add --agency CODE; its page at aca-prod.accela.com, or the agency, says it.',
    });
}

const accelaHost = 'apis.accela.com';

/** What an operator should know of Accela's interface: it needs an app id, and with one it is the better way. */
function restNotes({ config }: Installation, { software }: FoundPortal, { rest }: KindOptions): string[] {
  if (software !== 'accela') return [];
  if (rest === true)
    return [
      'fetch and nightly need your app id too: LINTEL_ACCELA_APP_ID, and LINTEL_ACCELA_TOKEN where the agency gave you a token.',
    ];
  return accelaHost in config.fetch.app_tokens
    ? ['your settings have an app id of Accela: with --rest the definition reads its interface for programs.']
    : [];
}

async function recognised(address: string, client: PortalClient): Promise<FoundPortal | null> {
  const { portalOfAddress } = await import('../../sources/inventory/recognise-portal.js');
  const { portalOfPage } = await import('../../sources/portals/portal-of-page.js');
  const { datasetAt } = await import('../../sources/draft/portal-address.js');
  const found = portalOfAddress(address);
  if (found !== null || datasetAt(address) !== null) return found;
  try {
    return await portalOfPage(address, client);
  } catch (error) {
    if (!(error instanceof UserError) || error.cause === undefined) throw error;
    throw new UserError(
      `${address} is no dataset or portal that Lintel knows, and no page that it can read.`,
      {
        hint: error.message,
        cause: error,
      },
    );
  }
}

/** The mapping is the platform's, so nothing of it is doubted; columns that it does not read are shown. */
async function asDraft({ definition, source, rows, questions }: PortalDraft): Promise<Draft> {
  const { profileColumns } = await import('../../sources/draft/columns/profile.js');
  const fields = Object.entries(source.definition.map).map(([field, expression]) => ({
    field,
    expression,
    columns: [],
    confidence: 1,
    doubt: null,
  }));
  const read = new Set(source.columns);
  const unmapped = profileColumns(rows).filter(
    ({ name, isNested, example }) => !isNested && example !== '' && !read.has(name),
  );
  return { definition, isBlds: false, fields, open: [], unmapped, questions };
}
