/**
 * Follows every answer to its end and settles it: records that were not handed over are refunded (C47); the request is
 * logged and counted.
 *
 * "Handed over" means that the operating system has accepted the piece with the record (pieces.ts); "delivered whole",
 * that it has accepted the last byte of the answer while the connection was open. What arrives after that cannot be
 * known. The `finish` event of Node's response is not enough: it is also emitted when a connection is closed while bytes
 * still wait in the process, and never for an answer that was not started.
 *
 * A failed refund is tried again for minutes. One that is lost is logged with its receipt.
 */
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Receipt, Refund } from '../../ledger/ledger.js';
import { CommitUnknown } from '../../ledger/unavailable.js';
import type { ServiceContext } from '../request/context.js';
import { drainMs, maxRefundRetryMs, refundGiveUpMs, refundRetryMs } from '../request/limits.js';
import { type Ending, logRequest } from './request-log.js';

/** The status that servers commonly log for a client that was gone before the answer. */
export const clientGone = 499;

/** Requests in process, by their raw request, with the request on whose behalf each was made. */
const outerRequests = new WeakMap<IncomingMessage, FastifyRequest>();

/**
 * Makes the outer request answer for what the inner one, made in process on its behalf, is charged: if the outer answer
 * is not delivered, nobody got the records.
 */
export function chargeTo(outer: FastifyRequest, inner: IncomingMessage): void {
  outerRequests.set(inner, outer);
}

/** Outer requests that ended without being answered: what is charged for them from then on has no reader. */
const lost = new WeakSet<FastifyRequest>();

/** Whether the request was made in process on behalf of another one. */
export function isInner({ raw }: FastifyRequest): boolean {
  return outerRequests.has(raw);
}

/** The records that the request was charged for. */
export function chargedRecords({ receipts }: FastifyRequest): number {
  return (receipts ?? []).reduce((sum, { records: { from, to } }) => sum + to - from, 0);
}

/** Notes how many of the records of a request's charges were handed over, in their order. */
export function noteHanded(request: FastifyRequest, handed: number): void {
  if (request.receipts === null) return;
  let left = handed;
  request.receipts = request.receipts.map((receipt) => {
    const { from, to } = receipt.records;
    const handedTo = Math.min(to, from + left);
    left -= handedTo - from;
    return { ...receipt, handedTo };
  });
}

/** Whether nobody waits for the answer to a request in process any more. */
function hasLostOuter({ raw }: FastifyRequest): boolean {
  const outer = outerRequests.get(raw);
  return outer !== undefined && lost.has(outer);
}

/** Hands the charges of a request in process that was answered to the outer request. */
function passReceiptsOn({ raw, receipts }: FastifyRequest): void {
  const outer = outerRequests.get(raw);
  if (outer !== undefined && receipts !== null) outer.receipts = [...(outer.receipts ?? []), ...receipts];
}

const nothing: Refund = { credits: 0, withheld: 0 };

export interface Settlement {
  /** Starts following the answer to a request. */
  follow(request: FastifyRequest, reply: FastifyReply): void;
  /**
   * Resolves when all answers are settled, or after the time for draining. Refunds are no longer tried again.
   */
  finish(): Promise<void>;
}

/** Starts the settlement of a service. */
export function settleAnswers(context: ServiceContext): Settlement {
  const stopping = new AbortController();
  let open = 0;
  let onIdle = () => {};

  async function refundIfDue(request: FastifyRequest, isAnswered: boolean): Promise<Refund> {
    // The client may hang up while the charge is still being written.
    await request.charging?.catch(() => {});
    let total = nothing;
    if (isAnswered) return total;
    for (const receipt of request.receipts ?? []) {
      if (receipt.handedTo === receipt.records.to) continue;
      const { credits, withheld } = await refund(context, receipt, request, stopping.signal);
      total = { credits: total.credits + credits, withheld: total.withheld + withheld };
    }
    return total;
  }

  function close(request: FastifyRequest, ending: Ending): void {
    logRequest(context, request, ending);
    open -= 1;
    if (open === 0) onIdle();
  }

  function settle(request: FastifyRequest, reply: FastifyReply, isWhole: boolean): void {
    const { elapsedTime, statusCode, raw } = reply;
    const status = isWhole || raw.headersSent ? statusCode : clientGone;
    const ending = { status, latencyMs: elapsedTime, isWhole, refund: nothing };
    const isAnswered = isWhole && status === 200 && !hasLostOuter(request);
    if (isAnswered) passReceiptsOn(request);
    else lost.add(request);
    if (request.charging === null && (request.receipts === null || isAnswered)) close(request, ending);
    else void refundIfDue(request, isAnswered).then((refund) => close(request, { ...ending, refund }));
  }

  return {
    follow(request, reply) {
      open += 1;
      const { socket } = request.raw;
      let isWhole = false;
      // Before Node's own listener, which releases the socket.
      reply.raw.prependOnceListener('finish', () => {
        isWhole = !socket.destroyed && !socket.errored;
      });
      reply.raw.once('close', () => settle(request, reply, isWhole));
    },
    async finish() {
      stopping.abort();
      if (open === 0) return;
      const idle = new Promise<void>((resolve) => {
        onIdle = resolve;
      });
      await Promise.race([idle, delay(drainMs, undefined, { ref: false })]);
    },
  };
}

/** Refunds a charge, and tries again for minutes; gives nothing if the refund is lost. */
async function refund(
  { ledger, counters }: ServiceContext,
  receipt: Receipt,
  request: FastifyRequest,
  stopping: AbortSignal,
): Promise<Refund> {
  const begun = performance.now();
  for (let waitMs = refundRetryMs; ; waitMs = Math.min(2 * waitMs, maxRefundRetryMs)) {
    try {
      const refunded = await ledger.refund(receipt);
      counters.refunded(refunded);
      return refunded;
    } catch (error) {
      // A refund of which nobody knows whether it was committed must not be made twice.
      const isLost =
        error instanceof CommitUnknown || stopping.aborted || performance.now() - begun > refundGiveUpMs;
      if (isLost) {
        const requestHash = receipt.requestHash && Buffer.from(receipt.requestHash).toString('hex');
        request.log.error({ err: error, receipt: { ...receipt, requestHash } }, 'a refund is lost');
        counters.refundLost(receipt.credits);
        return nothing;
      }
    }
    await delay(waitMs, undefined, { signal: stopping }).catch(() => {});
  }
}
