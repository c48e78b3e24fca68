/**
 * Answers that are on their way to clients: made, but not yet taken by the socket whole. What the system cannot buffer
 * stays in memory, so a client gets a limited time to take its answer, and all answers together a limited number of
 * bytes; beyond it those that have waited longest are cut off, and their charges taken back.
 *
 * Looks for late ones now and then instead of setting a timer for each answer: nearly all are gone by then.
 */
import type { ServerResponse } from 'node:http';

export interface UnreadLimits {
  /** Milliseconds in which an answer must have been taken. */
  readonly answerTimeoutMs: number;
  /** Bytes of all answers that are not taken yet, in one process. */
  readonly maxUnreadBytes: number;
  /** Milliseconds between two looks for answers that are late. */
  readonly checkMs: number;
}

export interface UnreadAnswers {
  /** Notes an answer of so many bytes that is about to be sent. */
  add(response: ServerResponse, bytes: number): void;
  /** Bytes that are on their way now. */
  readonly bytes: number;
  /** Stops looking. */
  close(): void;
}

interface Unread {
  readonly bytes: number;
  readonly sinceMs: number;
}

/** Begins watching. `now` is in milliseconds and never goes back. */
export function watchUnread(
  { answerTimeoutMs, maxUnreadBytes, checkMs }: UnreadLimits,
  onCut: (reason: 'slow' | 'unread') => void,
  now: () => number = () => performance.now(),
): UnreadAnswers {
  /** The oldest first. */
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

  return {
    add(response, bytes) {
      answers.set(response, { bytes, sinceMs: now() });
      total += bytes;
      response.once('close', () => forget(response));
      for (const oldest of answers.keys()) {
        if (total <= maxUnreadBytes) return;
        cut(oldest, 'unread');
      }
    },
    get bytes() {
      return total;
    },
    close: () => clearInterval(timer),
  };
}
