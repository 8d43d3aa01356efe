import { type MailKind, mailRequested, type RequestContext } from '@haru/contracts';
import type { Outbox } from '@haru/events';
import type { EntityManager } from 'typeorm';
import { MailRequest, type Claim } from '../../tables/mail/mail-request.entity.js';

export interface NewMailRequest {
  /** This is an account's id; it is random for an unknown address, so that both do the same work. */
  userId: string;
  kind: MailKind;
  address: string;
  redirectTo?: string | null | undefined;
  flowStateId?: string | null | undefined;
  claim?: Claim | null | undefined;
  /** The mail's text has them. */
  details?: object | undefined;
  /** The same rows are written, but nothing is sent. */
  isHeld?: boolean | undefined;
}

/** Requests a mail from the worker, in the caller's transaction. */
export async function requestMail(
  manager: EntityManager,
  outbox: Outbox,
  { id, isHeld, ...mail }: NewMailRequest & { id: string },
  context: RequestContext,
): Promise<void> {
  const createdAt = new Date();
  await manager.insert(MailRequest, {
    id,
    userId: mail.userId,
    kind: mail.kind,
    address: mail.address,
    redirectTo: mail.redirectTo ?? null,
    flowStateId: mail.flowStateId ?? null,
    claim: mail.claim ?? null,
    details: mail.details ?? null,
    createdAt,
    ...(isHeld ? { outcome: 'void' as const, settledAt: createdAt } : {}),
  });
  const { userId: accountId, kind } = mail;
  await outbox.publish(
    manager,
    mailRequested,
    { mailRequestId: id, accountId, kind },
    { aggregateId: accountId, context },
  );
}
