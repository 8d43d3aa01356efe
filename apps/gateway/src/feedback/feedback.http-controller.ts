import { createHash } from 'node:crypto';
import {
  feedbackMessages,
  type Submission,
  type SubmissionOutcome,
  type SubmitReportAnswer,
  submitReportAnswerSchema,
  submitReportBodySchema,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { networkOf } from '@haru/service-runtime';
import { Body, Controller, HttpCode, Ip, Post } from '@nestjs/common';
import type { RequestContext } from '@haru/contracts';
import type { z } from 'zod';
import { Access, Context, AllowWithoutMfa } from '../access/access.js';
import { IdempotencyKey, idempotencyHeadersSchema } from '../access/idempotency-key.js';
import { RateLimit } from '../access/rate-limits.js';
import { ZodPipe } from '../http-errors/zod.pipe.js';
import { Documented } from '../system/documented.js';

type ReportBody = z.output<typeof submitReportBodySchema>;

const documented = {
  headers: idempotencyHeadersSchema,
  body: submitReportBodySchema,
  answer: submitReportAnswerSchema,
};

/** What anybody may send: reports and likes. */
@Controller('functions/v1')
export class FeedbackHttpController {
  constructor(private readonly services: RequestClient) {}

  @Post('submit-feedback')
  @Access('caller')
  @AllowWithoutMfa()
  @RateLimit('reportAddress', 'reportAccount')
  @HttpCode(200)
  @Documented({ summary: 'Takes a report, or counts a like.', ...documented })
  async submitFeedback(
    @Body(new ZodPipe(submitReportBodySchema)) body: ReportBody,
    @IdempotencyKey() key: string | undefined,
    @Ip() ip: string,
    @Context() context: RequestContext,
  ): Promise<SubmitReportAnswer> {
    return answerOf(await this.services.call(feedbackMessages.submitFeedback, submissionOf(body, key, ip), context));
  }

  @Post('submit-bug-report')
  @Access('caller')
  @AllowWithoutMfa()
  @RateLimit('reportAddress', 'reportAccount')
  @HttpCode(200)
  @Documented({ summary: 'The same, as the form for bugs sends it.', ...documented })
  async submitBugReport(
    @Body(new ZodPipe(submitReportBodySchema)) body: ReportBody,
    @IdempotencyKey() key: string | undefined,
    @Ip() ip: string,
    @Context() context: RequestContext,
  ): Promise<SubmitReportAnswer> {
    return answerOf(await this.services.call(feedbackMessages.submitBugReport, submissionOf(body, key, ip), context));
  }
}

function submissionOf(body: ReportBody, idempotencyKey: string | undefined, ip: string): Submission {
  const { type, title, description, email, page, user_agent: userAgent, device } = body;
  return {
    type,
    // What is missing is as blank as what is empty.
    title: title ?? '',
    description: description ?? '',
    email: email ?? undefined,
    page,
    userAgent,
    device: device ? hash(device) : undefined,
    network: hash(networkOf(ip, 'client')),
    idempotencyKey,
  };
}

/** Nobody behind the gateway needs to know more than whether two are the same. */
function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function answerOf(outcome: SubmissionOutcome): SubmitReportAnswer {
  return outcome.kind === 'report'
    ? { success: true, report: { id: outcome.id } }
    : { success: true, like: { counted: outcome.counted } };
}
