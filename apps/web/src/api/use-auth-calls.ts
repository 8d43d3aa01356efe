import { useMemo } from 'react';
import { useApiEnvironment } from './api.js';
import { createAuthCalls, type AuthCalls } from './auth-calls.js';

/** Passwords and codes go straight to the client, not through the store. */
export function useAuthCalls(): AuthCalls {
  const environment = useApiEnvironment();
  return useMemo(() => createAuthCalls(environment), [environment]);
}
