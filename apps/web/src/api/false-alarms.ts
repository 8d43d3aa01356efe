import { falseAlarmRoute } from '@haru/contracts';
import { api } from './api.js';
import { endpointOf } from './endpoint.js';

interface FalseAlarm {
  description: string;
  email: string;
  contentHash: string;
  /** Staff may read it. */
  page?: string;
}

const falseAlarmsApi = api.injectEndpoints({
  endpoints: (build) => ({
    reportFalseAlarm: build.mutation(
      endpointOf(falseAlarmRoute, ({ description, email, contentHash, page }: FalseAlarm) => ({
        body: { description, email: email.trim() || null, content_hash: contentHash, html_content: page },
      })),
    ),
  }),
});

export const { useReportFalseAlarmMutation } = falseAlarmsApi;
