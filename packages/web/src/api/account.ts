/**
 * The interface of accounts, `/account/api`, as the contract has it. The session is a cookie that scripts cannot read; what changes something
 * is accepted from pages of this origin only, which the browser vouches for.
 */
import type {
  AccountAnswer,
  AccountBody,
  AccountEndpointId,
  AccountQuery,
  Session,
} from '@lintel/contract/account';
import { QueryClient, queryOptions } from '@tanstack/react-query';

/** An answer that is an error, in words for people. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
  /** 0 without an answer. */
  readonly status: number;
  /** The library's name of the error, such as `INVALID_TOKEN`; null for others. */
  readonly code: string | null;

  constructor(status: number, message: string, code: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** What the contract asks of a request: the id in its path, the parameters of its URL, its body. */
export type Given<I extends AccountEndpointId> = (I extends `${string}{id}${string}`
  ? { readonly id: string }
  : unknown) &
  (AccountQuery<I> extends undefined ? unknown : { readonly query: AccountQuery<I> }) &
  (AccountBody<I> extends undefined ? unknown : { readonly body: AccountBody<I> });

/** The address of an endpoint below `/account/api`. */
export function addressOf(
  endpoint: AccountEndpointId,
  { id = '', query = {} }: { readonly id?: string; readonly query?: object },
): string {
  const path = endpoint.slice(endpoint.indexOf(' ') + 1).replace('{id}', encodeURIComponent(id));
  const search = new URLSearchParams(Object.entries(query));
  return `/account/api${path}${search.size === 0 ? '' : `?${search}`}`;
}

/** Asks an endpoint of the contract. Throws an AccountError for anything but success. */
export async function ask<I extends AccountEndpointId>(
  endpoint: I,
  given: Given<I>,
  signal?: AbortSignal,
): Promise<AccountAnswer<I>> {
  const { body, ...where } = given as Given<I> & { readonly body?: object };
  let response: Response;
  try {
    response = await fetch(addressOf(endpoint, where), {
      method: endpoint.split(' ')[0] ?? 'GET',
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new AccountError(
      0,
      navigator.onLine ? 'The service does not answer. Try again in a moment.' : 'This device is offline.',
    );
  }
  if (response.status === 204) return undefined as AccountAnswer<I>;
  const answer = (await response.json().catch(() => null)) as {
    detail?: unknown;
    code?: string;
  } | null;
  if (response.ok) return answer as AccountAnswer<I>;
  const after = response.headers.get('Retry-After');
  throw new AccountError(
    response.status,
    response.status === 429
      ? `Too many attempts. Try again ${after === null ? 'in a minute' : `in ${after} s`}.`
      : (ownWords[answer?.code ?? ''] ?? wordsOf(answer?.detail)),
    answer?.code ?? null,
  );
}

/** What the authentication library says by a code, in the words of these pages. */
const ownWords: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: 'This address and this password do not belong together.',
  INVALID_PASSWORD: 'This is not your password.',
  INVALID_CODE: 'This is not the code of the moment. Each works for half a minute, and once.',
  INVALID_BACKUP_CODE: 'This is none of your backup codes, or it was used.',
  INVALID_TOKEN: 'This link does not work any more. Ask for another one.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'There were too many attempts. Sign in again.',
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION:
    'They are invited already. To mail another link, take the invitation back first.',
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: 'They are a member already.',
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER:
    'An organization needs an owner. Make another member its owner first.',
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS:
    'You are in ten organizations already, and make no more.',
  PROVIDER_NOT_FOUND: 'The other service does not answer now. Try again later, or use a password.',
  INVITATION_LIMIT_REACHED: 'There are fifty open invitations already. Take one back first.',
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: 'The organization has a hundred members already.',
};

function wordsOf(detail: unknown): string {
  if (typeof detail === 'string') return detail;
  const [first] = Array.isArray(detail) ? (detail as { loc: string[]; msg: string }[]) : [];
  return first === undefined ? 'Something went wrong.' : `${first.loc.slice(1).join('.')} ${first.msg}`;
}

/** The session; null if nobody is signed in, and `'ended'` if somebody was until now. */
type SessionState = Session | null | 'ended';

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<SessionState> => {
    try {
      return await ask('GET /session', {}, signal);
    } catch (error) {
      if (error instanceof AccountError && error.status === 401) return null;
      throw error;
    }
  },
  // Many parts of a page read it, at different moments.
  staleTime: 15_000,
});

/** Whether somebody may change the keys and members of the account in use. */
export function mayManage({ organization }: Session): boolean {
  return organization === null || organization.role !== 'member';
}

/** What pages have asked for. A 401 says that the session has ended: the pages then ask to sign in again. */
export const queries: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Numbers move: what a page shows when it is opened is asked anew.
      staleTime: 0,
      retry: false,
      networkMode: 'always',
      // What failed offline is asked for again as soon as the device is back.
      refetchOnReconnect: (query) => query.state.error !== null,
    },
    mutations: { networkMode: 'always', onError: noticeEnd },
  },
});
queries.getQueryCache().config.onError = noticeEnd;

function noticeEnd(error: Error): void {
  if (!(error instanceof AccountError) || error.status !== 401 || error.code !== null) return;
  if (queries.getQueryData(sessionQuery.queryKey)) queries.setQueryData(sessionQuery.queryKey, 'ended');
}

/** Forgets everything about whoever was signed in, and asks who is now. */
export async function renewSession(): Promise<void> {
  await queries.cancelQueries();
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
}
