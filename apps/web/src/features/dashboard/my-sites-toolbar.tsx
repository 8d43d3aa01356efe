import { useId } from 'react';
import type { SiteOrder } from '../../api/my-sites.js';
import { SearchIcon } from '../../components/icons.js';
import { TextInput } from '../../components/inputs/text-input.js';
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
      <TextInput
        autoCapitalize="off"
        autoComplete="off"
        className={styles['search']}
        icon={<SearchIcon />}
        label={dashboardTexts.search}
        labelHidden
        onChange={(event) => onSearch(event.target.value)}
        placeholder={dashboardTexts.searchPlaceholder}
        spellCheck={false}
        type="search"
        value={search}
      />
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
