import { hash } from 'node:crypto';
import { type Caller, limits, ServiceError, type Submission, type SubmissionOutcome } from '@haru/contracts';
import type { EntityManager } from 'typeorm';

/**
 * What the first try with this key came to; undefined for a first try, whose key is taken until the transaction ends.
 * Of two at once the second waits here for the first.
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
  await manager.query(
    `DELETE FROM idempotent_submissions
     WHERE sender = $1 AND key = $2 AND created_at < now() - make_interval(hours => $3)`,
    [sender, key, limits.idempotencyKeyHours],
  );
  const taken = await manager.query<unknown[]>(
    `INSERT INTO idempotent_submissions (sender, key, content_hash) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [sender, key, contentHash(submission)],
  );
  if (taken.length > 0) return undefined;
  const [earlier] = await manager.query<{ content_hash: string; answer: SubmissionOutcome }[]>(
    'SELECT content_hash, answer FROM idempotent_submissions WHERE sender = $1 AND key = $2',
    [sender, key],
  );
  if (earlier?.content_hash !== contentHash(submission)) throw new ServiceError('IDEMPOTENCY_KEY_REUSED');
  return earlier.answer;
}

/** Notes the outcome for repeats, in the transaction of `earlierOutcome`. */
export async function keepOutcome(
  manager: EntityManager,
  submission: Submission,
  caller: Caller,
  outcome: SubmissionOutcome,
): Promise<void> {
  if (submission.idempotencyKey === undefined) return;
  await manager.query('UPDATE idempotent_submissions SET answer = $3 WHERE sender = $1 AND key = $2', [
    senderOf(submission, caller),
    submission.idempotencyKey,
    JSON.stringify(outcome),
  ]);
}

/** Keys are each sender's own: nobody can ask with a guessed key what somebody else sent. */
function senderOf({ device, network }: Submission, caller: Caller): string {
  return caller.role === 'authenticated' ? caller.accountId : (device ?? network);
}

function contentHash({ type, title, description, email }: Submission): string {
  return hash('sha256', JSON.stringify([type, title, description, email ?? '']), 'base64url');
}
