import type { NewRecoveryCodesAnswer, RecoveryCodesAnswer } from '@haru/contracts';
import { useMemo } from 'react';
import { callErrorWith } from '../http/app-config.js';
import { callAsAccount, type SessionEnvironment, useSessionEnvironment } from './environment.js';
import { readSession } from './client/detached-session.js';
import { adoptSession } from './links/arrived-session.js';

const path = '/functions/v1/recovery-codes';

export interface RecoveryCodes {
  remaining: number;
  createdAt: Date;
}

export interface NewRecoveryCodes {
  /** The server does not give them out again. */
  codes: readonly string[];
  createdAt: Date;
}

type RecoveryCodeCalls = ReturnType<typeof createRecoveryCodeCalls>;

/** Makes the calls of the recovery codes. All reject with {@link CallError}. */
function createRecoveryCodeCalls(environment: SessionEnvironment) {
  return {
    /** Returns undefined where none were made. */
    get: async (): Promise<RecoveryCodes | undefined> => {
      const { data } = await callAsAccount(environment, { path });
      const { recovery_codes: found } = (data ?? {}) as Partial<RecoveryCodesAnswer>;
      return found ? { remaining: found.remaining, createdAt: new Date(found.created_at) } : undefined;
    },

    /** Makes the codes, or renews them, which ends the former ones. */
    create: async (): Promise<NewRecoveryCodes> => {
      const { data } = await callAsAccount(environment, { path, method: 'POST' });
      const { recovery_codes: made } = (data ?? {}) as Partial<NewRecoveryCodesAnswer>;
      if (!Array.isArray(made?.codes)) throw callErrorWith('UNKNOWN_ERROR');
      return { codes: made.codes, createdAt: new Date(made.created_at) };
    },

    /** Finishes the second step of signing in with one of them. */
    use: async (code: string): Promise<void> => {
      const request = { path: '/functions/v1/use-recovery-code', method: 'POST', body: { code } } as const;
      const raised = readSession((await callAsAccount(environment, request)).data);
      if (!raised) throw callErrorWith('UNKNOWN_ERROR');
      await adoptSession(environment, raised);
    },
  };
}

/** Codes are passed to the screen directly, not through the store. */
export function useRecoveryCodeCalls(): RecoveryCodeCalls {
  const environment = useSessionEnvironment();
  return useMemo(() => createRecoveryCodeCalls(environment), [environment]);
}
