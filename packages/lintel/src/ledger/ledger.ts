/**
 * Accounts, keys, plans and charges. Exact and durable: a charge is on disk before its promise resolves, and
 * no interleaving, in this process or another, lets usage exceed the limit (C16). One interface, two engines:
 * a SQLite file for one machine, PostgreSQL for several. An unknown name is a UserError that lists the known
 * ones.
 */
import type { MeteredResource } from '@lintel/contract';
import type { Config } from '../base/config.js';
import type { AttemptResult, Delivery, DeliveryQuery, TakenDelivery, TakeOptions } from './deliveries.js';
import type { Storage, Work } from './storage.js';
import type { Measures, TrendRow } from './trends.js';
import type { NewDelivery, NewWatch, Watch, WatchInput } from './watches.js';

export interface Plan {
  readonly name: string;
  /** Credits in the rolling window; null = unlimited. */
  readonly creditLimit: number | null;
  /** Length of the window (C17). */
  readonly windowMs: number;
  /** Requests a minute for each key (C18). */
  readonly requestsPerMinute: number;
  /** Requests a minute with all keys of an account (C48). */
  readonly accountRequestsPerMinute: number;
  /** Milliseconds that the service works for an account in a minute (C48). */
  readonly workMsPerMinute: number;
  /** Credits per record, where the plan has its own price. */
  readonly prices: Readonly<Partial<Record<MeteredResource, number>>>;
  /** The message and the address in a 402; null for those of the settings. */
  readonly overageMessage: string | null;
  readonly upgradeUrl: string | null;
}

export interface Account {
  /** `acc_` and 16 base62 characters; `acc_visitors` for visitors without a key. */
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly suspended: boolean;
  readonly createdMs: number;
}

/**
 * What may ask in the name of an account: an API key, an app that somebody has connected, or a link to the permits of one
 * search. Only an API key is sent as one.
 */
export type KeyKind = 'key' | 'app' | 'link';

export interface Key {
  /** `key_` and 16 base62 characters: identifies the key without revealing it. */
  readonly id: string;
  readonly accountId: string;
  readonly name: string | null;
  /** The first characters of the key, so that its owner recognises it. */
  readonly hint: string;
  readonly createdMs: number;
  readonly revokedMs: number | null;
  /** When it expires; null = never. */
  readonly expiresMs: number | null;
  /** What it may request (scopes.ts); null = everything. */
  readonly scopes: readonly string[] | null;
  /** When it was last used, to about a minute; null = never. */
  readonly lastUsedMs: number | null;
  readonly kind: KeyKind;
  /** Credits that it may use in a calendar month in UTC; null: as many as the account. */
  readonly budget: number | null;
  /** Of a link: its filters, as the query of a permit search. */
  readonly search: string | null;
  /** How often a link was used. */
  readonly uses: number;
}

/** A new key with its text, which is shown only once. */
export interface NewKey extends Key {
  readonly secret: string;
}

export interface KeyOptions {
  readonly name?: string | null;
  readonly scopes?: readonly string[] | null;
  readonly expiresMs?: number | null;
  /** Default: an API key. */
  readonly kind?: KeyKind;
  readonly budget?: number | null;
  readonly search?: string | null;
  /** Keys of this kind in use that the account may have with this one; default: any number. */
  readonly maxInUse?: number;
}

/** Who makes a request. */
export interface Caller {
  readonly keyId: string;
  readonly accountId: string;
  readonly suspended: boolean;
  readonly scopes: readonly string[] | null;
  readonly plan: Plan;
  /** Credits that the key may use in a month; null: as many as the account. */
  readonly budget: number | null;
}

/** Who follows a link. */
export interface LinkCaller extends Caller {
  /** Filters as the query of a permit search. */
  readonly search: string;
}

/** Records to be charged: a page, or a part of an export. */
export interface Order {
  readonly accountId: string;
  readonly keyId: string;
  /** That of the caller; default: none. */
  readonly budget?: number | null;
  /** Operation id of the endpoint. */
  readonly endpoint: string;
  /** Credits of all records; each costs the same. */
  readonly credits: number;
  /** Numbers of the records in their page or export: from `from` to before `to`. */
  readonly records: { readonly from: number; readonly to: number };
  /** Identifies a repeated request, or an export: what it has paid is not charged again. Null: nothing is remembered. */
  readonly requestHash: Uint8Array | null;
  /** For an export: whether this is the first charge of its request, which is counted once. */
  readonly exportPart?: 'first' | 'further';
}

/** What a refund needs to know about a charge. */
export interface Receipt extends Order {
  readonly atMs: number;
  /** The first of the records that was not handed over; default: none was. */
  readonly handedTo?: number;
}

/** What became of a refund. */
export interface Refund {
  /** Credits given back. */
  readonly credits: number;
  /** Credits that stay charged: the account has been given back as much as it may within a day (refunds.ts). */
  readonly withheld: number;
}

