import { useMemo } from 'react';
import type { MySite } from '../../api/sites/my-site.js';
import { useListMySitesInfiniteQuery, type MySitesRequest } from '../../api/sites/my-sites.js';
import type { ListChoice } from '../../api/sites/list/list-query.js';
import { callFailureOf } from '../../http/call.js';

export const everySite: ListChoice = { order: 'created_at.desc', shown: 'live', search: '' };

export function useMySites(request: MySitesRequest) {
  const { data, currentData, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useListMySitesInfiniteQuery(request);
  const sites = useMemo(() => withoutRepeats(data?.pages.flatMap(({ rows }) => rows) ?? []), [data]);
  return {
    sites,
    total: data?.pages[0]?.total,
    isLoaded: data !== undefined,
    isStale: currentData === undefined && isFetching,
    failure: callFailureOf(error),
    hasMore: hasNextPage,
    loadingMore: isFetchingNextPage,
    loadMore: () => {
      if (!isFetching) void fetchNextPage();
    },
    retry: () => void (currentData === undefined ? refetch() : fetchNextPage()),
  };
}

export function useSiteTotal(account: string): number | undefined {
  return useListMySitesInfiniteQuery({ account, ...everySite }).data?.pages[0]?.total;
}

/** A change elsewhere between two parts can bring one row twice. */
function withoutRepeats(sites: MySite[]): MySite[] {
  return [...new Map(sites.map((site) => [site.id, site])).values()];
}
