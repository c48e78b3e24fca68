/** The session on pages behind the door, where somebody is signed in. */
import { createContext, use } from 'react';
import type { Session } from './api';

const SessionContext = createContext<Session | null>(null);
export const SessionProvider = SessionContext.Provider;

/** Who is signed in. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession outside of SessionProvider');
  return session;
}
