/**
 * `lintel mcp`: the tools of the service for agents, over MCP on standard input and output, from a service or from the
 * published release of a home, whichever the other commands of callers ask.
 */
import type { Connection } from '../api/connection.js';
import { type CommandGroup, runToEnd } from '../terminal/define.js';

interface McpOptions {
  readonly url?: string;
  readonly key?: string;
  readonly home?: string;
}

/** Fails when no service answers there, or refuses the key: an agent would only see tools that fail. */
async function checkService(connection: Connection): Promise<void> {
  const [{ Lintel }, { failureOf }] = await Promise.all([
    import('@lintel/client'),
    import('../api/failure.js'),
  ]);
  try {
    await new Lintel({ ...connection.service, retries: 0 }).usage();
  } catch (error) {
    throw await failureOf(error, connection, []);
  }
}

export function defineMcp(root: CommandGroup): void {
  const command = root
    .command('mcp', 'Serve tools for AI agents on standard input and output (MCP)')
    .option('--url <address>', 'a service, such as https://permits.example.org')
    .option('--key <key>', 'its API key')
    .option('--home <directory>', 'the release of this home, without a service')
    .addHelpText(
      'after',
      '\nAgents start this program themselves; docs/agents.md shows their settings.\n\nExample:\n  lintel mcp --home .lintel',
    );
  command.action((options: McpOptions) =>
    runToEnd(false, async () => {
      const [{ connect }, { serveOnStdio }] = await Promise.all([
        import('../api/connection.js'),
        import('@lintel/mcp'),
      ]);
      // Standard output carries the protocol.
      const connection = await connect(options, (message) => process.stderr.write(`${message}\n`));
      const { service, close } = connection;
      await checkService(connection);
      // An agent waits for an answer, and can call again itself.
      await serveOnStdio({ ...service, maxWaitMs: 5_000 });
      await close();
      return null;
    }),
  );
}
