import { hash, randomUUID, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '@haru/contracts';
import type { EntityManager } from 'typeorm';
import { type CodeChallengeMethod, FlowState } from '../../tables/mail/flow-state.entity.js';

/** The code of a followed link can be exchanged for this long. */
const CODE_LIFE_MS = 300_000;

export interface CodeChallenge {
  challenge: string;
  method: CodeChallengeMethod;
}

/** Each flow sets this in the session's `amr`. */
type FlowMethod = 'email/signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change';

/** Reads the challenge of a request, if it has one. @throws ServiceError validation_failed */
export function readChallenge(given: {
  codeChallenge?: string | undefined;
  codeChallengeMethod?: string | undefined;
}): CodeChallenge | undefined {
  const challenge = given.codeChallenge ?? '';
  const method = (given.codeChallengeMethod ?? '').toLowerCase();
  if (challenge === '' && method === '') return undefined;
  if (challenge === '' || method === '') {
    throw new ServiceError('validation_failed', {
      message: 'PKCE flow requires code_challenge_method and code_challenge',
    });
  }
  if (method !== 's256' && method !== 'plain') {
    throw new ServiceError('validation_failed', { message: 'code_challenge_method must be s256 or plain' });
  }
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge)) {
    throw new ServiceError('validation_failed', { message: 'code challenge has to be between 43 and 128 characters' });
  }
  return { challenge, method };
}

/** @returns the id of the stored flow, or null if there is no challenge */
export async function beginFlow(
  manager: EntityManager,
  userId: string,
  method: FlowMethod,
  challenge: CodeChallenge | undefined,
): Promise<string | null> {
  if (challenge === undefined) return null;
  const id = randomUUID();
  await manager.insert(FlowState, {
    id,
    userId,
    method,
    codeChallenge: challenge.challenge,
    codeChallengeMethod: challenge.method,
    createdAt: new Date(),
  });
  return id;
}

/** Issues the code for the browser that opened the link. @returns undefined if the flow no longer exists */
export async function issueAuthCode(manager: EntityManager, flowStateId: string): Promise<string | undefined> {
  const code = randomUUID();
  const { affected } = await manager.update(FlowState, flowStateId, {
    authCodeHash: hashOf(code),
    codeIssuedAt: new Date(),
  });
  return affected === 1 ? code : undefined;
}

/** Returns the account of a code's flow: the account must be locked before the flow. */
export async function ownerOfAuthCode(manager: EntityManager, authCode: string): Promise<string | undefined> {
  return (await manager.findOneBy(FlowState, { authCodeHash: hashOf(authCode) }))?.userId;
}

/**
 * Consumes a code, in the caller's transaction.
 * @throws ServiceError flow_state_not_found, flow_state_expired, bad_code_verifier
 */
export async function redeemAuthCode(
  manager: EntityManager,
  authCode: string,
  codeVerifier: string,
): Promise<FlowState> {
  const flow = await manager.findOne(FlowState, {
    where: { authCodeHash: hashOf(authCode) },
    lock: { mode: 'pessimistic_write' },
  });
  if (!flow?.codeIssuedAt) throw new ServiceError('flow_state_not_found');
  if (Date.now() - flow.codeIssuedAt.getTime() > CODE_LIFE_MS) throw new ServiceError('flow_state_expired');
  if (!fits(flow, codeVerifier)) throw new ServiceError('bad_code_verifier');
  await manager.delete(FlowState, flow.id);
  return flow;
}

function fits({ codeChallenge, codeChallengeMethod }: FlowState, verifier: string): boolean {
  const given = codeChallengeMethod === 's256' ? hash('sha256', verifier, 'base64url') : verifier;
  return timingSafeEqual(hashOf(given), hashOf(codeChallenge));
}

function hashOf(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
