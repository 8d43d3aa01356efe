import { hash, randomBytes } from 'node:crypto';
import {
  type CaseAnswer,
  caseMessages,
  caseRoutes,
  type OwnCasesAnswer,
  type ReportSiteAnswer,
  type RequestContext,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Query } from '@nestjs/common';
import { AllowWithoutMfa, Context } from '../access/access.js';
import { Setting } from '../settings.js';
import { Calls } from '../open-api/documented.js';
import { type BodyOf, type QueryOf, Route } from '../open-api/route.js';
import { RequiresProof } from '../proofs/proof.guard.js';
import { proofHeadersSchema } from '../proofs/proofs.js';
import { limitsOfSiteReport } from '../rate-limits/auth-limits.js';
import { RateLimit } from '../rate-limits/rate-limit.guard.js';

/** Reporters and owners file, see and change cases here. The secrets of case pages are not passed on to services. */
@Controller()
export class CasesHttpController {
  constructor(
    private readonly services: RequestClient,
    @Setting('PUBLIC_ORIGIN') private readonly origin: string,
  ) {}

  @Route(caseRoutes.reportSite, {
    summary: 'Reports a page; answers the private page of the case.',
    headers: proofHeadersSchema,
    refusals: ['PROOF_REQUIRED'],
  })
  @AllowWithoutMfa()
  @RequiresProof('always')
  @RateLimit('reportAddress', 'reportAccount', limitsOfSiteReport)
  @Calls(caseMessages.reportSite)
  async reportSite(
    @Body() body: BodyOf<typeof caseRoutes.reportSite>,
    @Context() context: RequestContext,
  ): Promise<ReportSiteAnswer> {
    const { path, kind, description, email, concerns_sexual_images: concernsSexualImages } = body;
    const token = randomBytes(32).toString('base64url');
    const report = {
      ...{ path, kind, description, tokenHash: hashOf(token) },
      email: email ?? undefined,
      concernsSexualImages: concernsSexualImages ?? undefined,
    };
    await this.services.call(caseMessages.reportSite, report, context);
    return { success: true, case_url: `${this.origin}/case#${token}` };
  }

  @Route(caseRoutes.readCase, { summary: 'A case, as the holder of its secret may see it.' })
  @AllowWithoutMfa()
  @Calls(caseMessages.readCase)
  async readCase(
    @Body() { token }: BodyOf<typeof caseRoutes.readCase>,
    @Context() context: RequestContext,
  ): Promise<CaseAnswer> {
    const reply = await this.services.call(caseMessages.readCase, { tokenHash: hashOf(token) }, context);
    return { success: true, ...reply };
  }

  @Route(caseRoutes.answerCase, { summary: 'The owner’s answer to an inquiry.' })
  @AllowWithoutMfa()
  @Calls(caseMessages.answerCase)
  async answerCase(
    @Body() { text, ...ref }: BodyOf<typeof caseRoutes.answerCase>,
    @Context() context: RequestContext,
  ): Promise<CaseAnswer> {
    const reply = await this.services.call(caseMessages.answerCase, { text, ...refOf(ref) }, context);
    return { success: true, ...reply };
  }

  @Route(caseRoutes.objectToCase, { summary: 'The owner’s objection to the stop of a page, once.' })
  @AllowWithoutMfa()
  @Calls(caseMessages.objectToCase)
  async objectToCase(
    @Body() { reason, ...ref }: BodyOf<typeof caseRoutes.objectToCase>,
    @Context() context: RequestContext,
  ): Promise<CaseAnswer> {
    const reply = await this.services.call(caseMessages.objectToCase, { reason, ...refOf(ref) }, context);
    return { success: true, ...reply };
  }

  @Route(caseRoutes.listOwnCases, { summary: 'Cases about own pages, newest first.' })
  @Calls(caseMessages.listOwnCases)
  async listOwnCases(
    @Query() query: QueryOf<typeof caseRoutes.listOwnCases>,
    @Context() context: RequestContext,
  ): Promise<OwnCasesAnswer> {
    return { success: true, ...(await this.services.call(caseMessages.listOwnCases, query, context)) };
  }
}

function hashOf(token: string): string {
  return hash('sha256', token, 'base64url');
}

function refOf({ token, id }: { token?: string | null | undefined; id?: string | null | undefined }) {
  return { tokenHash: token == null ? undefined : hashOf(token), id: id ?? undefined };
}
