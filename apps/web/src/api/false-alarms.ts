import { falseAlarmRoute } from '@haru/contracts';
import { api } from './api.js';
import { bodyEndpointOf } from './endpoint.js';

const falseAlarmsApi = api.injectEndpoints({
  endpoints: (build) => ({
    reportFalseAlarm: build.mutation(bodyEndpointOf(falseAlarmRoute)),
  }),
});

export const { useReportFalseAlarmMutation } = falseAlarmsApi;
