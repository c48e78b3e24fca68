/** Writes what this process counts, and now and then how large the home is, to the ledger, so that trends outlive it. */
import type { Home } from '../../base/home.js';
import type { Ledger } from '../../ledger/ledger.js';
import type { Measures } from '../../ledger/trends.js';
import type { AnswerCounts } from './answer-counts.js';
import { homeBytes } from './home-bytes.js';

/** Milliseconds between two writes, which cost one commit for each process. */
const writeEveryMs = 60_000;
/** Milliseconds between two looks at the files of the home. */
const lookEveryMs = 3_600_000;

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
  async function write(): Promise<void> {
    const counts = answers.take();
    const isDue = performance.now() - lookedMs >= lookEveryMs;
    if (counts.size === 0 && !isDue) return;
    try {
      const states: Measures = isDue ? homeBytes(home) : new Map();
      await ledger.trends.note(counts, states);
      if (isDue) lookedMs = performance.now();
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
