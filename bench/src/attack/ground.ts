/** Makes and clears the ground of an attack. The sample records are made once for all attacks of a run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchHome, benchHome } from '../home.js';
import type { Attack, Ground, Verdict } from './attack.js';
import { freePort, type Served, startServed } from './served.js';

/** Enough for many full pages; made in seconds. */
const samplePermits = '2000';

interface GroundOptions {
  readonly seconds: number;
  readonly isShort: boolean;
  readonly tell: (line: string) => void;
  /** Directory of an installation whose releases are attacked; one is made when absent. */
  readonly home?: string;
}

interface Grounds {
  /** Runs an attack in its own environment and clears it. An attack that throws counts as failed. */
  run(attack: Attack): Promise<Verdict>;
  /** Removes the sample records. */
  clear(): void;
}

export function prepareGrounds({ seconds, isShort, tell, home: given }: GroundOptions): Grounds {
  let sample: BenchHome | null = null;
  const homeWith = (settings: object): BenchHome => {
    sample ??= benchHome(given ?? samplePermits, { tell });
    return benchHome(sample.directory, { settings, tell });
  };
  return {
    async run(attack) {
      const clearing: (() => unknown)[] = [];
      const ground: Ground = {
        seconds,
        isShort,
        tell,
        directory() {
          const directory = mkdtempSync(join(tmpdir(), 'lintel-attack-'));
          clearing.unshift(() => rmSync(directory, { recursive: true, force: true }));
          return directory;
        },
        async serve(settings = {}): Promise<Served> {
          const port = await freePort();
          const home = homeWith({ metrics_listen: `127.0.0.1:${port}`, ...settings });
          clearing.unshift(() => home.remove());
          const served = await startServed(home, port);
          clearing.unshift(() => served.stop());
          return served;
        },
      };
      try {
        return await attack.run(ground);
      } catch (error) {
        return { held: false, seen: `the attack ended with ${(error as Error).stack}` };
      } finally {
        for (const clear of clearing) await clear();
      }
    },
    clear: () => sample?.remove(),
  };
}
