/** Every limit of the service in one place. What a caller sends beyond one of them is refused, never cut. */

/** Characters of a request's URL; beyond: 414. */
export const maxUrlLength = 8_192;

/** Bytes of all header names and values; beyond: 431. */
export const maxHeaderBytes = 16_384;

/** Bytes of request line and headers at which the parser itself gives up. */
export const maxRequestHeadBytes = 65_536;

/** Characters of a request id that a client sends; a longer or stranger one is replaced. */
export const maxRequestIdLength = 128;

/** Milliseconds in which the headers of a request must have come. */
export const headersTimeoutMs = 10_000;

/** Milliseconds in which a whole request must have come. */
export const requestTimeoutMs = 20_000;

/** Milliseconds after which an idle connection is closed. Longer than the idle time of common proxies. */
export const keepAliveTimeoutMs = 72_000;

/** Milliseconds without a byte on a connection, for example a client that does not read its answer. */
export const connectionTimeoutMs = 120_000;

/** Milliseconds between two looks for connections that passed a timeout. */
export const connectionsCheckMs = 5_000;

/** Connections of one process; further ones are closed at once. */
export const maxConnections = 10_000;

/** Milliseconds that requests in flight get to finish when the service stops. */
export const drainMs = 10_000;

/** Milliseconds after which `total_count` is given up (C1). */
export const countTimeLimitMs = 250;

/** Answers of fewer bytes are not compressed: the gain would be less than a packet. */
export const minCompressedBytes = 1_024;

/** Seconds for which a browser may remember the answer to a preflight request. */
export const preflightMaxAgeSeconds = 86_400;

/** Milliseconds between two starts of worker processes after one died. */
export const workerRestartMs = 1_000;

/** Serving processes of one `serve`. */
export const maxWorkers = 64;
