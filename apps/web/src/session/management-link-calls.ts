import type { ManagementLinkAnswer, NewManagementLinkAnswer } from '@haru/contracts';
import { useMemo } from 'react';
import { callErrorWith } from '../http/app-config.js';
import { callAsAccount, type SessionEnvironment, useSessionEnvironment } from './environment.js';
import { adoptSession, offerSession, openManagementLink } from './links/arrived-session.js';

const path = '/functions/v1/management-link';

/** The link exists since `createdAt`, and was used last at `lastUsedAt`. */
export interface ManagementLink {
  createdAt: Date;
  lastUsedAt?: Date;
}

export interface NewManagementLink {
  /** It contains the secret, which the server does not give out again. */
  url: string;
  createdAt: Date;
}

type ManagementLinkCalls = ReturnType<typeof createManagementLinkCalls>;

/** Makes the calls of the management link. All reject with {@link CallError}. */
function createManagementLinkCalls(environment: SessionEnvironment) {
  return {
    get: async (): Promise<ManagementLink | undefined> => {
      const { data } = await callAsAccount(environment, { path });
      const { management_link: link } = (data ?? {}) as Partial<ManagementLinkAnswer>;
      if (!link) return undefined;
      return {
        createdAt: new Date(link.created_at),
        ...(link.last_used_at === null ? {} : { lastUsedAt: new Date(link.last_used_at) }),
      };
    },

    /** Makes the link, or renews it, which ends the former one. */
    create: async (): Promise<NewManagementLink> => {
      const { data } = await callAsAccount(environment, { path, method: 'POST' });
      const { management_link: link } = (data ?? {}) as Partial<NewManagementLinkAnswer>;
      if (typeof link?.url !== 'string') throw callErrorWith('UNKNOWN_ERROR');
      return { url: link.url, createdAt: new Date(link.created_at) };
    },

    revoke: (): Promise<unknown> => callAsAccount(environment, { path, method: 'DELETE' }),

    /**
     * Signs this browser in as the link's account. Where another account is signed in the person is asked first; if
     * they decline, it rejects with `SESSION_KEPT`.
     */
    signIn: async (secret: string): Promise<void> => {
      const arrived = await openManagementLink(environment, secret);
      // A visitor has agreed with the press that led here.
      const isVisitor = (await environment.session.account()).kind === 'visitor';
      await (isVisitor ? adoptSession(environment, arrived) : offerSession(environment, arrived));
    },
  };
}

/** Secrets are passed to the screen directly, not through the store. */
export function useManagementLinkCalls(): ManagementLinkCalls {
  const environment = useSessionEnvironment();
  return useMemo(() => createManagementLinkCalls(environment), [environment]);
}
