/**
 * Sends a stream of records in chunks: a chunk is found, charged, and handed over piece by piece; then the next. So
 * a record is never sent before its charge is durable, and at most one chunk is charged and not yet handed over.
 * What of it the system did not accept is refunded (settlement.ts).
 *
 * Once the answer has begun, an error can only end it early. The connection is then closed without the last chunk of
 * the transfer coding, which clients report as an error: a stream that ends properly is whole. The caller
 * resumes it, and the next answer says why it cannot go on.
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { errors, parameterFault } from '@lintel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RecordBytes } from '../../format/record.js';
import type { Caller, Charge } from '../../ledger/ledger.js';
import type { ServedRelease } from '../../releases/release.js';
import { keyHeaders } from '../request/authentication.js';
import type { ServiceContext, StreamSlot } from '../request/context.js';
import { vary } from '../request/headers.js';
import { cursorError, HttpError } from '../request/http-error.js';
import { chunkRecords, skippedAtOnce, unpaidOffset } from '../request/limits.js';
import { type Coding, chooseCoding, type StreamCompression, streamCompression } from './compression.js';
import { balanceHeaders, creditRefusal, priceOf } from './metering.js';
import { beginBody, writeBytes } from './pieces.js';
import { noteHanded } from './settlement.js';
import type { PreparedStream, StreamRoute } from './stream-route.js';

/** Why a stream ended before its last record; a caller that hung up is not among them. */
type CutStream = 'credit_limit' | 'release_removed' | 'slow' | 'stopping' | 'failed';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the service ended the stream early; null if it did not. */
    cut: CutStream | null;
  }
}

/** How long a caller has to read the last records that the credits paid for. Milliseconds. */
const readingMs = 500;

/** The errors after which a stream cannot go on. */
const cutsByStatus: Readonly<Record<number, CutStream>> = {
  [errors.credit_limit.status]: 'credit_limit',
  [errors.validation.status]: 'release_removed',
  [errors.unavailable.status]: 'stopping',
};

/** Without a transfer coding the end of the connection would be the end of the answer, whole or not. */
const needsHttp11 =
  'An export needs HTTP/1.1, in which a broken answer differs from a whole one. A proxy between must speak it too.';

/** A charged chunk of records. */
interface Chunk {
  readonly records: readonly RecordBytes[];
  /** Whether the credits are not enough for the records after it. */
  readonly isLastAffordable: boolean;
}

/** Answers a request to an export. Throws the error that the caller receives before the stream has begun. */
export async function sendStream(
  context: ServiceContext,
  route: StreamRoute,
  prepared: PreparedStream,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (request.raw.httpVersion === '1.0') throw new HttpError('bad_request', { detail: needsHttp11 });
  const slot = context.streams.enter(caller.accountId, () => {
    request.cut = 'slow';
    context.counters.connectionCut('slow');
    reply.raw.destroy();
  });
  try {
    await new RecordStream(context, route, prepared, caller, slot, request, reply).send();
  } finally {
    slot.leave();
  }
}

class RecordStream {
  readonly #context: ServiceContext;
  readonly #route: StreamRoute;
  readonly #prepared: PreparedStream;
  readonly #caller: Caller;
  readonly #slot: StreamSlot;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #exportHash: Uint8Array;
  /** The number of the next record to charge, and the position from which it is found; null after the last. */
  #number: number;
  #position: number | null;
  #isFirst = true;

  constructor(
    context: ServiceContext,
    route: StreamRoute,
    prepared: PreparedStream,
    caller: Caller,
    slot: StreamSlot,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    this.#slot = slot;
    this.#context = context;
    this.#route = route;
    this.#prepared = prepared;
    this.#caller = caller;
    this.#request = request;
    this.#reply = reply;
    const name = JSON.stringify([caller.accountId, prepared.exportId]);
    this.#exportHash = createHash('sha256').update(name).digest().subarray(0, 16);
    this.#number = prepared.offset;
    this.#position = prepared.isWhole ? prepared.offset : 0;
  }

