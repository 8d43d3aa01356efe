import { MailComposer, type OutgoingMail } from '@haru/mail';
import { RequestClient } from '@haru/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { FEEDBACK_CONFIG, type MailConfig } from '../config.js';
import { MailRequest } from '../tables/mail-request.entity.js';
import { composeAnswer } from './answer-mail.js';
import { type CaseMail, composeCaseMail, fetchCaseMail } from './case-mail.js';
import { composeDigest } from './operator-digests.js';

@Injectable()
export class FeedbackMailComposer extends MailComposer<CaseMail | Date> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly services: RequestClient,
    @Inject(FEEDBACK_CONFIG) private readonly config: MailConfig,
  ) {
    super();
  }

  override async fetch(id: string): Promise<CaseMail | Date | undefined> {
    const { kind } = await this.dataSource.manager.findOneByOrFail(MailRequest, { id });
    return kind === 'case' ? fetchCaseMail(this.services, id) : undefined;
  }

  async compose(
    manager: EntityManager,
    id: string,
    caseMail: CaseMail | Date | undefined,
  ): Promise<OutgoingMail | Date | undefined> {
    const { kind } = await manager.findOneByOrFail(MailRequest, { id });
    switch (kind) {
      case 'digest':
        return composeDigest(manager, id, this.config);
      case 'answer':
        return composeAnswer(manager, id, this.config);
      case 'case':
        return caseMail instanceof Date ? caseMail : caseMail && composeCaseMail(caseMail, id, this.config);
    }
  }
}
