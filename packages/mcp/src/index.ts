/** An MCP server over any Lintel service. See the package's README.md. */
export { type McpHandler, maxBodyBytes, mcpHandler } from './handler.js';
export { lintelMcpServer } from './server.js';
export { serveOnStdio } from './stdio.js';
