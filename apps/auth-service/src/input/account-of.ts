import { hasSession, type RequestContext, ServiceError, type SessionCaller } from '@haru/contracts';

/** @throws ServiceError no_authorization if the caller is no account, or an account by a key */
export function accountOf({ caller }: RequestContext): SessionCaller {
  if (!hasSession(caller)) throw new ServiceError('no_authorization');
  return caller;
}
