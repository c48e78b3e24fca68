/**
 * `lintel mcp`: the tools of the service for agents, over MCP on standard input and output, from a remote service or
 * from the published release of a home.
 */
import type { LintelOptions } from '@lintel/client';
import { locateHome } from '../../base/home.js';
import { UsageError } from '../../base/usage-error.js';
import type { CommandGroup } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';

interface McpOptions {
  readonly url?: string;
  readonly key?: string;
}

export function defineMcp(root: CommandGroup): void {
  root
    .define(
      'mcp',
      'Serve tools for AI agents on standard input and output (MCP)',
      'lintel mcp --home .lintel',
    )
    .option('--url <address>', 'service to ask (default: $LINTEL_URL, else the release of the home)')
    .option('--key <key>', 'API key of the service (default: $LINTEL_KEY)')
    .details('Agents start this program themselves; docs/agents.md shows their settings.')
    .run(async (installation, options: McpOptions) => {
      const { serveOnStdio } = await import('@lintel/mcp');
      const { service, close } = await openService(installation, options);
      await serveOnStdio(service);
      await close();
      return null;
    });
}

interface OpenService {
  readonly service: LintelOptions;
  close(): Promise<void>;
}

/** The service at the address, or the release of the home in this process. */
async function openService(installation: Installation, options: McpOptions): Promise<OpenService> {
  const { LINTEL_URL, LINTEL_KEY } = process.env;
  const url = options.url ?? (installation.homeOption === null ? LINTEL_URL : undefined);
  const key = options.key ?? LINTEL_KEY;
  if (url !== undefined) {
    if (key === undefined) {
      throw new UsageError('A service needs a key.', { hint: 'Add --key, or set LINTEL_KEY.' });
    }
    return { service: { baseUrl: url, key, retries: 2, maxWaitMs: 5_000 }, close: async () => {} };
  }
  const { openLocalService } = await import('../../http/in-process/local-service.js');
  const { fetch, close } = openLocalService(locateHome(installation.directory));
  return { service: { baseUrl: 'http://lintel.local', fetch, retries: 0 }, close };
}
