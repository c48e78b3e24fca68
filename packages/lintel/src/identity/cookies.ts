/** The session's cookie and the others: which scripts cannot read and other sites cannot use, and how long they last. */
import { addressHeader } from './auth-path.js';

/** Seconds without a visit after which a session ends, and after which a visit makes it last anew. */
export const sessionLife = {
  expiresIn: 14 * 86_400,
  updateAge: 86_400,
  cookieCache: { enabled: false },
};

export function cookiesOf(origin: string) {
  const secure = origin.startsWith('https:');
  return {
    // By `__Host-` browsers take them from this host alone, over https: no neighbour of its domain can plant one.
    cookiePrefix: secure ? '__Host-lintel' : 'lintel',
    // The library's own prefix, `__Secure-`, leaves the domain open.
    useSecureCookies: false,
    defaultCookieAttributes: { httpOnly: true, sameSite: 'strict' as const, path: '/', secure },
    // People come back from the identity provider by a link of another site.
    cookies: { state: { attributes: { sameSite: 'lax' as const } } },
    ipAddress: { ipAddressHeaders: [addressHeader] },
  };
}
