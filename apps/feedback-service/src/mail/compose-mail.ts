import { MailComposer, type OutgoingMail } from '@haru/mail';
import { RequestClient } from '@haru/messaging';
import { importFolder } from '@haru/service-runtime';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { MailEnv } from '../config.js';
import { Setting } from '../settings.js';
import { mailKinds, MailRequest } from '../tables/mail-request.entity.js';
import type { FeedbackMail } from './feedback-mail.js';

const mails = (await importFolder(import.meta.dirname, /\.mail\.[jt]s$/)).filter(isMail);

const missing = mailKinds.filter((kind) => !mails.some((mail) => mail.kind === kind));
if (missing.length > 0) throw new Error(`no file in apps/feedback-service/src/mail has the mails ${missing.join()}`);

@Injectable()
export class FeedbackMailComposer extends MailComposer<unknown> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly services: RequestClient,
    @Setting('mailEnv') private readonly env: MailEnv,
  ) {
    super();
  }

  override async fetch(id: string): Promise<unknown> {
    const { manager } = this.dataSource;
    const mail = await mailOf(manager, id);
    return mail.fetch?.(this.services, id, manager);
  }

  async compose(manager: EntityManager, id: string, fetched: unknown): Promise<OutgoingMail | Date | undefined> {
    if (fetched instanceof Date) return fetched;
    const mail = await mailOf(manager, id);
    return mail.compose(manager, id, this.env, fetched);
  }
}

/** @throws Error if a later version wrote the kind */
async function mailOf(manager: EntityManager, id: string): Promise<FeedbackMail> {
  const { kind } = await manager.findOneByOrFail(MailRequest, { id });
  const mail = mails.find((one) => one.kind === kind);
  if (!mail) throw new Error(`there is no mail ${kind} in this version`);
  return mail;
}

function isMail(exported: unknown): exported is FeedbackMail {
  return typeof exported === 'object' && exported !== null && 'kind' in exported && 'compose' in exported;
}
