import { useId } from 'react';
import type { SiteOrder } from '../../api/my-sites.js';
import { SearchIcon } from '../../components/icons.js';
import { dashboardTexts } from '../../texts/dashboard.js';
import styles from './my-sites.module.css';

interface ToolbarProps {
  search: string;
  order: SiteOrder;
  onSearch: (search: string) => void;
  onOrder: (order: SiteOrder) => void;
}

const orders = Object.keys(dashboardTexts.orders) as SiteOrder[];

export function MySitesToolbar({ search, order, onSearch, onOrder }: ToolbarProps) {
  const sortId = useId();
  return (
    <div className={styles['toolbar']} role="search">
      <div className={styles['search']}>
        <SearchIcon />
        <input
          aria-label={dashboardTexts.search}
          autoCapitalize="off"
          autoComplete="off"
          onChange={(event) => onSearch(event.target.value)}
          placeholder={dashboardTexts.searchPlaceholder}
          spellCheck={false}
          type="search"
          value={search}
        />
      </div>
      <div className={styles['sort']}>
        <label htmlFor={sortId}>{dashboardTexts.sort}</label>
        <select
          id={sortId}
          onChange={(event) => {
            const chosen = orders.find((known) => known === event.target.value);
            if (chosen) onOrder(chosen);
          }}
          value={order}
        >
          {orders.map((known) => (
            <option key={known} value={known}>
              {dashboardTexts.orders[known]}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
