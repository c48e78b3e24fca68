/** What the service and the authentication library agree on; apart from it, since the library takes long to load. */

/** Where the library's own endpoints lie. */
export const authPath = '/account/api/auth';

/** The header in which the service hands over the caller's address. What a caller sends in it is not passed on. */
export const addressHeader = 'x-lintel-address';

/** The name of the session's cookie, behind the prefix that it has over https. */
export const sessionCookie = 'lintel.session_token';
