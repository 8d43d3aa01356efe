import type { ManagementLinkAnswer, NewManagementLinkAnswer } from '@haru/contracts';
import { useMemo } from 'react';
import { callErrorWith } from '../http/app-config.js';
import { callAsAccount } from './client/call-as-account.js';
import { type SessionEnvironment, useSessionEnvironment } from './environment.js';
import { adoptSession, offerSession, openManagementLink } from './links/arrived-session.js';

const path = '/functions/v1/management-link';

/** Since when there is a management link, and when it was used last. */
export interface ManagementLink {
  createdAt: Date;
  lastUsedAt?: Date;
}

export interface NewManagementLink {
  /** Holds the secret, which the server does not give out again. */
  url: string;
  createdAt: Date;
}

export type ManagementLinkCalls = ReturnType<typeof createManagementLinkCalls>;

/** The calls of the management link. All reject with {@link CallError}. */
export function createManagementLinkCalls(environment: SessionEnvironment) {
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

    /** Makes the link, or renews it: the one of before ends. */
    create: async (): Promise<NewManagementLink> => {
      const { data } = await callAsAccount(environment, { path, method: 'POST' });
      const { management_link: link } = (data ?? {}) as Partial<NewManagementLinkAnswer>;
      if (typeof link?.url !== 'string') throw callErrorWith('UNKNOWN_ERROR');
      return { url: link.url, createdAt: new Date(link.created_at) };
    },

    revoke: (): Promise<unknown> => callAsAccount(environment, { path, method: 'DELETE' }),

    /**
     * Signs this browser in as the link's account. Where another account is signed in the person is asked first, and
     * with `SESSION_KEPT` it stays.
     */
    signIn: async (secret: string): Promise<void> => {
      const arrived = await openManagementLink(environment, secret);
      // A visitor has agreed with the press that led here.
      const isVisitor = (await environment.session.account()).kind === 'visitor';
      await (isVisitor ? adoptSession(environment, arrived) : offerSession(environment, arrived));
    },
  };
}

/** Secrets go straight to the screen, not through the store. */
export function useManagementLinkCalls(): ManagementLinkCalls {
  const environment = useSessionEnvironment();
  return useMemo(() => createManagementLinkCalls(environment), [environment]);
}
