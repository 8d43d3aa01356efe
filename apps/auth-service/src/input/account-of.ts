import { type AccountCaller, type RequestContext, ServiceError } from '@haru/contracts';

/** Who calls, where it must be an account. @throws ServiceError no_authorization */
export function accountOf({ caller }: RequestContext): AccountCaller {
  if (caller.role !== 'authenticated') throw new ServiceError('no_authorization');
  return caller;
}
