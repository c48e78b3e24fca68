/**
 * The pages of single permits in Accela Citizen Access, each one request: what they say of value and contractors.
 *
 * They are asked for in the session of the search that found them, and in a new one where that has ended. A city that
 * shows the pages only to those who sign in is noticed after a few, and the rest is not asked for. How many were shown
 * is counted. The pages name applicants and owners too: nothing of those is read.
 */
import { detailPage } from './accela-page.js';
import { licensedProfessionals, type Professional } from './accela-professionals.js';
import type { CookieJar } from './cookie-jar.js';
import type { PortalClient } from './portal-client.js';
import { isOfOnePage } from './portal-fault.js';

export interface Detail {
  readonly Value: string | null;
  readonly Professionals: readonly Professional[];
}

/** Pages that are asked for where none is shown, and sessions that are begun in vain. */
const mostClosed = 5;

export class AccelaDetails {
  readonly #client: PortalClient;
  readonly #referer: string;
  readonly #begin: () => Promise<CookieJar>;
  #shown = 0;
  #closed = 0;
  #unasked = 0;
  #vain = 0;
  /** The session that takes the place of one that has ended. */
  readonly #further = new WeakMap<CookieJar, CookieJar>();

  /** `begin` begins a session. */
  constructor(client: PortalClient, search: string, begin: () => Promise<CookieJar>) {
    this.#client = client;
    this.#referer = search;
    this.#begin = begin;
  }

  /** Null for a permit whose page is not shown. */
  async of(url: string, cookies: CookieJar): Promise<Detail | null> {
    if (this.#shown === 0 && this.#closed >= mostClosed) {
      this.#unasked += 1;
      return null;
    }
    const answer = await this.#ask(url, this.#further.get(cookies) ?? cookies);
    const detail = answer === 'no session' ? await this.#askAnew(url, cookies) : answer;
    if (typeof detail === 'string') this.#closed += 1;
    else this.#shown += 1;
    return typeof detail === 'string' ? null : detail;
  }

  /** How many pages were shown, if not all; null if all were. */
  count(): string | null {
    if (this.#closed === 0) return null;
    const rest = this.#unasked === 0 ? '' : `, ${this.#unasked} not asked for`;
    return `${this.#shown} pages of permits shown, ${this.#closed} not${rest}`;
  }

  /** Once more in a new session, unless that has helped nobody. */
  async #askAnew(url: string, ended: CookieJar): Promise<Detail | 'no session' | 'closed'> {
    if (this.#vain >= mostClosed) return 'closed';
    const cookies = await this.#begin();
    this.#further.set(ended, cookies);
    const answer = await this.#ask(url, cookies);
    this.#vain = typeof answer === 'string' ? this.#vain + 1 : 0;
    return answer;
  }

  async #ask(url: string, cookies: CookieJar): Promise<Detail | 'no session' | 'closed'> {
    const headers = { referer: this.#referer };
    const request = { url, headers, cookies, expected: 'the page of a permit' };
    try {
      return await this.#client.page(request, (page, at) => {
        if (isAt(at, 'CapDetail.aspx')) return detailOf(page);
        return isAt(at, 'Login.aspx') ? 'closed' : 'no session';
      });
    } catch (error) {
      if (isOfOnePage(error)) return 'closed';
      throw error;
    }
  }
}

export function detailOf(page: string): Detail {
  return { Value: detailPage(page).value, Professionals: licensedProfessionals(page) };
}

/** Whether an address ends in this file, such as `Error.aspx`. */
export function isAt(url: string, file: string): boolean {
  return new URL(url).pathname.toLowerCase().endsWith(`/${file.toLowerCase()}`);
}