  async send(): Promise<void> {
    if (this.#request.method === 'HEAD') {
      await this.#charge(0);
      this.#begin('identity');
      this.#reply.raw.end();
      return;
    }
    await this.#skip();
    let chunk = await this.#nextChunk();
    if (this.#reply.raw.destroyed) {
      this.#reply.hijack();
      return;
    }
    const accepted = this.#prepared.isPacked ? undefined : this.#request.headers['accept-encoding'];
    const coding = chooseCoding(accepted, Number.POSITIVE_INFINITY);
    this.#begin(coding);
    const compression = streamCompression(coding, this.#context.work);
    try {
      if (!(await this.#write(await compression.compress(this.#prepared.head())))) return;
      while (chunk !== null) {
        if (!(await this.#handOver(chunk, compression))) return;
        if (chunk.isLastAffordable) return await this.#cut('credit_limit');
        chunk = await this.#nextChunk();
      }
      const foot = await compression.compress(await this.#prepared.foot());
      this.#reply.raw.end(Buffer.concat([foot, await compression.end()]));
    } catch (error) {
      await this.#endEarly(error);
    } finally {
      compression.close();
      this.#context.unread.forget(this.#reply.raw);
    }
  }

  /** Goes to the first wanted record of a search, a number of records in each turn of the event loop. */
  async #skip(): Promise<void> {
    if (this.#prepared.isWhole) return;
    await this.#checkOffset();
    for (let left = this.#prepared.offset; left > 0 && this.#position !== null; ) {
      const { items, next } = await this.#prepared.find(
        await this.#release(),
        this.#position,
        Math.min(left, skippedAtOnce),
      );
      left -= items.length;
      this.#position = next;
      await nextTurn();
      if (this.#reply.raw.destroyed) return;
    }
  }

  /** Refuses to walk further over the matches of a search than the export has paid for. */
  async #checkOffset(): Promise<void> {
    const { offset } = this.#prepared;
    if (offset <= unpaidOffset || this.#price(1).credits === 0) return;
    if (offset <= (await this.#context.ledger.paidTo(this.#exportHash))) return;
    const message = `An export of a search can leave out ${unpaidOffset} records, or as many as it has paid for within the last 24 hours: give the cursor of the export that you resume.`;
    throw new HttpError('validation', { detail: [parameterFault('offset', String(offset), message)] });
  }

  /** Finds and charges the next chunk; null after the last record, or when the caller has hung up. */
  async #nextChunk(): Promise<Chunk | null> {
    // Chunks end at the same records in each stream of an export, so that a charge is given back as it was made.
    const size = chunkRecords - (this.#number % chunkRecords);
    if (this.#position === null || this.#reply.raw.destroyed) return null;
    const { items, next } = await this.#prepared.find(await this.#release(), this.#position, size);
    if (this.#reply.raw.destroyed) return null;
    this.#position = next;
    let records = items;
    for (;;) {
      if (records.length === 0) {
        // Sets the headers of an export without records.
        if (this.#isFirst) await this.#charge(0);
        return null;
      }
      const charge = await this.#charge(records.length);
      if (charge.granted) break;
      const fitting = Math.min(charge.fitting ?? 0, records.length - 1);
      if (fitting === 0) throw this.#refusal(charge);
      records = records.slice(0, fitting);
    }
    this.#number += records.length;
    this.#isFirst = false;
    return { records, isLastAffordable: records.length < items.length };
  }

  /** The release of the export. It may be removed, and the service may stop, at any time. */
  async #release(): Promise<ServedRelease> {
    if (this.#context.isStopping()) throw new HttpError('unavailable');
    const release = await this.#context.releases.get(this.#prepared.releaseId);
    if (release === null) throw cursorError('expired', this.#prepared.cursor);
    return release;
  }

  /** Charges a number of records. If the caller hangs up meanwhile, the settlement waits for the charge. */
  async #charge(records: number): Promise<Charge> {
    const { endpoint } = this.#route;
    const { credits } = this.#price(records);
    const charging = this.#context.ledger.charge({
      accountId: this.#caller.accountId,
      keyId: this.#caller.keyId,
      budget: this.#caller.budget,
      endpoint: endpoint.id,
      credits,
      records: { from: this.#number, to: this.#number + records },
      requestHash: credits === 0 ? null : this.#exportHash,
      exportPart: this.#isFirst ? 'first' : 'further',
    });
    const noted = charging.then((charge) => {
      if (!charge.granted) return;
      if (credits > 0) this.#request.receipts = [charge.receipt];
      this.#request.credits += charge.receipt.credits;
    });
    this.#request.charging = noted.finally(() => {
      this.#request.charging = null;
    });
    await this.#request.charging;
    const charge = await charging;
    if (this.#isFirst) this.#reply.headers(balanceHeaders(charge));
    return charge;
  }

  #refusal(charge: Charge): HttpError {
    return creditRefusal(this.#context, this.#caller, this.#price(1), charge);
  }

  #price(records: number): ReturnType<typeof priceOf> {
    const { endpoint } = this.#route;
    if (endpoint.answer.kind === 'object') throw new Error(`${endpoint.id} is not metered`);
    return priceOf(this.#context, this.#caller, endpoint.answer.resource, records, 'GET');
  }

  #begin(coding: Coding): void {
    const { contentType, cursor, headers } = this.#prepared;
    const reply = this.#reply;
    const { schema } = this.#route.endpoint.answer;
    const title = 'title' in schema ? String(schema.title) : '';
    vary(reply, [...keyHeaders, 'Accept-Encoding']);
    reply.headers({
      ...headers,
      'cache-control': 'private, no-store',
      'content-type': contentType,
      'x-export-cursor': cursor,
      link: `</v2/openapi.json#/components/schemas/${title}>; rel="describedby"`,
      ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
    });
    beginBody(reply, this.#context.isStopping());
  }

  /** Hands a chunk over piece by piece. Returns false when the connection is gone. */
  async #handOver({ records }: Chunk, compression: StreamCompression): Promise<boolean> {
    await this.#prepared.prepare(records, await this.#release());
    let from = 0;
    let bytes = 0;
    for (const [i, record] of records.entries()) {
      bytes += record.length;
      if (bytes < this.#prepared.partBytes && i < records.length - 1) continue;
      const piece = await this.#prepared.bytes(records.slice(from, i + 1));
      if (!(await this.#write(await compression.compress(piece)))) return false;
      noteHanded(this.#request, i + 1);
      from = i + 1;
      bytes = 0;
    }
    this.#request.receipts = null;
    return true;
  }

  /** Writes bytes. Resolves with false when the connection is gone. */
  async #write(bytes: Buffer): Promise<boolean> {
    if (bytes.length > 0) this.#context.unread.hold(this.#reply.raw, bytes.length);
    this.#slot.waits();
    const isTaken = await writeBytes(bytes, this.#request, this.#reply);
    this.#slot.took(bytes.length);
    return isTaken;
  }

  async #endEarly(error: unknown): Promise<void> {
    if (error instanceof HttpError) await this.#cut(cutsByStatus[error.status] ?? 'failed');
    else {
      this.#request.log.error({ err: error }, 'an export failed');
      await this.#cut('failed');
    }
  }

  /** Closes the connection in the middle of the answer. */
  async #cut(reason: CutStream): Promise<void> {
    const { raw } = this.#reply;
    this.#request.cut = reason;
    // A browser drops what it has received and not read yet: resumed at once, it would lose the same records again.
    if (reason === 'credit_limit') await delay(readingMs);
    raw.destroy();
  }
}
