/** An MCP server over any Lintel service. See the package's README.md. */
export { answerMcp, maxBodyBytes } from './handler.js';
export { lintelMcpServer } from './server.js';
export { serveOnStdio } from './stdio.js';
