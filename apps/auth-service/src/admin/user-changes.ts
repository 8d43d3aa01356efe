import { type AdminUserBody, ServiceError } from '@haru/contracts';
import { z } from 'zod';
import type { User } from '../tables/account/user.entity.js';
import { parseEmail } from '../input/email-address.js';
import { checkNewPassword } from '../input/password-rules.js';
import type { Passwords } from '../passwords/passwords.js';
import { checkUserMetadata } from '../input/user-metadata.js';
import { endOfBan } from './ban-duration.js';

/** The checked changes of an account. Members that are absent stay as they are. */
export interface UserChanges {
  email?: string;
  confirmsEmail: boolean;
  passwordHash?: string;
  userMetadata: Record<string, unknown>;
  appMetadata: Record<string, unknown>;
  /** null lifts a ban. */
  bannedUntil?: Date | null;
}

// The parameters may stand in any order.
const argon2Hash =
  /^\$argon2id\$v=19\$(?=[^$]*m=(\d{1,7})\b)(?=[^$]*t=(\d{1,2})\b)(?=[^$]*p=(\d{1,2})\b)[mtp=\d,]+\$[A-Za-z0-9+/]{11,64}\$[A-Za-z0-9+/]{22,86}$/;
/** Checking a foreign hash must not cost the service more than this. */
const MAX_HASH_COST = { memoryKib: 1_048_576, iterations: 10, parallelism: 4 };

/** @throws ServiceError validation_failed, weak_password, phone_provider_disabled */
export async function readUserChanges(body: AdminUserBody, passwords: Passwords, now: Date): Promise<UserChanges> {
  if (body.phone) throw new ServiceError('phone_provider_disabled');
  if (body.role && body.role !== 'authenticated') throw invalid('role must be authenticated');
  if (body.password && body.password_hash) throw invalid('Only a password or a password hash should be provided');
  const userMetadata = body.user_metadata ?? {};
  const appMetadata = body.app_metadata ?? {};
  checkUserMetadata(userMetadata);
  checkUserMetadata(appMetadata);
  // Roles have a message of their own, which writes an audit entry.
  if ('haru_role' in appMetadata) throw invalid('app_metadata.haru_role cannot be set');
  return {
    ...(body.email ? { email: parseEmail(body.email) } : {}),
    confirmsEmail: body.email_confirm ?? false,
    ...(await readPassword(body, passwords)),
    userMetadata,
    appMetadata,
    ...(body.ban_duration ? { bannedUntil: endOfBan(body.ban_duration, now) } : {}),
  };
}

/** Reads the id that the caller chose for a new account, if any. @throws ServiceError validation_failed */
export function readChosenId(body: AdminUserBody): string | undefined {
  if (!body.id) return undefined;
  const parsed = z.uuid().safeParse(body.id);
  if (!parsed.success) throw invalid('id must be a UUID');
  return parsed.data.toLowerCase();
}

/** Members of `changes` replace those of `before`; null removes a member. */
export function mergeMetadata(before: Record<string, unknown>, changes: Record<string, unknown>) {
  return Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null));
}

export function confirmEmail(user: User, now: Date): void {
  user.emailConfirmedAt = now;
  user.userMetadata = { ...user.userMetadata, email_verified: true };
}

export function userNotFound(): ServiceError {
  return new ServiceError('user_not_found', { status: 404, message: 'User not found' });
}

async function readPassword(body: AdminUserBody, passwords: Passwords): Promise<{ passwordHash?: string }> {
  if (body.password) {
    checkNewPassword(body.password);
    return { passwordHash: await passwords.hash(body.password) };
  }
  if (!body.password_hash) return {};
  const [, memoryKib, iterations, parallelism] = argon2Hash.exec(body.password_hash) ?? [];
  const isAffordable =
    Number(memoryKib) <= MAX_HASH_COST.memoryKib &&
    Number(iterations) <= MAX_HASH_COST.iterations &&
    Number(parallelism) <= MAX_HASH_COST.parallelism;
  if (!isAffordable) throw invalid('password_hash must be an argon2id hash in PHC form');
  return { passwordHash: body.password_hash };
}

function invalid(message: string): ServiceError {
  return new ServiceError('validation_failed', { message });
}
