/**
 * Time left, shown only when reliable: from the throughput of the last seconds, once that is steady. The
 * first seconds of most work are slow (threads start, code is compiled), and a guess from them is wrong by an
 * order of magnitude.
 */

/** Throughput is looked at over this long, or over a part of all the time where that is longer. */
const leastWindowMs = 6_000;
const windowShare = 0.3;
/** The two halves of the window may differ by this share of the faster one before anything is shown, */
const steadyShare = 0.25;
/** and by this once it was: a time that comes and goes does not help. */
const stillSteadyShare = 0.5;
/** Samples nearer to each other than this are one. */
const sampleMs = 250;

interface Sample {
  readonly atMs: number;
  /** Done of all the work, 0 to 1. */
  readonly done: number;
}

export class TimeLeft {
  readonly #samples: Sample[] = [];
  #startedMs: number | null = null;
  #wasTold = false;

  /** Takes note of how much is done, 0 to 1. */
  add(atMs: number, done: number): void {
    this.#startedMs ??= atMs;
    const last = this.#samples.at(-1);
    if (last !== undefined && atMs - last.atMs < sampleMs) return;
    this.#samples.push({ atMs, done });
    const from = atMs - Math.max(leastWindowMs, windowShare * (atMs - this.#startedMs));
    // The newest of the samples before the window stays: the window begins there.
    while ((this.#samples[1]?.atMs ?? atMs) <= from) this.#samples.shift();
  }

  /** Milliseconds until all is done; null while unknown. */
  leftMs(): number | null {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.atMs - first.atMs < leastWindowMs) return null;
    const halfMs = (first.atMs + last.atMs) / 2;
    const middle = this.#samples.reduce((near, sample) =>
      Math.abs(sample.atMs - halfMs) < Math.abs(near.atMs - halfMs) ? sample : near,
    );
    const [before, after] = [rate(first, middle), rate(middle, last)];
    const tolerated = this.#wasTold ? stillSteadyShare : steadyShare;
    const all = rate(first, last);
    this.#wasTold = all > 0 && Math.abs(after - before) <= tolerated * Math.max(before, after);
    return this.#wasTold ? (1 - last.done) / all : null;
  }
}

/** Done a millisecond. */
function rate(from: Sample, to: Sample): number {
  return to.atMs > from.atMs ? (to.done - from.done) / (to.atMs - from.atMs) : 0;
}

/** A time left as roughly as it is known: `a few seconds left`, `about 40 s left`, `about 3 min left`. */
export function leftText(leftMs: number): string {
  const seconds = leftMs / 1000;
  if (seconds < 8) return 'a few seconds left';
  if (seconds < 55) return `about ${Math.max(10, Math.round(seconds / 5) * 5)} s left`;
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 60) return `about ${minutes} min left`;
  const rest = Math.round((minutes % 60) / 10) * 10;
  const hours = Math.floor(minutes / 60) + (rest === 60 ? 1 : 0);
  return `about ${hours} h${rest === 0 || rest === 60 ? '' : ` ${rest} min`} left`;
}
