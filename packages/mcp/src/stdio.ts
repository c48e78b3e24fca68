/** MCP over standard input and output: what desktop clients start as a program. */
import type { LintelOptions } from '@lintel/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { lintelMcpServer } from './server.js';

/**
 * Serves until the client closes standard input. Standard output carries the protocol: print nothing to it. Resolves
 * when the client is gone.
 */
export function serveOnStdio(service: LintelOptions): Promise<void> {
  return new Promise((resolve) => {
    serveStdio(() => lintelMcpServer(service), {
      onerror: (error) => process.stderr.write(`lintel mcp: ${error.message}\n`),
    });
    process.stdin.once('close', resolve);
    process.stdin.once('end', resolve);
  });
}
