import { MailComposer, type OutgoingMail } from '@haru/mail';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FEEDBACK_CONFIG, type MailConfig } from '../config.js';
import { MailRequest } from '../tables/mail-request.entity.js';
import { composeAnswer } from './answer-mail.js';
import { composeDigest } from './operator-digests.js';

@Injectable()
export class FeedbackMailComposer extends MailComposer {
  constructor(@Inject(FEEDBACK_CONFIG) private readonly config: MailConfig) {
    super();
  }

  async compose(manager: EntityManager, id: string): Promise<OutgoingMail | Date | undefined> {
    const { kind } = await manager.findOneByOrFail(MailRequest, { id });
    return kind === 'digest' ? composeDigest(manager, id, this.config) : composeAnswer(manager, id, this.config);
  }
}
