/**
 * A year of nights in minutes: a home fetches from a portal that misbehaves by a seeded script, beside one that asks the
 * same portal only on good days and so has the truth. After each spell of bad nights the first home must serve the
 * truth again, to the byte, by the next good night, and before that one by taking back what it could not have known.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { jsonOf, runLintel, startLintel } from '@lintel/testing/cli/run-lintel.js';
import { type Dataset, syntheticDataset, syntheticRow } from '@lintel/testing/portals/dataset.js';
import { PortalServer } from '@lintel/testing/portals/portal-server.js';
import { sourceOf } from '@lintel/testing/portals/portal-sources.js';
import { type Receiver, startReceiver } from '@lintel/testing/watch/receiver.js';
import { checkRelease } from 'lintel/dist/format/verify-release.js';
import { type Misfortune, misfortunes } from './misfortunes.js';

const dayMs = 86_400_000;
const permits = 240;
const longestSpell = 3;

/** What a night did, in words. */
interface NightLine {
  readonly night: number;
  readonly date: string;
  readonly misfortune: string;
  readonly became: 'published' | 'unchanged' | 'refused' | 'killed' | 'reverted';
  /** Messages to the operator. */
  readonly told: number;
  readonly said: string;
  /** What should have been otherwise; null if nothing. */
  readonly fault: string | null;
}

interface YearOptions {
  readonly directory: string;
  readonly random: () => number;
  readonly nights: number;
  /** The disk that `directory` is on, if it can be filled. */
  readonly disk: { fill(): void; free(): void } | null;
}

/** Lives through the nights, and tells of each. */
export async function* nightsOfYear(options: YearOptions): AsyncGenerator<NightLine, void, void> {
  const [portal, receiver] = [await new PortalServer().listen(), await startReceiver()];
  try {
    yield* new Year(options, portal, receiver).nights();
  } finally {
    await Promise.all([portal.close(), receiver.close()]);
  }
}

interface Night {
  readonly published: boolean;
  readonly exit_status: number;
  /** Absent of a night that did not come to its end. */
  readonly problems?: readonly string[];
}

class Year {
  readonly #options: YearOptions;
  readonly #portal: PortalServer;
  readonly #receiver: Receiver;
  readonly #truth: Dataset = syntheticDataset('elm-city-ks', permits);
  readonly #tried: string;
  readonly #calm: string;
  #night = 0;
  #nightMs = 1000;

  constructor(options: YearOptions, portal: PortalServer, receiver: Receiver) {
    this.#options = options;
    this.#portal = portal;
    this.#receiver = receiver;
    this.#tried = this.#makeHome('tried');
    this.#calm = this.#makeHome('calm');
  }

