/** What an app may ask for: few scopes, so that people read them. Each stands for scopes of keys. */
import { keyScopes } from '@lintel/contract';

const ofContractors = 'contractors';

/** `read`: all but contractors, who have names. */
export const oauthScopes = ['read', ofContractors] as const;

/** The scopes of the key of an app; null for all. */
export function keyScopesOf(granted: readonly string[]): readonly string[] | null {
  const isRead = granted.includes('read');
  const isOfContractors = granted.includes(ofContractors);
  if (isRead && isOfContractors) return null;
  return keyScopes.filter((scope) => (scope === ofContractors ? isOfContractors : isRead));
}
