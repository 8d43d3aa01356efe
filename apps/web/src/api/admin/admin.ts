import { attackModeRoutes, numbersRoutes, type AttackModeAnswer } from '@haru/contracts';
import type { CallFailure } from '../../http/call.js';
import { isSessionEnd } from '../../session/client/auth-failure.js';
import { api } from '../api.js';
import { endpointOf, type OfAccount } from '../endpoint.js';

/** These endpoints are loaded with the screens that use them, so schemas may check the answers. */
export const adminApi = api.enhanceEndpoints({
  addTagTypes: ['AdminSites', 'AdminReports', 'AdminAccounts', 'AttackMode'],
});

/** A refused change invalidates, too: the screen may be outdated. After the session's end nothing can be read. */
export function invalidateAlways<Tag extends string>(...tags: Tag[]) {
  return (_done: unknown, failure: CallFailure | undefined): Tag[] => (failure && isSessionEnd(failure) ? [] : tags);
}

export const numbersRefresh = { pollingInterval: 60_000, skipPollingIfUnfocused: true } as const;

const attackModeIn = ({ attack_mode: mode }: AttackModeAnswer) => mode;

const numbersApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    getNumbers: build.query({
      ...endpointOf(numbersRoutes.numbers, (_of: OfAccount) => ({})),
      keepUnusedDataFor: 0,
    }),
    /** Sets the cookie that the queues' own pages ask for. */
    openQueues: build.mutation(endpointOf(numbersRoutes.openQueues, (_none: void) => ({}))),
    getAttackMode: build.query({
      ...endpointOf(attackModeRoutes.getAttackMode, (_of: OfAccount) => ({}), attackModeIn),
      keepUnusedDataFor: 0,
      providesTags: ['AttackMode'],
    }),
    setAttackMode: build.mutation({
      ...endpointOf(
        attackModeRoutes.setAttackMode,
        (body: { on: boolean; reason: string }) => ({ body }),
        attackModeIn,
      ),
      invalidatesTags: invalidateAlways('AttackMode'),
    }),
  }),
});

export const { useGetNumbersQuery, useOpenQueuesMutation, useGetAttackModeQuery, useSetAttackModeMutation } =
  numbersApi;
