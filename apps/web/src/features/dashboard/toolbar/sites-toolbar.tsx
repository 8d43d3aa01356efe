import { useId, type ReactNode } from 'react';
import type { ListChoice, SiteOrder } from '../../../api/sites/list/list-query.js';
import { ListIcon, SearchIcon } from '../../../components/icons/action-icons.js';
import { GridIcon } from '../../../components/icons/icons.js';
import { TextInput } from '../../../components/inputs/text-input.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import { usePhoneWidth, type ListView } from '../list/list-view.js';
import styles from './sites-toolbar.module.css';

/** Pages that have ended or were deleted are in a list of their own. */
type SitesTab = keyof typeof dashboardTexts.states;

interface ToolbarProps {
  tab: SitesTab;
  onTab: (tab: SitesTab) => void;
  choice: ListChoice;
  onChoose: (changed: Partial<ListChoice>) => void;
  view: ListView;
  onView: (view: ListView) => void;
}

const orders = Object.keys(dashboardTexts.orders) as SiteOrder[];
const tabs = Object.keys(dashboardTexts.states) as SitesTab[];
const viewIcons = { grid: <GridIcon />, list: <ListIcon /> } as const;
const views = ['grid', 'list'] as const;

export function SitesToolbar({ tab, onTab, choice, onChoose, view, onView }: ToolbarProps) {
  const sortId = useId();
  const isPhone = usePhoneWidth();
  return (
    <div className={styles['toolbar']} role="search">
      <Segments label={dashboardTexts.shown}>
        {tabs.map((each) => (
          <Segment isChosen={tab === each} key={each} onChoose={() => onTab(each)}>
            {dashboardTexts.states[each]}
          </Segment>
        ))}
      </Segments>
      {tab !== 'ended' && (
        <>
          <TextInput
            autoCapitalize="off"
            autoComplete="off"
            className={styles['search']}
            icon={<SearchIcon />}
            label={dashboardTexts.search}
            labelHidden
            onChange={(event) => onChoose({ search: event.target.value })}
            placeholder={dashboardTexts.searchPlaceholder}
            spellCheck={false}
            type="search"
            value={choice.search}
          />
          <div className={styles['sort']}>
            <label className="visually-hidden" htmlFor={sortId}>
              {dashboardTexts.sort}
            </label>
            <select
              id={sortId}
              onChange={(event) => {
                const order = orders.find((known) => known === event.target.value);
                if (order) onChoose({ order });
              }}
              value={choice.order}
            >
              {orders.map((order) => (
                <option key={order} value={order}>
                  {dashboardTexts.orders[order]}
                </option>
              ))}
            </select>
          </div>
          {!isPhone && (
            <Segments label={dashboardTexts.view}>
              {views.map((each) => (
                <Segment isChosen={view === each} key={each} onChoose={() => onView(each)}>
                  {viewIcons[each]}
                  <span className="visually-hidden">{dashboardTexts.views[each]}</span>
                </Segment>
              ))}
            </Segments>
          )}
        </>
      )}
    </div>
  );
}

function Segments({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div aria-label={label} className={styles['segments']} role="group">
      {children}
    </div>
  );
}

function Segment({ isChosen, onChoose, children }: { isChosen: boolean; onChoose: () => void; children: ReactNode }) {
  return (
    <button aria-pressed={isChosen} className={styles['segment']} onClick={onChoose} type="button">
      {children}
    </button>
  );
}
