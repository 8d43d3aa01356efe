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

/** Whose screens ask: part of every query, so that another account in this browser never finds the answers. */
export interface OfAccount {
  account: string;
}

/**
 * A call of the signed-in account, unless `auth` says otherwise, whose answer is read as the contract has it. For endpoints that are loaded with their
 * screens: the schemas are too large for the first view. `take` is the part of the answer that the endpoint promises.
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
