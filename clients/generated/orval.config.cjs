/** orval: a function an operation, over `fetch`. */
module.exports = {
  lintel: {
    input: `${process.env.LINTEL_URL}/v2/openapi.json`,
    output: { target: 'out/orval.ts', client: 'fetch', mode: 'single', baseUrl: process.env.LINTEL_URL },
  },
};