export type Charge =
  | {
      readonly granted: true;
      readonly used: number;
      readonly limit: number | null;
      /** All of it was paid before; nothing was added. */
      readonly repeated: boolean;
      readonly receipt: Receipt;
    }
  | {
      readonly granted: false;
      readonly used: number;
      readonly limit: number;
      /** Whether `limit` is the budget of the key and `used` what it has used of it this month. */
      readonly isBudget?: true;
      /** For an export: how many of the first records could be granted. */
      readonly fitting?: number;
    };

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

/** Which rows of usage are wanted. */
export interface UsageQuery {
  readonly accountId?: string;
  /** UTC dates, both included. */
  readonly from: string;
  readonly to: string;
}

/** An administrative act. */
export interface AuditEntry {
  readonly atMs: number;
  /** Who did it: as the operating system names them, or the mail address of somebody who signed in. */
  readonly actor: string;
  /** For example `key.revoke`. */
  readonly act: string;
  /** Id of what it was about, such as an account, a key or a release. */
  readonly subject: string;
  readonly detail: string;
}

/** An account with charges in the future, dated by a clock that ran ahead. */
export interface ChargesAhead {
  readonly accountId: string;
  /** Credits dated more than a minute ahead. */
  readonly credits: number;
  /** The last of these dates, or the beginning of the account's window if that is later; milliseconds. */
  readonly untilMs: number;
}

/** A person or an organization that uses an account in the browser, by its id in the tables of people. */
export interface Owner {
  readonly kind: 'user' | 'organization';
  readonly id: string;
}

/** That an account has used most of its credits. */
export interface UsageWarning {
  readonly name: string;
  readonly used: number;
  readonly limit: number;
  /** UTC date on which the next credit returns. */
  readonly availableAt: string | null;
  /** Whom to tell. */
  readonly emails: readonly string[];
}

/** Someone who may operate this service in the browser. */
export interface Operator {
  /** In lower case. */
  readonly email: string;
  readonly createdMs: number;
}

/** An inconsistency in the stored ledger, as a sentence. */
export type LedgerFault = string;

/** The watches of all accounts (watches.ts) and their messages (deliveries.ts). */
export interface Watches {
  add(input: WatchInput): Promise<NewWatch>;
  list(accountId?: string): Promise<readonly Watch[]>;
  find(id: string): Promise<Watch>;
  /** The secret that signs its webhooks; null for mail. */
  secretOf(id: string): Promise<string | null>;
  /** Gives the webhooks of a watch another secret. */
  rotateSecret(id: string): Promise<NewWatch>;
  remove(id: string): Promise<Watch>;
  setPaused(id: string, paused: boolean): Promise<Watch>;
  /** Stores messages about a release, once: false if the watch has not seen `from` last. */
  store(id: string, from: string | null, to: string, messages: readonly NewDelivery[]): Promise<boolean>;
  /** Takes and charges the message that is due longest; null if none is due. */
  take(options: TakeOptions): Promise<TakenDelivery | null>;
  /** Notes what became of an attempt; a message given up is refunded. */
  finish(id: string, result: AttemptResult): Promise<void>;
  replay(id: string): Promise<Delivery>;
  /** How many messages were given up since a time. */
  givenUp(sinceMs: number): Promise<number>;
  deliveries(query: DeliveryQuery): Promise<readonly Delivery[]>;
  /** By the id of the watch, what became of its newest messages. */
  lastDeliveries(accountId: string): Promise<ReadonlyMap<string, Delivery>>;
  /** Removes messages that are over and older than this; resolves with how many. */
  purge(olderMs: number): Promise<number>;
}

/** Acts of somebody, each with a line in the audit log. */
export interface Administration {
  createAccount(input: { name: string; plan: string }): Promise<Account>;
  setPlan(accountId: string, plan: string): Promise<Account>;
  setSuspended(accountId: string, suspended: boolean): Promise<Account>;
  createKey(accountId: string, options?: KeyOptions): Promise<NewKey>;
  revokeKey(keyId: string): Promise<Key>;
  /** Changes what a key may use in a calendar month; null: as much as its account. */
  setBudget(keyId: string, budget: number | null): Promise<Key>;
  /**
   * A new key with the name and scopes of the old one. The old one expires after `overlapMs`; until then both count for
   * `maxInUse`.
   */
  rotateKey(keyId: string, overlapMs: number, maxInUse?: number): Promise<NewKey>;
  addWatch(input: WatchInput): Promise<NewWatch>;
  removeWatch(id: string): Promise<Watch>;
  /**
   * Closes the accounts of owners for good, in one transaction with the work that says whose: keys are revoked, watches
   * removed, and nobody owns the account any more. Charges stay.
   */
  closeAccounts(ofWhom: () => Work<readonly string[]>): Promise<void>;
  /** Writes an act that changed nothing in the ledger, such as a publication, to the audit log. */
  note(act: string, subject: string, detail: string): Promise<void>;
}

