import { useEffect, useMemo } from 'react';
import { callFailureOf } from '../../http/call.js';
import type { MySite } from '../../api/my-site.js';
import { useListMySitesInfiniteQuery, type SiteOrder } from '../../api/my-sites.js';

interface Options {
  account: string;
  order: SiteOrder;
  search: string;
}

/** The account's sites as far as they are loaded. A search looks at all of them, so it loads the rest. */
export function useMySites({ account, order, search }: Options) {
  const { data, error, isLoading, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useListMySitesInfiniteQuery({ account, order });
  const words = search.trim().toLowerCase();
  const failure = callFailureOf(error);

  const loadsRest = words !== '' && hasNextPage && !isFetching && failure === undefined;
  useEffect(() => {
    if (loadsRest) void fetchNextPage();
  }, [loadsRest, fetchNextPage]);

  const all = useMemo(() => withoutRepeats(data?.pages.flatMap(({ rows }) => rows) ?? []), [data]);
  const sites = useMemo(() => (words === '' ? all : all.filter((site) => matches(site, words))), [all, words]);
  return {
    sites,
    /** Whether the account has any, whatever the search says. */
    any: all.length > 0,
    loading: isLoading || (isFetching && data === undefined),
    searching: words !== '' && (loadsRest || isFetchingNextPage),
    failure,
    hasMore: hasNextPage,
    loadingMore: isFetchingNextPage,
    loadMore: () => {
      if (!isFetching) void fetchNextPage();
    },
    retry: () => void (data === undefined ? refetch() : fetchNextPage()),
  };
}

/** A site published between two pages moves the rest down by one, and one row comes twice. */
function withoutRepeats(sites: MySite[]): MySite[] {
  return [...new Map(sites.map((site) => [site.id, site])).values()];
}

function matches(site: MySite, words: string): boolean {
  return site.title.toLowerCase().includes(words) || site.path.includes(words);
}
