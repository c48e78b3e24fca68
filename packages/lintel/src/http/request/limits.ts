/** Every limit of the service in one place. What a caller sends beyond one of them is refused, never cut. */

/** Characters of a request's URL; beyond: 414. */
export const maxUrlLength = 8_192;

/** Parameters in one query; beyond: 400. More than any endpoint takes, with every list full. */
export const maxQueryParameters = 512;

/** Characters of the header that names ignored parameters; longer lists are cut. */
export const maxIgnoredLength = 1_000;

/** Seconds for which a browser keeps to TLS once it has seen it. */
export const hstsSeconds = 31_536_000;

/** Headers of a request; beyond: 431. */
export const maxHeadersCount = 200;

/** Bytes of all header names and values; beyond: 431. */
export const maxHeaderBytes = 16_384;

/** Bytes of request line and headers at which the parser itself gives up. */
export const maxRequestHeadBytes = 65_536;

/** Characters of a request id that a client sends; a longer or stranger one is replaced. */
export const maxRequestIdLength = 128;

/** What a connection may draw out, and how many there may be. */
export interface ConnectionLimits {
  /** Milliseconds in which the headers of a request must have come, from the opening of a connection on; beyond: 408. */
  readonly headersTimeoutMs: number;
  /** Milliseconds in which a whole request must have come; beyond: 408. */
  readonly requestTimeoutMs: number;
  /** Milliseconds in which a finished answer must have been taken; beyond, the connection is closed. */
  readonly answerTimeoutMs: number;
  /** Requests that a connection may send ahead while an earlier one is answered; with one more it is closed. */
  readonly maxWaitingRequests: number;
  /** Bytes of finished answers that no client has taken, in one process; beyond, those that wait longest are cut off. */
  readonly maxUnreadBytes: number;
  /** Milliseconds after which an idle connection is closed. Longer than the idle time of common proxies. */
  readonly keepAliveTimeoutMs: number;
  /** Milliseconds without a byte on a connection. */
  readonly silenceTimeoutMs: number;
  /** Milliseconds between two looks for connections that passed a timeout: so much later they may be closed. */
  readonly checkMs: number;
  /** Connections of one process; further ones are closed at once. */
  readonly maxConnections: number;
  /** Connections of one process from one address that is no trusted proxy; further ones are closed at once. */
  readonly maxConnectionsAnAddress: number;
}

export const connectionLimits: ConnectionLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 20_000,
  answerTimeoutMs: 60_000,
  maxWaitingRequests: 16,
  maxUnreadBytes: 256 * 1024 * 1024,
  keepAliveTimeoutMs: 72_000,
  silenceTimeoutMs: 120_000,
  checkMs: 5_000,
  maxConnections: 10_000,
  maxConnectionsAnAddress: 1_000,
};

/** Connections to the address that metrics are served on; further ones are closed at once. */
export const maxMetricsConnections = 64;

/** Milliseconds between an answer to what was no readable request and the end of its connection. */
export const lingerMs = 500;

/** Milliseconds until a refund that the ledger cannot write for now is tried again; twice as long each further time. */
export const refundRetryMs = 250;

/** The longest wait between two such tries, in milliseconds. */
export const maxRefundRetryMs = 30_000;

/** Milliseconds after which a refund that could not be written is given up, and logged as lost. */
export const refundGiveUpMs = 600_000;

/** Milliseconds that requests in flight get to finish when the service stops. */
export const drainMs = 10_000;

/** Milliseconds after which `total_count` is given up (C1). */
export const countTimeLimitMs = 250;

/** Answers of fewer bytes are not compressed: the gain would be less than a packet. */
export const minCompressedBytes = 1_024;

/** Seconds for which a browser may remember the answer to a preflight request. */
export const preflightMaxAgeSeconds = 86_400;

/** Milliseconds between two looks whether the ledger takes charges, however often `/readyz` is asked. */
export const ledgerProbeEveryMs = 250;

/** Milliseconds after which a ledger that does not answer counts as away for `/readyz`. */
export const ledgerProbeLimitMs = 2_000;

/** Milliseconds before a serving process that died is started again; twice as long each time that it dies soon. */
export const workerRestartMs = 1_000;

/** The longest of these waits. */
export const maxWorkerRestartMs = 60_000;

/** Milliseconds after which a serving process has lived long enough for its death to count as the first. */
export const healthyWorkerMs = 60_000;

/** Serving processes of one `serve`. */
export const maxWorkers = 64;
