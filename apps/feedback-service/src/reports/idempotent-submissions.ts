import { hash } from 'node:crypto';
import { type Caller, limits, ServiceError, type Submission, type SubmissionOutcome } from '@haru/contracts';
import { type EntityManager, LessThan } from 'typeorm';
import { IdempotentSubmission } from '../tables/submission.entity.js';

/**
 * Reads the outcome of the first request with this key. It is undefined for the first, which locks its key until the
 * transaction ends. A concurrent second one waits here.
 * @throws ServiceError IDEMPOTENCY_KEY_REUSED when the key came with other content
 */
export async function earlierOutcome(
  manager: EntityManager,
  submission: Submission,
  caller: Caller,
): Promise<SubmissionOutcome | undefined> {
  const { idempotencyKey: key } = submission;
  if (key === undefined) return undefined;
  const sender = senderOf(submission, caller);
  const since = new Date(Date.now() - limits.idempotencyKeyHours * 3_600_000);
  await manager.delete(IdempotentSubmission, { sender, key, createdAt: LessThan(since) });
  const taken = await manager
    .createQueryBuilder()
    .insert()
    .into(IdempotentSubmission)
    .values({ sender, key, contentHash: contentHash(submission) })
    .orIgnore()
    .returning('key')
    .execute();
  if ((taken.raw as unknown[]).length > 0) return undefined;
  const earlier = await manager.findOneBy(IdempotentSubmission, { sender, key });
  if (earlier?.contentHash !== contentHash(submission)) throw new ServiceError('IDEMPOTENCY_KEY_REUSED');
  return earlier.answer ?? undefined;
}

/** Stores the outcome for repeats, in the transaction of `earlierOutcome`. */
export async function keepOutcome(
  manager: EntityManager,
  submission: Submission,
  caller: Caller,
  outcome: SubmissionOutcome,
): Promise<void> {
  const { idempotencyKey: key } = submission;
  if (key === undefined) return;
  await manager.update(IdempotentSubmission, { sender: senderOf(submission, caller), key }, { answer: outcome });
}

/** Keys are separate for each sender: a guessed key does not show another sender's outcome. */
function senderOf({ device, network }: Submission, caller: Caller): string {
  return caller.role === 'authenticated' ? caller.accountId : (device ?? network);
}

function contentHash({ type, title, description, email }: Submission): string {
  return hash('sha256', JSON.stringify([type, title, description, email ?? '']), 'base64url');
}
