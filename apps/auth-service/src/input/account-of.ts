import { type AccountCaller, type RequestContext, ServiceError } from '@haru/contracts';

/** @throws ServiceError no_authorization if the caller is no account */
export function accountOf({ caller }: RequestContext): AccountCaller {
  if (caller.role !== 'authenticated') throw new ServiceError('no_authorization');
  return caller;
}
