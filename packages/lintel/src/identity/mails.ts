/** The texts of mails to people with accounts. Links carry their secret behind `#`, which no server log contains. */
import { printableLine } from '../base/printable.js';
import type { Mail } from './mail.js';

/** A link to choose a password: the first one of a new person, or another one. */
export function passwordMail(of: { origin: string; to: string; token: string; isNew: boolean }): Mail {
  // With the address the page can sign its owner in.
  const link = `${of.origin}/account/password#${of.token}/${encodeURIComponent(of.to)}`;
  return of.isNew
    ? {
        to: of.to,
        subject: 'Your account at Lintel',
        text: `Open this link to confirm your address and choose a password:\n\n${link}\n\nIt works once, within an hour. If you did not ask for an account, ignore this mail.\n`,
      }
    : {
        to: of.to,
        subject: 'Choose a new password',
        text: `Open this link to choose a new password:\n\n${link}\n\nIt works once, within an hour, and signs you out everywhere. If you did not ask for it, ignore this mail: your password stays as it is.\n`,
      };
}

/** An invitation to an organization. */
export function invitationMail(of: {
  origin: string;
  to: string;
  id: string;
  organization: string;
  inviter: string;
}): Mail {
  const link = `${of.origin}/account/invitation#${of.id}`;
  const name = printableLine(of.organization);
  return {
    to: of.to,
    subject: 'An invitation to an organization at Lintel',
    text: `${of.inviter} invites you to the organization "${name}". Open this link to see the invitation:\n\n${link}\n\nIt works for a week. If you do not know the sender, ignore this mail.\n`,
  };
}

/** Asks the present address of a person whether they want another one. */
export function newAddressMail(of: { origin: string; to: string; newAddress: string; token: string }): Mail {
  return {
    to: of.to,
    subject: 'Change the address of your account?',
    text: `Somebody who is signed in to your account wants to change its address to ${printableLine(of.newAddress)}. Open this link to agree:\n\n${of.origin}/account/address#${of.token}\n\nIt works for an hour; then a mail to the new address asks to confirm it. If it was not you, choose a new password now: ${of.origin}/account/forgot\n`,
  };
}

/** Asks the owner of the new address to prove it. */
export function proveAddressMail(of: { origin: string; to: string; token: string }): Mail {
  return {
    to: of.to,
    subject: 'Confirm your new address',
    text: `Open this link to use this address for your account at Lintel:\n\n${of.origin}/account/address#${of.token}\n\nIt works for an hour. If you do not know of it, ignore this mail.\n`,
  };
}

/** A link to delete an account. */
export function deletionMail(of: { origin: string; to: string; token: string }): Mail {
  return {
    to: of.to,
    subject: 'Delete your account?',
    text: `Open this link, in the browser in which you are signed in, to delete your account:\n\n${of.origin}/account/delete#${of.token}\n\nIt works once, within an hour. If it was not you, choose a new password now: ${of.origin}/account/forgot\n`,
  };
}
