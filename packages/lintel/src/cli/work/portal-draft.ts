/** The draft of a portal of permit software for `source new`: where the address is one, or its page leads to one. */
import { allowedBy } from '../../base/host-and-port.js';
import { UserError } from '../../base/user-error.js';
import type { Draft, Sample } from '../../sources/draft/draft-definition.js';
import type { PortalClient } from '../../sources/fetch/portal-client.js';
import type { PortalDraft, PortalDraftOptions } from '../../sources/inventory/draft-portal.js';
import type { FoundPortal } from '../../sources/inventory/recognise-portal.js';
import type { Installation } from '../terminal/installation.js';
import { portalOptions } from './portal-options.js';

type NamedOptions = PortalDraftOptions & { readonly kind: string };

/** Null where the address is that of a dataset. */
export async function portalDraftOf(
  installation: Installation,
  address: string,
  options: NamedOptions,
): Promise<{ readonly draft: Draft; readonly rows: Sample['rows'] } | null> {
  const { openPortals } = await import('../../sources/fetch/portal-rows.js');
  const { PortalClient: Client } = await import('../../sources/fetch/portal-client.js');
  const portals = portalOptions(installation);
  // An address that was typed allows its host, even a private one.
  const access = openPortals({ ...portals, allowHosts: [...portals.allowHosts, allowedBy(address)] });
  const client = new Client(access, portals.requestsPerSecond, installation.signal);
  try {
    const portal = await recognised(address, client);
    if (portal === null) return null;
    if (options.kind !== 'permits')
      throw new UserError(`${address} is a portal of permit software, which has permits only.`);
    const { draftPortal } = await import('../../sources/inventory/draft-portal.js');
    const drafted = await draftPortal(portal, options, {
      client,
      directory: portals.directory,
      geography: await installation.geography(),
      sources: (await installation.catalog()).sources,
    });
    return { draft: await asDraft(drafted), rows: drafted.rows };
  } finally {
    await access.dispatcher.destroy();
  }
}

async function recognised(address: string, client: PortalClient): Promise<FoundPortal | null> {
  const { portalOfAddress, portalOfPage } = await import('../../sources/inventory/recognise-portal.js');
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
