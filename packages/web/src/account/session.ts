/** The session on pages behind the door, where somebody is signed in. */
import type { Session } from '@lintel/contract/account';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { sessionQuery } from '../api/account';

const SessionContext = createContext<Session | null>(null);
export const SessionProvider = SessionContext.Provider;

/** Who is signed in. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession outside of SessionProvider');
  return session;
}

/** Asks anew who is signed in, after something about them has changed. */
export function useSessionChange(): () => void {
  const cache = useQueryClient();
  return () => void cache.invalidateQueries({ queryKey: sessionQuery.queryKey });
}
