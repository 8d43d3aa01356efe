import { falseAlarmRoute } from '@haru/contracts';
import { api } from './api.js';
import { endpointOf, type BodyOf } from './endpoint.js';

const falseAlarmsApi = api.injectEndpoints({
  endpoints: (build) => ({
    reportFalseAlarm: build.mutation(endpointOf(falseAlarmRoute, (body: BodyOf<typeof falseAlarmRoute>) => ({ body }))),
  }),
});

export const { useReportFalseAlarmMutation } = falseAlarmsApi;
