import type { ApiRequest } from './api.js';

interface Schema<Output> {
  safeParse(data: unknown): { success: true; data: Output } | { success: false };
}

type CheckedRequest = Pick<ApiRequest, 'method' | 'body' | 'headers' | 'timeoutMs' | 'auth'>;

export type CheckedCallRest<Output> = [
  schema: Schema<Output>,
  take?: (answer: Output) => unknown,
  rest?: CheckedRequest,
];

/** It is part of every query, so that another account in this browser never finds the answers. */
export interface OfAccount {
  account: string;
}

/**
 * Makes a call of the signed-in account, unless `auth` says otherwise, and checks the answer by its contract. It is
 * for endpoints that are loaded with their screens: the schemas are too large for the first view. `take` is the part
 * of the answer that the endpoint promises.
 */
export function checkedCall<Output>(
  path: string,
  ...[schema, take = (answer) => answer, rest = {}]: CheckedCallRest<Output>
): ApiRequest {
  return {
    path,
    auth: 'required',
    read: ({ data }) => {
      const parsed = schema.safeParse(data);
      return parsed.success ? take(parsed.data) : undefined;
    },
    ...rest,
  };
}

/** Adds the members of the query that are not empty to a path. */
export function pathWith(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => (pair[1] ?? '') !== '');
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

const firstPage: string | undefined = undefined;

/** Options of lists that come in pages, each of which names the next. */
export const paged = {
  infiniteQueryOptions: {
    initialPageParam: firstPage,
    getNextPageParam: ({ next }: { next: string | null }) => next ?? undefined,
  },
  keepUnusedDataFor: 0,
};
