/** What the parts of the authentication library's settings share. */
import type { Config } from '../base/config.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Log, SendMail } from './mail.js';

/** A person, as the library names one. */
export interface Person {
  readonly id: string;
  readonly email: string;
  /** Whether they have proved to own it. */
  readonly emailVerified: boolean;
}

export interface AuthOptions {
  readonly storage: Ledger['storage'];
  /** At which people open the pages, such as `https://permits.example.org`. */
  readonly origin: string;
  /** Signs cookies and encrypts the secrets of two-factor codes. */
  readonly secret: string;
  readonly oidc: Config['accounts']['oidc'];
  readonly sendMail: SendMail;
  readonly log: Log;
  /** Whether somebody of this address may have an account now, who comes through the identity provider. */
  mayJoin(email: string): Promise<boolean>;
  /** Called when a person has another address. */
  onNewAddress(user: Person): Promise<void>;
  /** Prepares the deletion of a person; the result says why it cannot be, or is null. */
  beforeDelete(user: Person): Promise<string | null>;
}

/** How long the links in mails last, in seconds. */
export const linkSeconds = 3_600;
