/** @hey-api/openapi-ts: a function an operation. The extension is what Node needs to load the compiled files. */
export default {
  input: `${process.env.LINTEL_URL}/v2/openapi.json`,
  output: { path: 'out/hey-api', importFileExtension: '.js' },
  logs: { level: 'error', file: false },
};
