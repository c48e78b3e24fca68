/** Writes what this process counts, and now and then how large the home is, to the ledger, so that trends outlive it. */
import type { Home } from '../../base/home.js';
import type { Ledger } from '../../ledger/ledger.js';
import type { Measures } from '../../ledger/trends.js';
import type { AnswerCounts } from './answer-counts.js';
import { homeBytes } from './home-bytes.js';

/** Milliseconds between two writes, which cost one commit for each process. */
const writeEveryMs = 60_000;
/** Milliseconds between two looks at the files of the home, by one of the processes that serve it. */
const lookEveryMs = 3_600_000;
/** A turn is a little shorter than the time between two, so that whoever looked is not early by a clock's step. */
const turnMs = lookEveryMs - 5 * writeEveryMs;

interface Parts {
  readonly ledger: Pick<Ledger, 'trends'>;
  readonly home: Home;
  readonly answers: AnswerCounts;
  readonly onError: (error: unknown) => void;
}

interface KeptTrends {
  /** Writes what was counted. What cannot be written is kept for the next time. */
  write(): Promise<void>;
  /** Writes the last of it, and ends. */
  close(): Promise<void>;
}

export function keepTrends({ ledger, home, answers, onError }: Parts): KeptTrends {
  let lookedMs = Number.NEGATIVE_INFINITY;
  /** What was seen on the disk and is not written yet. */
  let states: Measures = new Map();
  async function write(): Promise<void> {
    const counts = answers.take();
    const isDue = performance.now() - lookedMs >= lookEveryMs;
    if (counts.size + states.size === 0 && !isDue) return;
    try {
      if (isDue) {
        if (await ledger.trends.takeTurn('disk', turnMs)) states = homeBytes(home);
        lookedMs = performance.now();
      }
      await ledger.trends.note(counts, states);
      states = new Map();
    } catch (error) {
      answers.giveBack(counts);
      onError(error);
    }
  }
  const timer = setInterval(() => void write(), writeEveryMs);
  timer.unref();
  return {
    write,
    async close() {
      clearInterval(timer);
      if (answers.hasAny) await write();
    },
  };
}
