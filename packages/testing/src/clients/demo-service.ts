/**
 * `lintel demo` on a small generated release that is there already, and keys of several plans for it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonOf, type Running, startLintel } from '../cli/run-lintel.js';
import { copySampleHome } from '../cli/sample-home.js';

/** Plans of the tests besides the usual ones. */
const settings = {
  plans: {
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

  /** The newest link that was mailed, which without a mail server is in the log. */
  async mailedLink(path: string): Promise<string> {
    await this.#running.says(new RegExp(`${this.url}${path}#`));
    const links = this.#running.output().match(new RegExp(`${this.url}${path}#[^\\s\\\\]+`, 'g')) ?? [];
    return links.at(-1) ?? '';
  }

  async stop(): Promise<void> {
    this.#running.child.kill('SIGTERM');
    await this.#running.ended;
    rmSync(this.home, { recursive: true, force: true });
  }
}
