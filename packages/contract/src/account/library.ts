/**
 * The endpoints of the authentication library that the pages use. Paths and keys of bodies are the library's; of its
 * answers only what the pages need is passed on, so that no token and no column of its tables leaves by accident.
 */
import Type, { type Static } from '../typebox.js';
import {
  accountEndpoint,
  Body,
  EmailAddress,
  Id,
  LinkToken,
  Moment,
  maxNameLength,
  Nothing,
} from './account-endpoint.js';
import { Role } from './own.js';

/** Characters of a password. */
export const passwordLength = { least: 10, most: 128 } as const;

/** A page of the dashboard, on which somebody goes on who has signed in. */
const accountPage = /^\/account(\/[\w.-]+)*(\?[\w.+=&%-]*)?$/;

const GivenPassword = Type.String({ maxLength: passwordLength.most });
const NewPassword = Type.String({ minLength: passwordLength.least, maxLength: passwordLength.most });
const Code = Type.String({ minLength: 1, maxLength: 20 });

/** The answer to the first step of signing in. */
export const SignedIn = Type.Object({
  twoFactorRedirect: Type.Optional(Type.Boolean({ description: 'Whether a second step is needed.' })),
  user: Type.Optional(Type.Object({ id: Type.String() })),
});

export const Organization = Type.Object({ id: Type.String(), name: Type.String() });
export type Organization = Static<typeof Organization>;

export const Member = Type.Object({
  id: Type.String(),
  userId: Type.String(),
  role: Role,
  user: Type.Object({ name: Type.String(), email: Type.String() }),
});
export type Member = Static<typeof Member>;

export const Invitation = Type.Object({
  id: Type.String(),
  email: Type.String(),
  role: Role,
  status: Type.String(),
  expiresAt: Moment,
});
export type Invitation = Static<typeof Invitation>;

const BackupCodes = Type.Array(Type.String());

const signInEndpoints = {
  'POST /auth/sign-in/email': accountEndpoint({
    summary: 'Signs in by address and password.',
    audience: 'anybody',
    body: Body({ email: EmailAddress, password: GivenPassword }),
    answer: SignedIn,
    refusals: [401],
  }),
  'POST /auth/sign-in/social': accountEndpoint({
    summary: 'The address at the identity provider where signing in goes on.',
    audience: 'anybody',
    body: Body({
      page: Type.Optional(
        Type.String({
          pattern: accountPage.source,
          maxLength: 500,
          description: 'The page of the dashboard to which the person comes back.',
        }),
      ),
    }),
    answer: Type.Object({ url: Type.String() }),
    refusals: [404],
  }),
  'GET /auth/callback/oidc': accountEndpoint({
    summary: 'Where the identity provider sends people back to; a link to the pages follows.',
    audience: 'anybody',
    answer: null,
    success: 302,
  }),
  'POST /auth/sign-out': accountEndpoint({
    summary: 'Ends the session.',
    audience: 'anybody',
    body: Nothing,
    answer: Nothing,
  }),
  'POST /auth/request-password-reset': accountEndpoint({
    summary: 'Mails a link to whoever has an account; the answer does not say who has.',
    audience: 'anybody',
    body: Body({ email: EmailAddress }),
    answer: Nothing,
  }),
  'POST /auth/reset-password': accountEndpoint({
    summary: 'Chooses a password by a mailed link.',
    audience: 'anybody',
    body: Body({ token: LinkToken, newPassword: NewPassword }),
    answer: Nothing,
  }),
  'POST /auth/two-factor/verify-totp': accountEndpoint({
    summary: 'The second step, by the code of an app; also turns it on.',
    audience: 'anybody',
    body: Body({ code: Code }),
    answer: Nothing,
    refusals: [401],
  }),
  'POST /auth/two-factor/verify-backup-code': accountEndpoint({
    summary: 'The second step, by a backup code.',
    audience: 'anybody',
    body: Body({ code: Code }),
    answer: Nothing,
    refusals: [401],
  }),
} as const;

