/**
 * `lintel demo` on a small generated release that is there already, and keys of several plans for it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonOf, type Running, startLintel } from '../cli/run-lintel.js';
import { copySampleHome } from '../cli/sample-home.js';

/** Plans of the tests besides the usual ones. Tests open more pages a minute than a person does. */
const settings = {
  release_files: 'open',
  anonymous_requests_per_minute: 100_000,
  plans: {
    visitor: { credits: 100_000, requests_per_minute: 100_000 },
    few_credits: { credits: 30, requests_per_minute: 6_000 },
    credits_for_two_pages: { credits: 120, requests_per_minute: 6_000 },
    few_requests: { credits: null, requests_per_minute: 3 },
  },
};

export class DemoService {
  readonly url: string;
  /** A key without limits. */
  readonly key: string;
  /** Its home, which only it may change. */
  readonly home: string;
  readonly #running: Running;
  /** Links that were asked for, by path. */
  readonly #mailed = new Map<string, number>();

  private constructor(home: string, running: Running, url: string, key: string) {
    this.home = home;
    this.#running = running;
    this.url = url;
    this.key = key;
  }

  /** On the shared small release, or on a new one with this many permits. */
  static async start(permits: number | null = null): Promise<DemoService> {
    const home = mkdtempSync(join(tmpdir(), 'lintel-demo-'));
    writeFileSync(join(home, 'lintel.json'), JSON.stringify(settings));
    if (permits === null) await copySampleHome(home);
    const size = permits === null ? [] : ['--permits', String(permits)];
    const running = startLintel(home, 'demo', ...size, '--port', '0', '--json');
    const [greeting] = await running.says(/^\{"address".*\}$/m);
    const { address, key } = JSON.parse(greeting) as { address: string; key: string };
    return new DemoService(home, running, address, key);
  }

  /** A key of a new account on the plan, for all paths or for those that begin with the scope. */
  async keyOf(plan: keyof typeof settings.plans | 'unlimited', scope?: string): Promise<string> {
    const create = ['accounts', 'create', '--name', plan, '--plan', plan];
    const account = await jsonOf<{ id: string }>(this.home, ...create);
    const scopes = scope === undefined ? [] : ['--scopes', scope];
    const made = await jsonOf<{ key: string }>(
      this.home,
      ...['keys', 'create', '--account', account.id, ...scopes],
    );
    return made.key;
  }

  /** Moves an account to another plan. */
  async setPlan(account: string, plan: keyof typeof settings.plans): Promise<void> {
    await jsonOf(this.home, 'accounts', 'set-plan', account, plan);
  }

  /** The next link that is mailed, which without a mail server is in the log. */
  async mailedLink(path: string): Promise<string> {
    const link = `${this.url}${path}#[^\\s\\\\]+`;
    const number = (this.#mailed.get(path) ?? 0) + 1;
    this.#mailed.set(path, number);
    const [upToIt] = await this.#running.says(new RegExp(`(?:[\\s\\S]*?${link}){${number}}`));
    return new RegExp(`${link}$`).exec(upToIt)?.[0] ?? '';
  }

  async stop(): Promise<void> {
    this.#running.child.kill('SIGTERM');
    await this.#running.ended;
    rmSync(this.home, { recursive: true, force: true });
  }
}
