import { accountConfirmed, type RequestContext } from '@haru/contracts';
import type { Outbox } from '@haru/events';
import type { EntityManager } from 'typeorm';

/** Call it wherever a temporary account becomes a registered one, in the transaction that makes it one. */
export async function publishAccountConfirmed(
  manager: EntityManager,
  outbox: Outbox,
  accountId: string,
  context: RequestContext,
): Promise<void> {
  await outbox.publish(manager, accountConfirmed, { accountId }, { aggregateId: accountId, context });
}
