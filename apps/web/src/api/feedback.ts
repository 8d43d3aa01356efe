import type { SubmitReportBody } from '@haru/contracts';
import { feedbackTexts as texts } from '../texts/feedback.js';
import { memberOf } from '../http/call.js';
import { api } from './api.js';
import { deviceId } from '../http/random-id.js';

interface ReportRequest extends Pick<SubmitReportBody, 'type'> {
  title: string;
  description: string;
  email: string;
  /** It is the same for every try of one report, so that a retry never reports twice. */
  idempotencyKey: string;
}

const feedbackApi = api.injectEndpoints({
  endpoints: (build) => ({
    submitBugReport: build.mutation<true, ReportRequest>({
      query: ({ idempotencyKey, email, ...report }) => ({
        path: '/functions/v1/submit-bug-report',
        method: 'POST',
        headers: { 'idempotency-key': idempotencyKey },
        body: {
          ...report,
          ...(email.trim() === '' ? {} : { email: email.trim() }),
          page: `${window.location.pathname}${window.location.search}`,
          user_agent: navigator.userAgent,
          device: deviceId(),
        } satisfies SubmitReportBody,
        auth: 'optional',
        read: ({ data }) => memberOf(data, 'success'),
      }),
    }),

    submitLike: build.mutation<true, void>({
      query: () => ({
        path: '/functions/v1/submit-feedback',
        method: 'POST',
        body: {
          type: 'quick_like',
          title: texts.likeTitle,
          description: texts.likeDescription,
          device: deviceId(),
        } satisfies SubmitReportBody,
        auth: 'optional',
        read: ({ data }) => memberOf(data, 'success'),
      }),
    }),
  }),
});

export const { useSubmitBugReportMutation, useSubmitLikeMutation } = feedbackApi;
