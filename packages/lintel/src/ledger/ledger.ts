/**
 * Accounts, keys, plans and charges. Exact and durable: a charge is on disk before its promise resolves, and no
 * interleaving, in this process or another, lets usage pass the limit (C16). One interface, engines behind it.
 */

export interface Plan {
  readonly name: string;
  /** Credits in the rolling window; null = unlimited. */
  readonly creditLimit: number | null;
  /** Requests a minute a key (C18). */
  readonly requestsPerMinute: number;
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
}

/** A key as it is shown once, at creation. */
export interface NewKey extends Key {
  readonly secret: string;
}

/** Who makes a request. */
export interface Caller {
  readonly keyId: string;
  readonly accountId: string;
  readonly suspended: boolean;
  readonly plan: Plan;
}

export type Charge =
  | { readonly granted: true; readonly used: number; readonly limit: number | null }
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

export interface Ledger {
  createAccount(input: { name: string; plan: string }): Account;
  accounts(): Account[];
  account(id: string): Account | null;
  setPlan(accountId: string, plan: string): Account;
  setSuspended(accountId: string, suspended: boolean): Account;
  createKey(accountId: string, name: string | null): NewKey;
  keys(accountId?: string): Key[];
  revokeKey(keyId: string): Key;
  /** The caller behind a key as sent, or null when it is malformed, unknown or revoked. */
  authenticate(secret: string): Caller | null;
  /** Charges `credits` at the clock's now if the window allows it. Resolves when the charge is durable. */
  charge(accountId: string, credits: number): Promise<Charge>;
  usage(accountId: string): AccountUsage;
  /** Waits for charges in flight and closes. */
  close(): Promise<void>;
}
