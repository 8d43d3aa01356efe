import { api, type ApiRequest } from '../api.js';
import { checkedCall, type CheckedCallRest } from '../checked-call.js';
import type { CallFailure } from '../../http/call.js';
import { isSessionEnd } from '../../session/client/auth-failure.js';

/** The endpoints under `/admin/v1`. Loaded with the screens that use them, so schemas may check the answers. */
export const adminApi = api.enhanceEndpoints({ addTagTypes: ['AdminSites', 'AdminReports', 'AdminAccounts'] });

/**
 * What is read again after a change, also a refused one: what was shown may be out of date. Not after the end of the
 * session, for nothing can be read then.
 */
export function invalidateAlways<Tag extends string>(...tags: Tag[]) {
  return (_done: unknown, failure: CallFailure | undefined): Tag[] => (failure && isSessionEnd(failure) ? [] : tags);
}

/** A call under `/admin/v1`. */
export const adminCall = <Output>(path: string, ...rest: CheckedCallRest<Output>): ApiRequest =>
  checkedCall(`/admin/v1${path}`, ...rest);
