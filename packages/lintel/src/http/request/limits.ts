/** Every limit of the service. A request beyond one of them is refused, never truncated. */

/** Characters of a request's URL; beyond: 414. */
export const maxUrlLength = 8_192;

/** Parameters in one query; beyond: 400. More than any endpoint accepts with every list full. */
export const maxQueryParameters = 512;

/** Characters of the header that names ignored parameters; a longer list is truncated. */
export const maxIgnoredLength = 1_000;

/** Bytes of a body that the dashboard sends; beyond: 400. */
export const maxAccountBodyBytes = 16_384;

/** What one operator may do in a minute; beyond: 429. */
export const operatorActsAMinute = 60;

/** Pages of operators that follow tasks, in one process; beyond: 429. */
export const maxTaskFollowers = 64;

/** Milliseconds between two signs of life of a stream of events that has nothing to say. */
export const eventHeartbeatMs = 15_000;

/** Seconds for which a browser insists on TLS after it has used it once. */
export const hstsSeconds = 31_536_000;

/** Headers of a request; beyond: 431. */
export const maxHeadersCount = 200;

/** Bytes of all header names and values; beyond: 431. */
export const maxHeaderBytes = 16_384;

/** Bytes of request line and headers at which the parser itself gives up. */
export const maxRequestHeadBytes = 65_536;

/** Characters of a client's request id; one that is longer or has other characters is replaced. */
export const maxRequestIdLength = 128;

/**
 * Files of the pages that an address may load for each request that it may make: a first visit loads 49 of them beside
 * nine requests, and a file, which is found in memory, costs a small part of an answer.
 */
export const filesPerRequest = 20;

/** Refusals of a limit that are answered at once; further ones, until a request is granted again, are held back. */
export const promptRefusals = 10;

/** Milliseconds for which such a refusal is held back, about: half of it at least, and half more at most. */
export const slowRefusalMs = 1_000;

/** Milliseconds after which a stream of an account without work left asks again. */
export const workPollMs = 1_000;

/**
 * The part of the clock of each process that the work for an account may take while others ask. With what is not
 * counted (reading, authentication, refusals) it stays below a quarter.
 */
export const leastShare = 1 / 5;

/** Milliseconds of that share that may be taken at once. */
export const burstMs = 500;

/** Milliseconds without work for others after which an account is alone. */
export const aloneMs = 1_000;

/** Milliseconds for which a request waits for the share of its account; beyond: 429. */
export const longestTurnWaitMs = 10_000;

/** Bytes that are compressed in a millisecond, measured with pages of permits in gzip. */
export const compressedBytesAMs = 80_000;

/** Bytes of records that are encoded as Parquet in a millisecond, measured with permits. */
export const encodedBytesAMs = 37_000;

/** Milliseconds that a request of an agent takes besides the questions of its tools and its answer, as measured. */
export const toolsWorkMs = 5;

/** Bytes of such an answer that are made in a millisecond, measured with lists of tools. */
export const toolsBytesAMs = 24_000;

/** Limits of connections. */
export interface ConnectionLimits {
  /**
   * Milliseconds from the opening of a connection in which the headers of a request must arrive; beyond: 408.
   */
  readonly headersTimeoutMs: number;
  /** Milliseconds in which a whole request must arrive; beyond: 408. */
  readonly requestTimeoutMs: number;
  /** Milliseconds in which the client must read a finished answer; beyond, the connection is closed. */
  readonly answerTimeoutMs: number;
  /** Milliseconds in which the tools of an MCP request must have answered; beyond: 503, and nothing is charged. */
  readonly toolsTimeoutMs: number;
  /** Bytes of finished answers that clients have not read, in one process; beyond, the oldest are cut off. */
  readonly maxUnreadBytes: number;
  /** Milliseconds after which an idle connection is closed. Longer than the idle time of common proxies. */
  readonly keepAliveTimeoutMs: number;
  /** Milliseconds without a byte on a connection. */
  readonly silenceTimeoutMs: number;
  /** Milliseconds between two checks of the timeouts; a connection may be closed this much late. */
  readonly checkMs: number;
  /** Connections of one process; further ones are closed at once. */
  readonly maxConnections: number;
  /**
   * Connections of one process from one address, trusted proxies excepted; further ones are closed at once.
   */
  readonly maxConnectionsAnAddress: number;
}

