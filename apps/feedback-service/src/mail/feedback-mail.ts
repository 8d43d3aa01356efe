import { mailInternalMessages, type RequestContext, type RequestOf } from '@haru/contracts';
import type { OutgoingMail } from '@haru/mail';
import type { RequestClient } from '@haru/messaging';
import type { EntityManager } from 'typeorm';
import type { MailEnv } from '../config.js';
import type { MailRequest } from '../tables/mail-request.entity.js';

/** One of the mails in `*.mail.ts`, with its text. */
export interface FeedbackMail<Fetched = unknown> {
  kind: MailRequest['kind'];
  /** Asks other services for the content, before the transaction. @returns a time if the mail must wait until then */
  fetch?(services: RequestClient, mailRequestId: string, manager: EntityManager): Promise<Fetched | Date | undefined>;
  /** @returns a time if the mail must wait until then; undefined if there is nothing to send */
  compose(
    manager: EntityManager,
    mailRequestId: string,
    env: MailEnv,
    fetched: Fetched | undefined,
  ): Promise<OutgoingMail | Date | undefined>;
}

/**
 * Counts a mail on its recipient's budget.
 * @returns the address; when to ask again if the budget is used up; undefined if there is no confirmed address
 */
export async function admitMail(
  services: RequestClient,
  request: RequestOf<typeof mailInternalMessages.admitMail>,
  context: RequestContext,
): Promise<string | Date | undefined> {
  const { address, waitSeconds } = await services.call(mailInternalMessages.admitMail, request, context);
  if (address === null) return undefined;
  return waitSeconds === null ? address : new Date(Date.now() + waitSeconds * 1_000);
}