export interface Ledger extends Administration {
  accounts(): Promise<readonly Account[]>;
  account(id: string): Promise<Account | null>;
  keys(accountId?: string): Promise<readonly Key[]>;
  /** The caller behind a key as sent; null if the key is malformed, unknown, expired or revoked. */
  authenticate(secret: string): Promise<Caller | null>;
  /** Whose a key as sent was that is revoked or expired; null for any other text. */
  endedKey(secret: string): Promise<Pick<Caller, 'accountId' | 'keyId'> | null>;
  /** The caller behind the secret of a link, with its search; null if it is malformed, unknown, expired or revoked. */
  authenticateLink(secret: string): Promise<LinkCaller | null>;
  /** The caller behind the id of an app; null if it is unknown, expired or revoked. */
  authenticateApp(id: string): Promise<Caller | null>;
  /** Counts a use of a link. */
  countUse(keyId: string): Promise<void>;
  /** The caller of requests without a key from the service's own pages; null if its key was revoked. */
  visitor(): Promise<Caller | null>;
  /** Charges the order now if the window allows it. Resolves when the charge is durable. */
  charge(order: Order): Promise<Charge>;
  /**
   * Refunds the records of a charge that were not handed over. Resolves when that is durable; with nothing if the same
   * request was also answered another time.
   */
  refund(receipt: Receipt): Promise<Refund>;
  /** How far an export was paid for: the number of its first record that was not; 0 when it can no longer be resumed. */
  paidTo(exportHash: Uint8Array): Promise<number>;
  usage(accountId: string): Promise<AccountUsage>;
  /** Charged requests by day, account, key and endpoint, oldest first; kept for 400 days. */
  usageRows(query: UsageQuery): Promise<readonly UsageRow[]>;
  /** The most recent administrative acts, newest first; `acts` are those that are wanted, by default all. */
  audit(limit: number, acts?: readonly string[]): Promise<readonly AuditEntry[]>;
  /** The account of an owner; made with the plan when the owner comes for the first time. */
  accountOf(owner: Owner, input: { name: string; plan: string }): Promise<Account>;
  /** Gives an account to the person with the address, in place of their own. */
  giveAccount(accountId: string, email: string): Promise<Account>;
  /** Who makes a request from the service's pages in the name of an account; null without it. */
  browserCaller(accountId: string): Promise<Caller | null>;
  /** Accounts in the browser that have used most of their credits, and whom to tell; each once a window. */
  takeWarnings(share: number): Promise<readonly UsageWarning[]>;
  /** The same acts on record as somebody else's, without waiting for locks inside of SQLite: for the service. */
  as(actor: string): Administration;
  /** People who may operate this service, by address. */
  readonly operators: {
    add(email: string): Promise<Operator>;
    remove(email: string): Promise<void>;
    list(): Promise<readonly Operator[]>;
    has(email: string): Promise<boolean>;
  };
  /** What the service was like on each of the last days, for operators; kept for 400 days. */
  readonly trends: {
    /** Adds counts to those of today, and replaces the states of today. */
    note(counts: Measures, states: Measures): Promise<void>;
    /** Whether this process may do now what all together do every `everyMs`: true for one of them. */
    takeTurn(name: string, everyMs: number): Promise<boolean>;
    /** The numbers of the last days up to today, the oldest first. */
    rows(days: number): Promise<readonly TrendRow[]>;
  };
  /** The database, for the tables of people that lie beside the ledger's own. */
  readonly storage: Pick<Storage, 'ask' | 'commit'>;
  /** Saved searches and the messages about their matches. */
  readonly watches: Watches;
  /** Finds balances that do not add up. Reads all entries. */
  check(): Promise<readonly LedgerFault[]>;
  /** Accounts with charges in the future. Their next charges may be dated in the future too. */
  chargesAhead(): Promise<readonly ChargesAhead[]>;
  /** Redates charges in the future to now, and returns them as they were. The clock must be right. */
  mendClock(): Promise<readonly ChargesAhead[]>;
  /** Resolves if a charge could be made now; rejects with a LedgerUnavailable that says why not. */
  probe(): Promise<void>;
  /** Applies changed plans of the settings. */
  setPlans(settings: Config['plans']): void;
  /** Waits for charges in flight and closes. */
  close(): Promise<void>;
}

/** What the service asks of a ledger to answer requests. */
export type Meter = Pick<
  Ledger,
  | 'authenticate'
  | 'endedKey'
  | 'authenticateLink'
  | 'authenticateApp'
  | 'countUse'
  | 'visitor'
  | 'browserCaller'
  | 'charge'
  | 'refund'
  | 'paidTo'
  | 'usage'
  | 'usageRows'
  | 'probe'
>;
