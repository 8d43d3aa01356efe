import { api, type ApiRequest } from './api.js';
import type { CallFailure } from '../http/call.js';
import { isSessionEnd } from '../session/client/auth-failure.js';

/** The endpoints under `/admin/v1`. Loaded with the screens that use them, so schemas may check the answers. */
export const adminApi = api.enhanceEndpoints({ addTagTypes: ['AdminSites', 'AdminReports', 'AdminAccounts'] });

/**
 * What is read again after a change, also a refused one: what was shown may be out of date. Not after the end of the
 * session, for nothing can be read then.
 */
export function invalidateAlways<Tag extends string>(...tags: Tag[]) {
  return (_done: unknown, failure: CallFailure | undefined): Tag[] => (failure && isSessionEnd(failure) ? [] : tags);
}

/** Whose screens ask: part of every query, so that another account in this browser never finds the answers. */
export interface OfAccount {
  account: string;
}

interface Schema<Output> {
  safeParse(data: unknown): { success: true; data: Output } | { success: false };
}

/**
 * A call under `/admin/v1`, whose answer is read as the contract has it.
 * @param take the part of the answer that the endpoint promises
 */
export function adminCall<Output>(
  path: string,
  schema: Schema<Output>,
  take: (answer: Output) => unknown = (answer) => answer,
  rest: Pick<ApiRequest, 'method' | 'body'> = {},
): ApiRequest {
  return {
    path: `/admin/v1${path}`,
    auth: 'required',
    read: ({ data }) => {
      const parsed = schema.safeParse(data);
      return parsed.success ? take(parsed.data) : undefined;
    },
    ...rest,
  };
}

/** A path with the members of the query that are not empty. */
export function pathWith(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => (pair[1] ?? '') !== '');
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

const firstPage: string | undefined = undefined;

/** Lists that come in pages, each of which names the next. */
export const paged = {
  infiniteQueryOptions: {
    initialPageParam: firstPage,
    getNextPageParam: ({ next }: { next: string | null }) => next ?? undefined,
  },
  keepUnusedDataFor: 0,
};