  async *nights(): AsyncGenerator<NightLine, void, void> {
    yield await this.#goodNight('the first night');
    let left: Misfortune[] = [];
    while (this.#night < this.#options.nights) {
      if (left.length === 0) left = this.#shuffled();
      const misfortune = left.pop();
      if (misfortune === undefined) return;
      const spell = 1 + Math.floor(this.#options.random() * longestSpell);
      const before = served(this.#tried);
      for (let i = 0; i < spell; i++) yield await this.#badNight(misfortune);
      if (misfortune.is === 'unseen') yield await this.#takeBack(misfortune, spell, before);
      yield await this.#goodNight(`after ${misfortune.name}`);
    }
  }

  #shuffled(): Misfortune[] {
    return misfortunes
      .filter(({ name }) => this.#options.disk !== null || name !== 'a full disk')
      .map((misfortune) => ({ misfortune, at: this.#options.random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ misfortune }) => misfortune);
  }

  #makeHome(name: string): string {
    const home = join(this.#options.directory, name);
    mkdirSync(join(home, 'sources'), { recursive: true });
    const hosts = { allow_hosts: ['127.0.0.1'] };
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    const settings = {
      fetch: { requests_per_second: 100, operator: 'a year', ...hosts },
      watch: hosts,
      ...(name === 'tried' && { alerts: { webhook: { url: this.#receiver.url, secret } } }),
      keep_releases: 2,
      keep: { daily: 2, weekly: 2 },
    };
    writeFileSync(join(home, 'lintel.json'), JSON.stringify(settings));
    const { definition } = sourceOf('socrata', this.#portal.url, this.#truth.id, {
      namespace: this.#truth.id,
    });
    const map = { ...definition.map, issue_date: 'issued_date' };
    writeFileSync(join(home, 'sources', `${this.#truth.id}.json`), JSON.stringify({ ...definition, map }));
    return home;
  }

  /** Dawn: the portal shows the truth, and the clock is right. */
  #settle(): void {
    this.#portal.fault = () => null;
    this.#portal.add(this.#truth);
    this.#clock(0);
  }

  #clock(aheadMs: number): void {
    process.env.YEAR_AHEAD_MS = String(this.#night * dayMs + aheadMs);
  }

  /** A day at the office: a permit is changed and one is new. */
  #work(): void {
    const [first, ...rest] = this.#truth.rows;
    if (first === undefined) return;
    const changed = { ...first, cost: this.#night + 0.5, updatedMs: first.updatedMs + this.#night };
    const issued = { ...syntheticRow(10_000 + this.#night), issuedMs: Date.now() + this.#night * dayMs };
    this.#truth.rows = [...rest, changed, issued];
  }

  async #goodNight(what: string): Promise<NightLine> {
    this.#settle();
    this.#work();
    const line = await this.#line(what, async () => jsonOf<Night>(this.#tried, 'nightly', '--full'));
    const calm = await jsonOf<Night>(this.#calm, 'nightly', '--full');
    const isTrue = served(this.#tried) === served(this.#calm);
    const fault = calm.published && isTrue ? null : 'what is served is not the truth';
    return { ...line, fault: line.fault ?? fault };
  }

  async #badNight(misfortune: Misfortune): Promise<NightLine> {
    this.#settle();
    if (misfortune.name !== 'silence') this.#work();
    const before = served(this.#tried);
    let isFull = false;
    misfortune.begin({
      portal: this.#portal,
      rows: this.#truth.rows,
      show: (change) =>
        this.#portal.add({ ...this.#truth, ...change, rows: [...(change.rows ?? this.#truth.rows)] }),
      clock: (aheadMs) => this.#clock(aheadMs),
      fillDisk: () => {
        this.#options.disk?.fill();
        isFull = true;
      },
    });
    const line = await this.#line(misfortune.name, () =>
      misfortune.is === 'killed' ? this.#killed() : jsonOf<Night>(this.#tried, 'nightly', '--full'),
    );
    if (isFull) this.#options.disk?.free();
    const isSame = served(this.#tried) === before;
    if (misfortune.is !== 'stopped') return line;
    if (!isSame) return { ...line, fault: 'what is served was changed' };
    return { ...line, fault: line.told > 0 ? null : 'nobody was told' };
  }

  async #killed(): Promise<Night | null> {
    const night = startLintel(this.#tried, 'nightly', '--full');
    await Promise.race([delay(this.#options.random() * this.#nightMs), night.ended]);
    night.child.kill('SIGKILL');
    await night.ended;
    return null;
  }

  /** What an operator does who sees the next day that a whole spell was wrong. */
  async #takeBack({ name }: Misfortune, runs: number, before: string): Promise<NightLine> {
    const said: string[] = [];
    for (let i = 0; i < runs; i++) {
      const { stderr, status } = await runLintel(this.#tried, 'runs', 'revert', '--source', this.#truth.id);
      if (status !== 0) said.push(stderr.trim());
    }
    const { stderr, status } = await runLintel(this.#tried, 'build', '--publish');
    if (status !== 0) said.push(stderr.trim());
    const fault =
      said[0] ??
      (served(this.#tried) === before ? null : 'what is served is not what was served before the spell');
    return {
      ...this.#words(`${name}, taken back`),
      became: 'reverted',
      told: 0,
      said: said.join(' '),
      fault,
    };
  }

  #words(misfortune: string): Pick<NightLine, 'night' | 'date' | 'misfortune'> {
    const date = new Date(Date.now() + Number(process.env.YEAR_AHEAD_MS)).toISOString().slice(0, 10);
    return { night: this.#night, date, misfortune };
  }

  async #line(what: string, sleep: () => Promise<Night | null>): Promise<NightLine> {
    const [begun, told, words] = [performance.now(), this.#receiver.received.length, this.#words(what)];
    const before = served(this.#tried);
    const night = await sleep();
    if (night !== null) this.#nightMs = performance.now() - begun;
    this.#night += 1;
    const isSame = before === served(this.#tried);
    return {
      ...words,
      became: night === null ? 'killed' : !night.published ? 'refused' : isSame ? 'unchanged' : 'published',
      told: this.#receiver.received.length - told,
      said: night === null ? '' : (night.problems?.join(' ') ?? 'the night stopped'),
      fault: null,
    };
  }
}

/** What is served: checksums of the files of permits. Empty if nothing is. */
function served(home: string): string {
  let id: string;
  try {
    id = readFileSync(join(home, 'releases', 'current'), 'utf8').trim();
  } catch {
    return '';
  }
  const { files } = checkRelease(join(home, 'releases', id));
  return files
    .flatMap(({ name, sha256 }) => (name.startsWith('permits') ? [`${name} ${sha256}`] : []))
    .join('\n');
}
