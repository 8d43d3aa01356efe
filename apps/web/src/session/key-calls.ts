import type { NewApiKeyAnswer, NewEditKeyAnswer, Scope } from '@haru/contracts';
import { useMemo } from 'react';
import { callErrorWith } from '../http/app-config.js';
import { callAsAccount, type SessionEnvironment, useSessionEnvironment } from './environment.js';

export type NewApiKey = NewApiKeyAnswer['api_key'];

interface ApiKeyRequest {
  name: string;
  scopes: readonly Scope[];
  /** Without it the key is valid until it is revoked. */
  expiresAt?: Date | undefined;
}

type KeyCalls = ReturnType<typeof createKeyCalls>;

/** Makes and ends keys. All calls reject with {@link CallError}. */
function createKeyCalls(environment: SessionEnvironment) {
  const post = async (path: string, body: object): Promise<unknown> => {
    const { data } = await callAsAccount(environment, { path, method: 'POST', body });
    return data ?? {};
  };
  return {
    createApiKey: async ({ name, scopes, expiresAt }: ApiKeyRequest): Promise<NewApiKey> => {
      const answer = await post('/functions/v1/api-keys', { name, scopes, expires_at: expiresAt?.toISOString() });
      const { api_key: made } = answer as Partial<NewApiKeyAnswer>;
      if (!made) throw callErrorWith('UNKNOWN_ERROR');
      return made;
    },

    /** Makes an edit key of a page. @returns the address at which an assistant reads how to use it */
    createEditKey: async (siteId: string): Promise<string> => {
      const { agent_url: url } = (await post('/functions/v1/edit-keys', { id: siteId })) as Partial<NewEditKeyAnswer>;
      if (url === undefined) throw callErrorWith('UNKNOWN_ERROR');
      return url;
    },

    revokeEditKeys: (siteId: string): Promise<unknown> =>
      callAsAccount(environment, { path: `/functions/v1/edit-keys/${siteId}`, method: 'DELETE' }),
  };
}

/** Keys are passed to the screen directly, not through the store. */
export function useKeyCalls(): KeyCalls {
  const environment = useSessionEnvironment();
  return useMemo(() => createKeyCalls(environment), [environment]);
}
