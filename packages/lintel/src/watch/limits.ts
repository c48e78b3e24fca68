/** The limits of watches. */

/** Records in one message. */
export const maxItems = 100;

/** Records that one publication delivers to a webhook; further ones are only counted (`total`). */
export const maxMatches = 10_000;

/** Attempts to send a message, the first one included: over a day with `retryAfterMs`. */
export const maxAttempts = 9;

/** Milliseconds after which a message that a process took is due again: longer than any attempt takes. */
export const leaseMs = 300_000;

/** Messages that are sent at once. */
export const sentAtOnce = 4;

/** Milliseconds for which a publication sends messages; `lintel watch run` sends the rest. */
export const afterPublicationMs = 60_000;

/** Milliseconds for a connection to be made, and for the whole answer of a webhook. */
export const connectMs = 10_000;
export const answerMs = 20_000;

/** Bytes of an answer that are read. */
export const maxAnswerBytes = 4_096;

/** Characters of an answer that are kept. */
export const maxAnswerLength = 200;

/** Milliseconds for which messages are kept, for replay. */
export const keptMs = 30 * 24 * 60 * 60 * 1000;

const firstWaitMs = 30_000;
const factor = 3;

/**
 * Milliseconds from a failed attempt to the next one: 30 s, then three times as long each time, up to 18 h after the
 * eighth; in all a little more than a day. `random` in [0, 1) spreads each by a fifth to either side, so that
 * receivers that were down are not all called at once.
 */
export function retryAfterMs(attempt: number, random: number): number {
  return Math.round(firstWaitMs * factor ** (attempt - 1) * (0.8 + 0.4 * random));
}
