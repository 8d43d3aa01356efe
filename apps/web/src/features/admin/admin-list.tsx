import { Children, Fragment, useState, createContext, useContext, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useGetOwnRoleQuery } from '../../api/admin.js';
import { Button } from '../../components/buttons/button.js';
import { SearchIcon } from '../../components/icons/action-icons.js';
import { SelectInput, TextInput } from '../../components/inputs/text-input.js';
import { Row, RowCode, RowDetails, RowList, RowName } from '../../components/list/row-list.js';
import { LoadFailure } from '../../components/notices/load-failure.js';
import { useNotices } from '../../components/notices/notices.js';
import { useForm } from '../../forms/use-form.js';
import { adminTexts } from '../../texts/admin.js';
import { texts } from '../../texts/ja.js';
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

interface AdminListProps<Page, Item> {
  /** A list whose texts have a placeholder can be searched. */
  texts: { label: string; search?: string; placeholder?: string };
  filters?: ReactNode;
  query: PagedQuery<Page>;
  itemsOf: (page: Page) => readonly Item[];
  children: (item: Item, previous: Item | undefined) => ReactNode;
}

export function AdminList<Page, Item extends { id: string | number }>({
  texts: { label, search = '', placeholder },
  filters,
  query,
  itemsOf,
  children,
}: AdminListProps<Page, Item>) {
  const items = query.data?.pages.flatMap((page) => [...itemsOf(page)]) ?? [];
  return (
    <>
      {placeholder === undefined ? (
        <div className={styles['toolbar']}>{filters}</div>
      ) : (
        <SearchForm label={search} placeholder={placeholder}>
          {filters}
        </SearchForm>
      )}
      {query.error !== undefined && (
        <LoadFailure error={query.error} onRetry={query.refetch} title={adminTexts.failed} />
      )}
      {items.length === 0 && query.error === undefined && (
        <p className="box soft-md" role="status">
          {query.isFetching ? texts.loading : adminTexts.empty}
        </p>
      )}
      {items.length > 0 && (
        <RowList aria-busy={query.isFetching} aria-label={label}>
          {items.map((item, index) => (
            <Fragment key={item.id}>{children(item, items[index - 1])}</Fragment>
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

/** Searches when it is sent, not with every key, because a search reads all rows. */
function SearchForm({ children, ...field }: { label: string; placeholder: string; children: ReactNode }) {
  const { tab, search, show } = useAdminTab();
  const form = useForm({ initial: { text: search }, send: async ({ text }) => show(tab, text.trim()) });
  return (
    <form {...form.formProps} className={styles['toolbar']} role="search">
      <TextInput
        {...form.fieldProps('text')}
        {...field}
        autoCapitalize="off"
        autoComplete="off"
        className={styles['search']}
        icon={<SearchIcon />}
        spellCheck={false}
        suffix={
          <Button size="sm" type="submit" variant="ghost">
            {adminTexts.search}
          </Button>
        }
        type="search"
      />
      {children}
    </form>
  );
}

export function useFilter<Value extends string>(
  label: string,
  options: Readonly<Record<Value, string>>,
  first: NoInfer<Value>,
): [Value, ReactNode] {
  const [chosen, setChosen] = useState<Value>(first);
  return [
    chosen,
    <SelectInput
      chosen={chosen}
      className={styles['choice']}
      key={label}
      label={label}
      onChoose={setChosen}
      options={options}
    />,
  ];
}

interface AdminRowProps {
  title: ReactNode;
  badges?: ReactNode;
  code?: string;
  details: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

export function AdminRow({ title, badges, code, details, actions, children }: AdminRowProps) {
  return (
    <Row actions={actions}>
      <RowName>
        {title}
        {badges}
      </RowName>
      <RowDetails>
        {code !== undefined && <RowCode>{code}</RowCode>}
        {Children.toArray(details).map((detail, place) => (
          <span key={place}>{detail}</span>
        ))}
      </RowDetails>
      {children}
    </Row>
  );
}

export const adminTabs = ['cases', 'reports', 'sites', 'accounts', 'numbers', 'audit', 'backups'] as const;
export type AdminTab = (typeof adminTabs)[number];

/** The tab and its search are in the address, so that the address can be shared. */
export function useAdminTab() {
  const [query, setQuery] = useSearchParams();
  const { closeNotice } = useNotices();
  return {
    tab: adminTabs.find((name) => name === query.get('tab')) ?? 'cases',
    search: query.get('q') ?? '',
    show: (tab: AdminTab, search = ''): void => {
      closeNotice();
      setQuery(search === '' ? { tab } : { tab, q: search });
    },
  };
}

/** The screens belong to this account, also while its session has ended and it may log in again. */
export const AdminAccountContext = createContext('');

export const useAdminAccount = (): string => useContext(AdminAccountContext);

/** Moderators see less than admins. */
export const useIsAdmin = (): boolean => useGetOwnRoleQuery({ account: useAdminAccount() }).data === 'admin';