const personEndpoints = {
  'POST /auth/two-factor/enable': accountEndpoint({
    summary: 'Begins to turn on the second step.',
    audience: 'signed in',
    body: Body({ password: GivenPassword }),
    answer: Type.Object({ totpURI: Type.String(), backupCodes: BackupCodes }),
  }),
  'POST /auth/two-factor/disable': accountEndpoint({
    summary: 'Turns off the second step.',
    audience: 'signed in',
    body: Body({ password: GivenPassword }),
    answer: Nothing,
  }),
  'POST /auth/two-factor/generate-backup-codes': accountEndpoint({
    summary: 'Makes new backup codes; the ones before stop working.',
    audience: 'signed in',
    body: Body({ password: GivenPassword }),
    answer: Type.Object({ backupCodes: BackupCodes }),
  }),
  'POST /auth/update-user': accountEndpoint({
    summary: 'Changes the name that others see.',
    audience: 'signed in',
    body: Body({ name: Type.String({ maxLength: maxNameLength }) }),
    answer: Nothing,
  }),
  'POST /auth/change-password': accountEndpoint({
    summary: 'Another password; the other sessions end.',
    audience: 'signed in',
    body: Body({ currentPassword: GivenPassword, newPassword: NewPassword }),
    answer: Nothing,
  }),
  'POST /auth/change-email': accountEndpoint({
    summary: 'Asks for another address.',
    audience: 'signed in',
    body: Body({ newEmail: EmailAddress }),
    answer: Nothing,
  }),
  'POST /auth/delete-user': accountEndpoint({
    summary: 'Mails a link that deletes the account; with its token, deletes it.',
    audience: 'signed in',
    body: Body({ token: Type.Optional(LinkToken) }),
    answer: Nothing,
    refusals: [404],
  }),
  'POST /auth/revoke-other-sessions': accountEndpoint({
    summary: 'Ends all sessions but this one.',
    audience: 'signed in',
    body: Nothing,
    answer: Nothing,
  }),
} as const;

const organizationEndpoints = {
  'GET /auth/organization/list': accountEndpoint({
    summary: 'The organizations of who is signed in.',
    audience: 'signed in',
    answer: Type.Array(Organization),
  }),
  'GET /auth/organization/get-full-organization': accountEndpoint({
    summary: 'An organization with its members and invitations.',
    audience: 'signed in',
    query: Body({ organizationId: Id }),
    answer: Type.Object({
      ...Organization.properties,
      members: Type.Array(Member),
      invitations: Type.Array(Invitation),
    }),
  }),
  'GET /auth/organization/get-invitation': accountEndpoint({
    summary: 'An open invitation to who is signed in.',
    audience: 'signed in',
    query: Body({ id: Id }),
    answer: Type.Object({
      id: Type.String(),
      organizationId: Type.String(),
      organizationName: Type.String(),
      inviterEmail: Type.String(),
      role: Role,
    }),
  }),
  'GET /auth/organization/list-user-invitations': accountEndpoint({
    summary: 'The invitations that wait for who is signed in, also those whose time is over.',
    audience: 'signed in',
    answer: Type.Array(
      Type.Object({ id: Type.String(), organizationName: Type.String(), expiresAt: Moment }),
    ),
  }),
  'POST /auth/organization/create': accountEndpoint({
    summary: 'Makes an organization.',
    audience: 'signed in',
    body: Body({ name: Type.String({ minLength: 1, maxLength: maxNameLength }) }),
    answer: Organization,
  }),
  'POST /auth/organization/set-active': accountEndpoint({
    summary: 'In whose name one acts: an organization, or oneself (null).',
    audience: 'signed in',
    body: Body({ organizationId: Type.Union([Id, Type.Null()]) }),
    answer: Nothing,
  }),
  'POST /auth/organization/leave': accountEndpoint({
    summary: 'Ends one’s own membership.',
    audience: 'signed in',
    body: Body({ organizationId: Id }),
    answer: Nothing,
  }),
  'POST /auth/organization/invite-member': accountEndpoint({
    summary: 'Mails an invitation.',
    audience: 'signed in',
    body: Body({ organizationId: Id, email: EmailAddress, role: Role }),
    answer: Invitation,
  }),
  'POST /auth/organization/cancel-invitation': accountEndpoint({
    summary: 'Takes an invitation back.',
    audience: 'signed in',
    body: Body({ invitationId: Id }),
    answer: Nothing,
  }),
  'POST /auth/organization/accept-invitation': accountEndpoint({
    summary: 'Joins an organization.',
    audience: 'signed in',
    body: Body({ invitationId: Id }),
    answer: Nothing,
  }),
  'POST /auth/organization/reject-invitation': accountEndpoint({
    summary: 'Declines an invitation.',
    audience: 'signed in',
    body: Body({ invitationId: Id }),
    answer: Nothing,
  }),
  'POST /auth/organization/remove-member': accountEndpoint({
    summary: 'Ends somebody’s membership.',
    audience: 'signed in',
    body: Body({ organizationId: Id, memberIdOrEmail: Id }),
    answer: Nothing,
  }),
  'POST /auth/organization/update-member-role': accountEndpoint({
    summary: 'Gives a member another role.',
    audience: 'signed in',
    body: Body({ organizationId: Id, memberId: Id, role: Role }),
    answer: Nothing,
  }),
} as const;

export const libraryEndpoints = { ...signInEndpoints, ...personEndpoints, ...organizationEndpoints } as const;
