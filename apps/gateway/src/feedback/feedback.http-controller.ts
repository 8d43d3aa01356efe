import { hash } from 'node:crypto';
import {
  FALSE_ALARM,
  falseAlarmRoute,
  feedbackMessages,
  keptReportLabels,
  ServiceError,
  type Submission,
  type SubmissionOutcome,
  type SubmitReportAnswer,
  submitReportAnswerSchema,
  submitReportBodySchema,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { networkOf } from '@haru/service-runtime';
import { Body, Controller, Ip, Post } from '@nestjs/common';
import type { RequestContext } from '@haru/contracts';
import type { z } from 'zod';
import { Access, AllowWithoutMfa, Context, Http, type HttpCall } from '../access/access.js';
import { idempotencyHeadersSchema, idempotencyKeyOf } from '../http/call-headers.js';
import { RequiresProof } from '../proofs/proof.guard.js';
import { proofHeadersSchema } from '../proofs/proofs.js';
import { RateLimit } from '../rate-limits/rate-limit.guard.js';
import { Calls, Documented } from '../open-api/documented.js';
import { type BodyOf, Route } from '../open-api/route.js';

type ReportBody = z.output<typeof submitReportBodySchema>;

const documented = {
  headers: idempotencyHeadersSchema.extend(proofHeadersSchema.shape),
  refusals: ['PROOF_REQUIRED'],
  body: submitReportBodySchema,
  answer: submitReportAnswerSchema,
} as const;

/** Reports and likes need no account. */
@Controller()
export class FeedbackHttpController {
  constructor(private readonly services: RequestClient) {}

  @Post('functions/v1/submit-feedback')
  @Access('caller')
  @AllowWithoutMfa()
  @RequiresProof('attack mode')
  @RateLimit('reportAddress', 'reportAccount')
  @Calls(feedbackMessages.submitFeedback)
  @Documented({ summary: 'Takes a report, or counts a like.', ...documented })
  async submitFeedback(@Body() body: ReportBody, @Http() { request }: HttpCall): Promise<SubmitReportAnswer> {
    const submission = submissionOf(body, request);
    return answerOf(await this.services.call(feedbackMessages.submitFeedback, submission, request.context));
  }

  @Post('functions/v1/submit-bug-report')
  @Access('caller')
  @AllowWithoutMfa()
  @RequiresProof('attack mode')
  @RateLimit('reportAddress', 'reportAccount')
  @Calls(feedbackMessages.submitBugReport)
  @Documented({ summary: 'The same, as the form for bugs sends it.', ...documented })
  async submitBugReport(@Body() body: ReportBody, @Http() { request }: HttpCall): Promise<SubmitReportAnswer> {
    const submission = submissionOf(body, request);
    return answerOf(await this.services.call(feedbackMessages.submitBugReport, submission, request.context));
  }

  @Route(falseAlarmRoute, {
    summary: 'Says that a refused page is harmless.',
    headers: proofHeadersSchema,
    refusals: ['PROOF_REQUIRED'],
  })
  @AllowWithoutMfa()
  @RequiresProof('always')
  @RateLimit('reportAddress', 'reportAccount')
  @Calls(feedbackMessages.submitBugReport)
  async reportFalseAlarm(
    @Body() body: BodyOf<typeof falseAlarmRoute>,
    @Ip() ip: string,
    @Context() context: RequestContext,
  ): Promise<SubmitReportAnswer> {
    const { description, email, content_hash: contentHash, html_content: page } = body;
    // Staff can accept only a page that they can read.
    if (page && hash('sha256', page) !== contentHash) throw new ServiceError('VALIDATION_FAILED');
    const submission: Submission = {
      ...{ type: FALSE_ALARM, title: keptReportLabels[FALSE_ALARM], description, contentHash },
      ...{ email: email ?? undefined, refusedPage: page ?? undefined, network: anonymize(networkOf(ip, 'client')) },
    };
    return answerOf(await this.services.call(feedbackMessages.submitBugReport, submission, context));
  }
}

function submissionOf(body: ReportBody, request: HttpCall['request']): Submission {
  const { type, title, description, email, page, user_agent: userAgent, device } = body;
  return {
    type,
    // A missing title is as blank as an empty one.
    title: title ?? '',
    description: description ?? '',
    email: email ?? undefined,
    page,
    userAgent,
    device: device ? anonymize(device) : undefined,
    network: anonymize(networkOf(request.ip, 'client')),
    idempotencyKey: idempotencyKeyOf(request),
  };
}

/** The services only need to know whether two values are equal. */
function anonymize(text: string): string {
  return hash('sha256', text, 'base64url');
}

function answerOf(outcome: SubmissionOutcome): SubmitReportAnswer {
  return outcome.kind === 'report'
    ? { success: true, report: { id: outcome.id } }
    : { success: true, like: { counted: outcome.counted } };
}
