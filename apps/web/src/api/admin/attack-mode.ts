import { attackModeAnswerSchema, type AttackModeAnswer } from '@haru/contracts';
import type { OfAccount } from '../checked-call.js';
import { adminApi, adminCall, invalidateAlways } from './admin.js';

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
