import { type AccountCaller, type Caller, ServiceError } from '@haru/contracts';

/**
 * @throws ServiceError TOKEN_INVALID. The gateway makes an account for a visitor, so the calling program is at fault.
 */
export function accountOf(caller: Caller): AccountCaller {
  if (caller.role !== 'authenticated') throw new ServiceError('TOKEN_INVALID');
  return caller;
}

/** Refuses an action of a stopped page's owner. Visitors get the code with another status. */
export function stoppedForOwner(): ServiceError {
  return new ServiceError('SITE_STOPPED', { status: 403 });
}
