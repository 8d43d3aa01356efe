import type { FastifyRequest } from 'fastify';
import { memberOf } from '../http/member-of.js';
import type { RateLimitName } from './limit-table.js';

/** Requests that lead to a mail count on these. */
export const mailLimits = ['networkMails', 'networkMails56', 'networkMails48'] as const satisfies RateLimitName[];

/** Requests whose answer shows whether an address is known count on these. */
const addressLimits = [
  'networkAddresses',
  'networkAddresses56',
  'networkAddresses48',
] as const satisfies RateLimitName[];

/** A sign-up without a real address creates a temporary account, and those are counted by the hour. */
export function limitsOfSignUp(request: FastifyRequest): RateLimitName[] {
  return isTemporarySignUp(request) ? ['temporaryAccount'] : ['signUp', ...mailLimits];
}

export function isTemporarySignUp(request: FastifyRequest): boolean {
  const email = emailOf(request);
  return email === undefined || email.toLowerCase().endsWith('.invalid');
}

/** A change of the address sends a mail, or shows that another account has it; a given password can be a guess. */
export function limitsOfUpdate(request: FastifyRequest): RateLimitName[] {
  return [
    ...(emailOf(request) === undefined ? [] : [...mailLimits, ...addressLimits]),
    ...(memberOf(request.body, 'current_password') ? (['currentPassword'] as const) : []),
  ];
}

/** A reporter who leaves an address gets mail. */
export function limitsOfSiteReport(request: FastifyRequest): RateLimitName[] {
  return emailOf(request) === undefined ? [] : [...mailLimits];
}

/** A mail to sign in with, for known addresses only, shows whether an address is known. */
export function limitsOfOtp({ body }: Pick<FastifyRequest, 'body'>): RateLimitName[] {
  return memberOf(body, 'create_user') === false ? [...mailLimits, ...addressLimits] : [...mailLimits];
}

/** Passwords can be tried out on one address from many others. */
export function limitsOfSignIn(request: FastifyRequest): RateLimitName[] {
  // If it is given several times, the first counts, as for the route itself.
  const [grant] = [memberOf(request.query, 'grant_type')].flat();
  return grant === 'password' && emailOf(request) !== undefined ? ['signInHere', 'signInAddress'] : [];
}

/** Returns the address that a body names, if it is text. */
export function emailOf({ body }: Pick<FastifyRequest, 'body'>): string | undefined {
  const email = memberOf(body, 'email');
  return typeof email === 'string' && email !== '' ? email : undefined;
}