export const connectionLimits: ConnectionLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 20_000,
  answerTimeoutMs: 60_000,
  toolsTimeoutMs: 60_000,
  maxUnreadBytes: 256 * 1024 * 1024,
  keepAliveTimeoutMs: 72_000,
  silenceTimeoutMs: 120_000,
  checkMs: 5_000,
  maxConnections: 10_000,
  maxConnectionsAnAddress: 1_000,
};

/** Connections to the metrics server; further ones are closed at once. */
export const maxMetricsConnections = 64;

/** Milliseconds between the answer to an unreadable request and the end of its connection. */
export const lingerMs = 500;

/** Milliseconds until a failed refund is tried again; doubled with each attempt. */
export const refundRetryMs = 250;

/** The longest wait between two such attempts, in milliseconds. */
export const maxRefundRetryMs = 30_000;

/** Milliseconds after which a failed refund is given up and logged as lost. */
export const refundGiveUpMs = 600_000;

/** Records of a stream that are charged at once, before the first of them is sent. */
export const chunkRecords = 2_000;

/** Bytes of an answer that are handed to the system at once, at least; what it did not accept is refunded. */
export const pieceBytes = 16_384;

/** The same of a stream, before it is compressed. */
export const streamPieceBytes = 65_536;

/** Records that a resumed stream goes over before other requests have their turn. */
export const skippedAtOnce = 2_000;

/** Records of a search that an export may leave out without having paid for them: walking to them costs nothing. */
export const unpaidOffset = 10_000;

/** Streams of one process, and of one account in it; further ones get 429. */
export const maxStreams = 64;
export const maxStreamsAnAccount = 4;

/** Of them, those that are kept for accounts without a stream. */
export const keptStreams = 16;

/** Bytes a second that the client of a stream must take, over this many milliseconds of waiting for it. */
export const leastStreamRate = 4_096;
export const streamRateMs = 30_000;

/** Milliseconds for which the service has waited for the client of a stream before that gives way to another. */
export const streamGraceMs = 1_000;

/** Seconds after which a refused stream may be tried again. */
export const streamRetrySeconds = 5;

/** Milliseconds that requests in flight have to finish when the service stops. */
export const drainMs = 10_000;

/** Smaller answers are not compressed: the gain would be less than a packet. */
export const minCompressedBytes = 1_024;

/** Seconds for which a browser may cache the answer to a preflight request. */
export const preflightMaxAgeSeconds = 86_400;

/** Milliseconds between two probes of the ledger, however often `/readyz` is requested. */
export const ledgerProbeEveryMs = 250;

/** Milliseconds after which a ledger that does not answer counts as unreachable for `/readyz`. */
export const ledgerProbeLimitMs = 2_000;

/** Milliseconds before a dead worker is replaced; doubled each time that one dies soon. */
export const workerRestartMs = 1_000;

/** The longest of these waits. */
export const maxWorkerRestartMs = 60_000;

/** A worker that lived for this many milliseconds was healthy: its death counts as the first one. */
export const healthyWorkerMs = 60_000;

/** The most workers of one `serve`. */
export const maxWorkers = 64;

/** Features of an OGC collection on a page: by default, and at most. */
export const defaultFeatures = 100;
export const maxFeatures = 500;

/** Records that one request to an OGC collection reads and tests for its filter. */
export const maxTestedRows = 5_000;

/** Charts of other sites whose answers are kept, at most; each has up to 1,000 rows. */
export const keptEmbeds = 100;
