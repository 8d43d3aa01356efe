import { Fragment, type ReactNode, createContext, useContext } from 'react';
import { Button } from '../../components/buttons/button.js';
import { RowList } from '../../components/list/row-list.js';
import { LoadFailure } from '../../components/notices/load-failure.js';
import { adminTexts } from '../../texts/admin.js';
import styles from './admin.module.css';

interface PagedQuery<Page> {
  data?: { pages: Page[] } | undefined;
  error?: unknown;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  hasNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

interface PagedListProps<Page, Item> {
  label: string;
  query: PagedQuery<Page>;
  itemsOf: (page: Page) => readonly Item[];
  keyOf: (item: Item) => string | number;
  children: (item: Item, previous: Item | undefined) => ReactNode;
}

export function PagedList<Page, Item>({ label, query, itemsOf, keyOf, children }: PagedListProps<Page, Item>) {
  const items = query.data?.pages.flatMap((page) => [...itemsOf(page)]) ?? [];
  return (
    <>
      {query.error !== undefined && (
        <LoadFailure error={query.error} onRetry={query.refetch} title={adminTexts.failed} />
      )}
      {items.length === 0 && query.error === undefined && (
        <p className={styles['status']} role="status">
          {query.isFetching ? adminTexts.loading : adminTexts.empty}
        </p>
      )}
      {items.length > 0 && (
        <RowList aria-busy={query.isFetching} aria-label={label}>
          {items.map((item, index) => (
            <Fragment key={keyOf(item)}>{children(item, items[index - 1])}</Fragment>
          ))}
        </RowList>
      )}
      {query.hasNextPage && (
        <div className={styles['more']}>
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {adminTexts.more}
          </Button>
        </div>
      )}
    </>
  );
}

/** The screens belong to this account, also while its session has ended and it may log in again. */
export const AdminAccountContext = createContext('');

export const useAdminAccount = (): string => useContext(AdminAccountContext);
