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
