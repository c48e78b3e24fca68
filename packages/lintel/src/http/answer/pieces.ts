/**
 * Answers are handed over in pieces, each with whole records: the next one when the operating system has taken the one
 * before. So when a connection breaks, the service knows which records left it. Those are charged, the others refunded
 * (settlement.ts, C47).
 */
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Work } from '../request/account-work.js';
import type { ServiceContext } from '../request/context.js';
import { pieceBytes } from '../request/limits.js';
import { type Coding, compress, streamCompression } from './compression.js';
import type { PageBytes } from './page.js';
import { isInner, noteHanded } from './settlement.js';

/** A part of a body that is written at once. */
export interface Piece {
  readonly bytes: Buffer;
  /** How many records of the answer end in this piece or one before. */
  readonly records: number;
}

/** What a piece has before it is compressed: permits become an eighth. */
const compressedPieceBytes = 4 * pieceBytes;

/**
 * The place of the records in an answer that is of use only as a whole, such as a tile: the first piece has them, so that
 * nobody reads most of it for nothing.
 */
export function atOnce(records: number): readonly number[] {
  return new Array<number>(records).fill(0);
}

/** The body in the coding, as pieces; one piece for what is free. */
export async function piecesOf(
  { body, recordEnds }: { readonly body: Buffer; readonly recordEnds: readonly number[] | null },
  coding: Coding,
  work: Work,
): Promise<readonly Piece[]> {
  const least = coding === 'identity' ? pieceBytes : compressedPieceBytes;
  const pieces = recordEnds === null ? [{ bytes: body, records: 0 }] : cut({ body, recordEnds }, least);
  if (coding === 'identity') return pieces;
  if (pieces.length === 1)
    return [{ bytes: await compress(body, coding, work), records: recordEnds?.length ?? 0 }];
  const compression = streamCompression(coding, work);
  try {
    const compressed: Piece[] = [];
    for (const { bytes, records } of pieces) {
      const isLast = compressed.length === pieces.length - 1;
      const parts = [await compression.compress(bytes), ...(isLast ? [await compression.end()] : [])];
      compressed.push({ bytes: Buffer.concat(parts), records });
    }
    return compressed;
  } finally {
    compression.close();
  }
}

/** Cuts a body after records; a record that is much larger than a piece is cut itself. */
export function cut({ body, recordEnds }: PageBytes, least: number): readonly Piece[] {
  const pieces: Piece[] = [];
  const { length } = body;
  let records = 0;
  for (let from = 0; from < length || pieces.length === 0; ) {
    const wanted = from + least;
    // The last record leaves with the end of the body.
    const next = recordEnds.slice(records, -1).find((end) => end >= wanted) ?? length;
    const to = next <= wanted + least ? next : wanted;
    while ((recordEnds[records] ?? Number.POSITIVE_INFINITY) <= to) records += 1;
    pieces.push({ bytes: body.subarray(from, to), records });
    from = to;
  }
  return pieces;
}

/** Sends the pieces, and notes each that was taken. */
export async function sendPieces(
  { unread, isStopping }: Pick<ServiceContext, 'unread' | 'isStopping'>,
  pieces: readonly Piece[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const bytes = pieces.reduce((sum, piece) => sum + piece.bytes.length, 0);
  // An answer in process has a reader who pays for all of it, or loses all of it.
  if (pieces.length === 1 || request.method === 'HEAD' || isInner(request)) {
    reply.send(Buffer.concat(pieces.map((piece) => piece.bytes)));
    return;
  }
  beginBody(reply.header('content-length', bytes), isStopping());
  unread.hold(reply.raw, bytes);
  for (const piece of pieces) {
    if (!(await writeBytes(piece.bytes, request, reply))) break;
    noteHanded(request, piece.records);
  }
  unread.forget(reply.raw);
  if (!reply.raw.destroyed) reply.raw.end();
}

/** Sends the headers of an answer whose body is written piece by piece. */
export function beginBody(reply: FastifyReply, isStopping: boolean): void {
  if (isStopping) reply.header('connection', 'close');
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
}

/** Writes bytes. Resolves when the system has accepted them, or with false when the connection is gone. */
export async function writeBytes(
  bytes: Buffer,
  request: FastifyRequest,
  { raw }: FastifyReply,
): Promise<boolean> {
  const { socket } = request.raw;
  if (bytes.length === 0) return !raw.destroyed;
  return new Promise((resolve) => {
    const gone = () => resolve(false);
    raw.once('close', gone);
    raw.write(bytes, (error) => {
      raw.off('close', gone);
      // The write that a closed connection interrupts ends without an error.
      resolve(!error && !socket.destroyed);
    });
  });
}
