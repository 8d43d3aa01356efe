import { api, type ApiRequest } from '../api.js';
import { checkedCall, type CheckedCallRest } from '../checked-call.js';
import type { CallFailure } from '../../http/call.js';
import { isSessionEnd } from '../../session/client/auth-failure.js';

/** These endpoints are loaded with the screens that use them, so schemas may check the answers. */
export const adminApi = api.enhanceEndpoints({ addTagTypes: ['AdminSites', 'AdminReports', 'AdminAccounts'] });

/**
 * These are read again after a change, also after a refused one: the screen may show outdated data. They are not
 * read again after the end of the session, because nothing can be read then.
 */
export function invalidateAlways<Tag extends string>(...tags: Tag[]) {
  return (_done: unknown, failure: CallFailure | undefined): Tag[] => (failure && isSessionEnd(failure) ? [] : tags);
}

export const adminCall = <Output>(path: string, ...rest: CheckedCallRest<Output>): ApiRequest =>
  checkedCall(`/admin/v1${path}`, ...rest);
