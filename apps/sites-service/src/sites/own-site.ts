import { type AccountCaller, type Caller, ServiceError } from '@haru/contracts';

/** @throws ServiceError TOKEN_INVALID: the gateway makes an account for a visitor, so the calling program is at fault */
export function accountOf(caller: Caller): AccountCaller {
  if (caller.role !== 'authenticated') throw new ServiceError('TOKEN_INVALID');
  return caller;
}

/** Why the owner of a stopped page may not do something with it. Visitors get the code with another status. */
export function stoppedForOwner(): ServiceError {
  return new ServiceError('SITE_STOPPED', { status: 403 });
}
