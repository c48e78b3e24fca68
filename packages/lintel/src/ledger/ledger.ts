/**
 * Accounts, keys, plans and charges. Exact and durable: a charge is on disk before its promise resolves, and no
 * interleaving, in this process or another, lets usage pass the limit (C16). One interface, two engines behind it:
 * a SQLite file for one machine, PostgreSQL for several. A name that is not known is a UserError that says what is.
 */
import type { MeteredResource } from '@lintel/contract';
import type { Config } from '../base/config.js';

export interface Plan {
  readonly name: string;
  /** Credits in the rolling window; null = unlimited. */
  readonly creditLimit: number | null;
  /** Length of the window (C17). */
  readonly windowMs: number;
  /** Requests a minute a key (C18). */
  readonly requestsPerMinute: number;
  /** Credits a record, where the plan has a price of its own. */
  readonly prices: Readonly<Partial<Record<MeteredResource, number>>>;
  /** What a 402 says, and where it sends the caller; null for the text and the address of the settings. */
  readonly overageMessage: string | null;
  readonly upgradeUrl: string | null;
}

export interface Account {
  /** `acc_` and 16 base62 characters. */
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly suspended: boolean;
  readonly createdMs: number;
}

export interface Key {
  /** `key_` and 16 base62 characters: names the key without revealing it. */
  readonly id: string;
  readonly accountId: string;
  readonly name: string | null;
  /** The first characters of the key, to recognise it by. */
  readonly hint: string;
  readonly createdMs: number;
  readonly revokedMs: number | null;
  /** From when on it is refused; null = never. */
  readonly expiresMs: number | null;
  /** What it may ask for, see scopes.ts; null = everything. */
  readonly scopes: readonly string[] | null;
  /** When it was last seen, to about a minute; null = never. */
  readonly lastUsedMs: number | null;
}

/** A key as it is shown once, at creation. */
export interface NewKey extends Key {
  readonly secret: string;
}

export interface KeyOptions {
  readonly name?: string | null;
  readonly scopes?: readonly string[] | null;
  readonly expiresMs?: number | null;
}

/** Who makes a request. */
export interface Caller {
  readonly keyId: string;
  readonly accountId: string;
  readonly suspended: boolean;
  readonly scopes: readonly string[] | null;
  readonly plan: Plan;
}

/** A page to be charged. */
export interface Order {
  readonly accountId: string;
  readonly keyId: string;
  /** Operation id of the endpoint. */
  readonly endpoint: string;
  readonly credits: number;
  /** Hash of what makes a request the same one again; null when the caller named none. */
  readonly requestHash: Uint8Array | null;
}

/** What a refund needs to know of a charge. */
export interface Receipt extends Order {
  readonly atMs: number;
}

export type Charge =
  | {
      readonly granted: true;
      readonly used: number;
      readonly limit: number | null;
      /** The same request was charged within the last minute; nothing was added. */
      readonly repeated: boolean;
      readonly receipt: Receipt;
    }
  | { readonly granted: false; readonly used: number; readonly limit: number };

export interface DailyUsage {
  /** UTC date, YYYY-MM-DD. */
  readonly date: string;
  readonly credits: number;
  /** UTC date on which the last of these credits stops counting. */
  readonly expires: string;
}

export interface AccountUsage {
  readonly used: number;
  readonly limit: number | null;
  /** UTC date on which the next credit returns; null when none is used or the plan is unlimited. */
  readonly availableAt: string | null;
  readonly daily: readonly DailyUsage[];
}

/** Charged requests of one day, account, key and endpoint. */
export interface UsageRow {
  /** UTC date, YYYY-MM-DD. */
  readonly date: string;
  readonly accountId: string;
  readonly keyId: string;
  /** Operation id of the endpoint. */
  readonly endpoint: string;
  readonly requests: number;
  readonly credits: number;
}

export interface UsageQuestion {
  readonly accountId?: string;
  /** UTC dates, both included. */
  readonly from: string;
  readonly to: string;
}

/** An administrative act. */
export interface AuditEntry {
  readonly atMs: number;
  /** Who did it, as the operating system calls them. */
  readonly actor: string;
  /** For example `key.revoke`. */
  readonly act: string;
  /** Id of the account or key. */
  readonly subject: string;
  readonly detail: string;
}

/** An account with charges of a time to come, which a clock that ran ahead has dated. */
export interface ChargesAhead {
  readonly accountId: string;
  /** Credits dated more than a minute ahead. */
  readonly credits: number;
  /** The last of these times, or where the window of the account begins when that is later; milliseconds. */
  readonly untilMs: number;
}

/** Something about the stored ledger that can not be, as a sentence. */
export type LedgerFault = string;

export interface Ledger {
  createAccount(input: { name: string; plan: string }): Promise<Account>;
  accounts(): Promise<readonly Account[]>;
  account(id: string): Promise<Account | null>;
  setPlan(accountId: string, plan: string): Promise<Account>;
  setSuspended(accountId: string, suspended: boolean): Promise<Account>;
  createKey(accountId: string, options?: KeyOptions): Promise<NewKey>;
  keys(accountId?: string): Promise<readonly Key[]>;
  revokeKey(keyId: string): Promise<Key>;
  /** A new key with the name and scopes of the old one, which is refused after `overlapMs`. */
  rotateKey(keyId: string, overlapMs: number): Promise<NewKey>;
  /** The caller behind a key as sent, or null when it is malformed, unknown, expired or revoked. */
  authenticate(secret: string): Promise<Caller | null>;
  /** Charges the order at the clock's now if the window allows it. Resolves when the charge is durable. */
  charge(order: Order): Promise<Charge>;
  /**
   * Takes back a charge whose answer could not be given. Resolves when that is durable, with the credits taken back: 0
   * when the same request was answered another time.
   */
  refund(receipt: Receipt): Promise<number>;
  usage(accountId: string): Promise<AccountUsage>;
  /** Charged requests by day, account, key and endpoint, oldest first; kept for 400 days. */
  usageRows(question: UsageQuestion): Promise<readonly UsageRow[]>;
  /** The last administrative acts, newest first. */
  audit(limit: number): Promise<readonly AuditEntry[]>;
  /** Looks for balances that do not add up. Reads all entries. */
  check(): Promise<readonly LedgerFault[]>;
  /** Accounts with charges of a time to come; every one of their later charges may be dated there too. */
  chargesAhead(): Promise<readonly ChargesAhead[]>;
  /** Has charges of a time to come count from now on; gives what was ahead. The clock must be right. */
  mendClock(): Promise<readonly ChargesAhead[]>;
  /** Resolves when a charge could be made now; rejects with a LedgerUnavailable that says why not. */
  probe(): Promise<void>;
  /** Takes over plans that were changed in the settings. */
  setPlans(settings: Config['plans']): void;
  /** Waits for charges in flight and closes. */
  close(): Promise<void>;
}
