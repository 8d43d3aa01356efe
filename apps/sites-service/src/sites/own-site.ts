import { type AccountCaller, type Caller, ServiceError } from '@haru/contracts';
import type { Site } from '../tables/pages/site.entity.js';

/**
 * @throws ServiceError TOKEN_INVALID. The gateway makes an account for a visitor, so the calling program is at fault.
 */
export function accountOf(caller: Caller): AccountCaller {
  if (caller.role !== 'authenticated') throw new ServiceError('TOKEN_INVALID');
  return caller;
}

/** Says in an answer for the owner that a page is not public. */
export function accessOf({ visibility, accessGeneration }: Pick<Site, 'visibility' | 'accessGeneration'>) {
  return visibility === 'public' ? {} : { visibility, accessGeneration };
}

/** Refuses an action of a stopped page's owner. Visitors get the code with another status. */
export function stoppedForOwner(): ServiceError {
  return new ServiceError('SITE_STOPPED', { status: 403 });
}
