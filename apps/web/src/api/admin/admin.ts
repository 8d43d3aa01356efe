import { api, type ApiRequest } from '../api.js';
import { checkedCall, type CheckedCallRest, type OfAccount } from '../checked-call.js';
import type { CallFailure } from '../../http/call.js';
import { isSessionEnd } from '../../session/client/auth-failure.js';
import { numbersAnswerSchema, type Numbers, attackModeAnswerSchema, type AttackModeAnswer } from '@haru/contracts';

/** These endpoints are loaded with the screens that use them, so schemas may check the answers. */
export const adminApi = api.enhanceEndpoints({ addTagTypes: ['AdminSites', 'AdminReports', 'AdminAccounts'] });

/**
 * These are read again after a change, also after a refused one: the screen may show outdated data. They are not
 * read again after the end of the session, because nothing can be read then.
 */
export function invalidateAlways<Tag extends string>(...tags: Tag[]) {
  return (_done: unknown, failure: CallFailure | undefined): Tag[] => (failure && isSessionEnd(failure) ? [] : tags);
}

export const adminCall = <Output>(path: string, ...rest: CheckedCallRest<Output>): ApiRequest =>
  checkedCall(`/admin/v1${path}`, ...rest);

export const numbersRefresh = { pollingInterval: 60_000, skipPollingIfUnfocused: true } as const;

const numbersApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    getNumbers: build.query<Numbers, OfAccount>({
      query: () => adminCall('/numbers', numbersAnswerSchema),
      keepUnusedDataFor: 0,
    }),
    /** Sets the cookie that the queues' own pages ask for. */
    openQueues: build.mutation<null, void>({
      query: () => ({ path: '/admin/v1/queues/session', method: 'POST', auth: 'required', read: () => null }),
    }),
  }),
});

export const { useGetNumbersQuery, useOpenQueuesMutation } = numbersApi;

type AttackMode = AttackModeAnswer['attack_mode'];

const attackModeApi = adminApi.enhanceEndpoints({ addTagTypes: ['AttackMode'] }).injectEndpoints({
  endpoints: (build) => ({
    getAttackMode: build.query<AttackMode, OfAccount>({
      query: () => adminCall('/attack-mode', attackModeAnswerSchema, ({ attack_mode }) => attack_mode),
      keepUnusedDataFor: 0,
      providesTags: ['AttackMode'],
    }),
    setAttackMode: build.mutation<AttackMode, { on: boolean; reason: string }>({
      query: (body) =>
        adminCall('/attack-mode', attackModeAnswerSchema, ({ attack_mode }) => attack_mode, { method: 'PUT', body }),
      invalidatesTags: invalidateAlways('AttackMode'),
    }),
  }),
});

export const { useGetAttackModeQuery, useSetAttackModeMutation } = attackModeApi;
