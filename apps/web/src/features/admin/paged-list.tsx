import type { ReactNode } from 'react';
import { callFailureOf } from '../../http/call.js';
import { failureText } from '../../http/failure-text.js';
import { Button } from '../../components/buttons/button.js';
import { ErrorNotice } from '../../components/notices/notice.js';
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
  children: (item: Item) => ReactNode;
}

/** A list that comes in pages, with a message while there is nothing to show. */
export function PagedList<Page, Item>({ label, query, itemsOf, keyOf, children }: PagedListProps<Page, Item>) {
  const items = query.data?.pages.flatMap((page) => [...itemsOf(page)]) ?? [];
  return (
    <>
      {query.error !== undefined && <LoadFailure error={query.error} onRetry={query.refetch} />}
      {items.length === 0 && query.error === undefined && (
        <p className={styles['status']} role="status">
          {query.isFetching ? adminTexts.loading : adminTexts.empty}
        </p>
      )}
      {items.length > 0 && (
        <ul aria-busy={query.isFetching} aria-label={label} className={styles['list']}>
          {items.map((item) => (
            <li className={styles['row']} key={keyOf(item)}>
              {children(item)}
            </li>
          ))}
        </ul>
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

export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const failure = callFailureOf(error);
  return (
    <div className={styles['dialog']}>
      <ErrorNotice title={adminTexts.failed}>{failure ? failureText(failure) : ''}</ErrorNotice>
      <div>
        <Button onClick={() => void onRetry()}>{adminTexts.retry}</Button>
      </div>
    </div>
  );
}
