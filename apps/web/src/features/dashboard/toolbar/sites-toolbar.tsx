import type { ReactNode } from 'react';
import type { ListChoice } from '../../../api/sites/list/list-query.js';
import { ListIcon, SearchIcon } from '../../../components/icons/action-icons.js';
import { GridIcon } from '../../../components/icons/icons.js';
import { SelectInput, TextInput } from '../../../components/inputs/text-input.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import { usePhoneWidth, type ListView } from '../list/list-view.js';
import styles from './sites-toolbar.module.css';

/** Pages that have ended or were deleted are in a list of their own. */
export type SitesTab = keyof typeof dashboardTexts.states;

interface ToolbarProps {
  tab: SitesTab;
  onTab: (tab: SitesTab) => void;
  choice: ListChoice;
  onChoose: (changed: Partial<ListChoice>) => void;
  view: ListView;
  onView: (view: ListView) => void;
}

const tabs = Object.keys(dashboardTexts.states) as SitesTab[];
const viewIcons = { grid: <GridIcon />, list: <ListIcon /> } as const;
const views = ['grid', 'list'] as const;

export function SitesToolbar({ tab, onTab, choice, onChoose, view, onView }: ToolbarProps) {
  const isPhone = usePhoneWidth();
  return (
    <div className={`wrap-12 row ${styles['toolbar']}`} role="search">
      <Segments
        chosen={tab}
        label={dashboardTexts.shown}
        onChoose={onTab}
        segments={tabs.map((name) => ({ name, content: dashboardTexts.states[name] }))}
      />
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
          <SelectInput
            chosen={choice.order}
            label={dashboardTexts.sort}
            labelHidden
            onChoose={(order) => onChoose({ order })}
            options={dashboardTexts.orders}
          />
          {!isPhone && (
            <Segments
              chosen={view}
              label={dashboardTexts.view}
              onChoose={onView}
              segments={views.map((name) => ({ name, content: viewIcons[name], title: dashboardTexts.views[name] }))}
            />
          )}
        </>
      )}
    </div>
  );
}

interface SegmentsProps<Name extends string> {
  label: string;
  segments: readonly { name: Name; content: ReactNode; title?: string }[];
  chosen: Name;
  onChoose: (name: Name) => void;
}

function Segments<Name extends string>({ label, segments, chosen, onChoose }: SegmentsProps<Name>) {
  return (
    <div aria-label={label} className={styles['segments']} role="group">
      {segments.map(({ name, content, title }) => (
        <button
          aria-label={title}
          aria-pressed={name === chosen}
          className={`soft-sm bare accent-hover centred ${styles['segment']}`}
          key={name}
          onClick={() => onChoose(name)}
          type="button"
        >
          {content}
        </button>
      ))}
    </div>
  );
}
