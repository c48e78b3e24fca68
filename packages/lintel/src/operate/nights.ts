/**
 * Nights of a service that has no other clock: `lintel nightly` as a task, every day at one time of the machine's clock.
 * A night that was missed, because nothing was served then, is made up at once.
 */
import type { Home } from '../base/home.js';
import { readNight } from '../releases/night-record.js';
import { openTasks } from './tasks/tasks.js';

/** As the machine's clock shows it, in its time zone. */
export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
}

export interface Nights {
  /** When the next one begins; in the past if one was missed. */
  readonly next: Date;
  /** Ends the clock, and asks a night that runs to stop. */
  close(): void;
}

/** Milliseconds between two looks at the clock, which may be set and sleeps with the machine. */
const lookEveryMs = 20_000;
const sunday = 0;

/** Starts the clock of a home. */
export function scheduleNights(home: Home, time: TimeOfDay): Nights {
  const tasks = openTasks(home.directory);
  let next = nextTime(time, lastBegunMs(home) ?? Date.now());
  const look = () => {
    const nowMs = Date.now();
    if (nowMs < next.getTime()) return;
    // A command or another service of the home may have made it.
    if ((lastBegunMs(home) ?? 0) < next.getTime()) {
      const full = next.getDay() === sunday ? ['--full'] : [];
      tasks.start({ kind: 'nightly', subject: null, command: ['nightly', ...full], by: 'lintel serve' });
    }
    next = nextTime(time, nowMs);
  };
  const clock = setInterval(look, lookEveryMs);
  setImmediate(look);
  return {
    next,
    close() {
      clearInterval(clock);
      tasks.close();
    },
  };
}

/** When the last night that came to its end began, in milliseconds; null if there was none. */
function lastBegunMs(home: Home): number | null {
  const night = readNight(home);
  return night === null ? null : Date.parse(night.ended_at) - night.seconds * 1000;
}

/** The first moment after another one at which the clock shows the time; if it leaves that out, what it shows instead. */
export function nextTime({ hour, minute }: TimeOfDay, afterMs: number): Date {
  const at = new Date(afterMs);
  at.setHours(hour, minute, 0, 0);
  if (at.getTime() > afterMs) return at;
  at.setDate(at.getDate() + 1);
  at.setHours(hour, minute, 0, 0);
  return at;
}
