/** Organizations, their members and invitations, as the interface of the dashboard gives them. */
import type { Role } from '../api';

export interface Organization {
  readonly id: string;
  readonly name: string;
}

export interface Member {
  readonly id: string;
  readonly userId: string;
  readonly role: Role;
  readonly user: { readonly name: string; readonly email: string };
}

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly status: string;
  readonly expiresAt: string;
}

export interface FullOrganization extends Organization {
  readonly members: readonly Member[];
  readonly invitations: readonly Invitation[];
}

/** How a member is called. */
export const whoIs = ({ user }: Member) => user.name || user.email;
