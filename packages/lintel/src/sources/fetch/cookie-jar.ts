/** The cookies of one session with one host; they are never sent to another. */
export class CookieJar {
  readonly #host: string;
  readonly #cookies = new Map<string, string>();

  constructor(host: string) {
    this.#host = host;
  }

  /** What to send with a request; undefined for none. */
  header(url: string): string | undefined {
    if (new URL(url).host !== this.#host || this.#cookies.size === 0) return undefined;
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Keeps what an answer set (`set-cookie`). */
  take(url: string, given: string | readonly string[] | undefined): void {
    if (given === undefined || new URL(url).host !== this.#host) return;
    for (const line of typeof given === 'string' ? [given] : given) {
      const [, name = '', value = ''] = /^\s*([^=;\s]+)=([^;]*)/.exec(line) ?? [];
      if (name === '') continue;
      if (value === '' || /;\s*max-age=(?:0|-\d+)\s*(?:;|$)/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value.trim());
    }
  }
}
