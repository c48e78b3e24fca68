/**
 * Answers that the client has not read completely. What the system cannot buffer stays in memory, so a client
 * has a limited time to read its answer, and all unread answers together may have a limited number of bytes.
 * Beyond it the oldest are cut off and their charges refunded.
 *
 * One interval checks all answers, instead of a timer for each: nearly all are gone by then.
 */
import type { ServerResponse } from 'node:http';
import type { UnreadPieces } from '../request/context.js';

interface UnreadLimits {
  /** Milliseconds in which an answer must be read. */
  readonly answerTimeoutMs: number;
  /** Bytes of all unread answers in one process. */
  readonly maxUnreadBytes: number;
  /** Milliseconds between two checks for late answers. */
  readonly checkMs: number;
}

export interface UnreadAnswers extends UnreadPieces {
  /** Adds an answer that is about to be sent. */
  add(response: ServerResponse, bytes: number): void;
  /** Bytes that are unread now. */
  readonly bytes: number;
  /** Stops the checks. */
  close(): void;
}

interface Unread {
  readonly bytes: number;
  readonly sinceMs: number;
}

/** Starts watching. `now` is a monotonic clock in milliseconds. */
export function watchUnread(
  { answerTimeoutMs, maxUnreadBytes, checkMs }: UnreadLimits,
  onCut: (reason: 'slow' | 'unread') => void,
  now: () => number = () => performance.now(),
): UnreadAnswers {
  /** Oldest first. */
  const answers = new Map<ServerResponse, Unread>();
  let total = 0;

  function forget(response: ServerResponse): void {
    const answer = answers.get(response);
    if (!answer) return;
    answers.delete(response);
    total -= answer.bytes;
  }

  function cut(response: ServerResponse, reason: 'slow' | 'unread'): void {
    forget(response);
    response.destroy();
    onCut(reason);
  }

  const timer = setInterval(() => {
    const latest = now() - answerTimeoutMs;
    for (const [response, { sinceMs }] of answers) {
      if (sinceMs > latest) return;
      cut(response, 'slow');
    }
  }, checkMs).unref();

  function hold(response: ServerResponse, bytes: number): void {
    forget(response);
    answers.set(response, { bytes, sinceMs: now() });
    total += bytes;
    for (const oldest of answers.keys()) {
      if (total <= maxUnreadBytes) return;
      cut(oldest, 'unread');
    }
  }

  return {
    add(response, bytes) {
      response.once('close', () => forget(response));
      hold(response, bytes);
    },
    hold,
    forget,
    get bytes() {
      return total;
    },
    close: () => clearInterval(timer),
  };
}
