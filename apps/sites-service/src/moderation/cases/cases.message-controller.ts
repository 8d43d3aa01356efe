import { caseInternalMessages, caseMessages, type Handles, type RequestContext, type RequestOf } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { describeCaseMail, findCaseMailRecipient } from './describe-case-mail.js';
import { OwnCase } from './own-case.js';
import { ReadCases } from './read-cases.js';
import { reportSite } from './report-site.js';

type Payload<Name extends keyof typeof caseMessages> = RequestOf<(typeof caseMessages)[Name]>;

@Controller()
export class CasesMessageController implements Handles<typeof caseMessages & typeof caseInternalMessages> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reading: ReadCases,
    private readonly own: OwnCase,
  ) {}

  @HandleMessage(caseMessages.reportSite)
  async reportSite(request: Payload<'reportSite'>, context: RequestContext) {
    await reportSite(this.dataSource, request, context);
    return {};
  }

  @HandleMessage(caseMessages.readCase)
  async readCase(request: Payload<'readCase'>, context: RequestContext) {
    return { case: await this.reading.readCase(request, context) };
  }

  @HandleMessage(caseMessages.answerCase)
  async answerCase(request: Payload<'answerCase'>, context: RequestContext) {
    return { case: await this.own.answerCase(request, context) };
  }

  @HandleMessage(caseMessages.objectToCase)
  async objectToCase(request: Payload<'objectToCase'>, context: RequestContext) {
    return { case: await this.own.objectToCase(request, context) };
  }

  @HandleMessage(caseMessages.listOwnCases)
  listOwnCases(request: Payload<'listOwnCases'>, context: RequestContext) {
    return this.reading.listOwnCases(request, context);
  }

  @HandleMessage(caseInternalMessages.findCaseMailRecipient)
  findCaseMailRecipient(request: RequestOf<typeof caseInternalMessages.findCaseMailRecipient>) {
    return findCaseMailRecipient(this.dataSource, request);
  }

  @HandleMessage(caseInternalMessages.describeCaseMail)
  async describeCaseMail(request: RequestOf<typeof caseInternalMessages.describeCaseMail>) {
    return { mail: await describeCaseMail(this.dataSource, request) };
  }
}
