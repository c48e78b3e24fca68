/**
 * The program `lintel-mcp`: the MCP server on standard input and output over a remote service, named by `--url` and
 * `--key` or by `LINTEL_URL` and `LINTEL_KEY`. `lintel mcp` serves a home of this machine too.
 */
import { parseArgs } from 'node:util';
import { serveOnStdio } from './stdio.js';

const usage = `Usage: lintel-mcp --url https://permits.example.org --key KEY

Serves MCP on standard input and output over a Lintel service.
  --url  address of the service (default: $LINTEL_URL)
  --key  API key (default: $LINTEL_KEY; there it is in no list of processes)
`;

const options = { url: { type: 'string' }, key: { type: 'string' }, help: { type: 'boolean' } } as const;

/** The options of the command line; null if they are not valid. */
function read() {
  try {
    return parseArgs({ options }).values;
  } catch {
    return null;
  }
}

const given = read();
const url = given?.url ?? process.env.LINTEL_URL;
const key = given?.key ?? process.env.LINTEL_KEY;
if (given?.help === true) process.stdout.write(usage);
else if (given === null || url === undefined || key === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else await serveOnStdio({ baseUrl: url, key, retries: 2, maxWaitMs: 5_000 });
