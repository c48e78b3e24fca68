/**
 * Follows every answer to its end, whatever the end is, and settles it: a charge whose answer was not handed to the
 * socket whole is taken back, and the request is logged and counted.
 *
 * "Handed to the socket whole" means: the operating system has accepted the last byte of the answer while the connection
 * was open. From then on nobody can tell what arrives. `finish` of Node's response alone does not say it: it is emitted
 * too when a connection is closed while bytes still wait in the process, and never for an answer that was not begun.
 *
 * A refund that the ledger cannot write now is tried again, for minutes. One that is lost is logged with its receipt.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Receipt } from '../../ledger/ledger.js';
import { CommitUnknown } from '../../ledger/unavailable.js';
import type { ServiceContext } from '../request/context.js';
import { drainMs, maxRefundRetryMs, refundGiveUpMs, refundRetryMs } from '../request/limits.js';
import { type Ending, logRequest } from './request-log.js';

/** As other servers log a request whose client was gone before anything could be said to it. */
const clientGone = 499;

export interface Settlement {
  /** Begins to follow the answer to a request. */
  follow(request: FastifyRequest, reply: FastifyReply): void;
  /** Resolves when all answers have ended and are settled, or after the time for draining. Refunds no longer wait. */
  finish(): Promise<void>;
}

export function settleAnswers(context: ServiceContext): Settlement {
  const { ledger, counters } = context;
  const stopping = new AbortController();
  let open = 0;
  let onIdle = () => {};

  async function refund(receipt: Receipt, request: FastifyRequest): Promise<number> {
    const begun = performance.now();
    for (let waitMs = refundRetryMs; ; waitMs = Math.min(2 * waitMs, maxRefundRetryMs)) {
      try {
        const credits = await ledger.refund(receipt);
        counters.refunded(credits);
        return credits;
      } catch (error) {
        const isLost =
          // It may have been written: a second one would be one too many.
          error instanceof CommitUnknown ||
          stopping.signal.aborted ||
          performance.now() - begun > refundGiveUpMs;
        if (isLost) {
          const requestHash = receipt.requestHash && Buffer.from(receipt.requestHash).toString('hex');
          request.log.error({ err: error, receipt: { ...receipt, requestHash } }, 'a refund is lost');
          counters.refundLost(receipt.credits);
          return 0;
        }
      }
      await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  async function takeBack(request: FastifyRequest, isAnswered: boolean): Promise<number> {
    // The client may be gone while the charge is still being written.
    await request.charging?.catch(() => {});
    const { receipt } = request;
    return receipt === null || isAnswered ? 0 : refund(receipt, request);
  }

  function close(request: FastifyRequest, ending: Ending): void {
    logRequest(counters, request, ending);
    open -= 1;
    if (open === 0) onIdle();
  }

  function settle(request: FastifyRequest, reply: FastifyReply, isWhole: boolean): void {
    const { elapsedTime, statusCode, raw } = reply;
    const status = isWhole || raw.headersSent ? statusCode : clientGone;
    const ending = { status, latencyMs: elapsedTime, isWhole, refunded: 0 };
    const isAnswered = isWhole && status === 200;
    if (request.charging === null && (request.receipt === null || isAnswered)) close(request, ending);
    else void takeBack(request, isAnswered).then((refunded) => close(request, { ...ending, refunded }));
  }

  return {
    follow(request, reply) {
      open += 1;
      const { socket } = request.raw;
      let isWhole = false;
      // Before Node's own listener, which lets go of the socket.
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
