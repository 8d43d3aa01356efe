import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import styles from './tabs.module.css';

export interface Tab<Name extends string> {
  name: Name;
  title: string;
}

interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly Tab<Name>[];
  chosen: Name;
  onChoose: (name: Name) => void;
  children: ReactNode;
}

export function Tabs<Name extends string>({ children, ...row }: TabsProps<Name>) {
  const id = useId();
  return (
    <div>
      <TabRow {...row} id={id} />
      <div {...tabPanelProps(id, row.chosen)} className={styles['panel']} tabIndex={-1}>
        {children}
      </div>
    </div>
  );
}

export function tabPanelProps(id: string, chosen: string) {
  return { 'aria-labelledby': `${id}-${chosen}`, id: `${id}-panel`, role: 'tabpanel' };
}

interface TabRowProps<Name extends string> extends Omit<TabsProps<Name>, 'children'> {
  id: string;
}

const FADE_PX = 40;

function fadeCutEnds({ scrollLeft, scrollWidth, clientWidth, style }: HTMLElement): void {
  style.setProperty('--cut-left', `${Math.min(FADE_PX, scrollLeft)}px`);
  style.setProperty('--cut-right', `${Math.min(FADE_PX, scrollWidth - clientWidth - scrollLeft)}px`);
}

/** Arrow keys, Home and End move between the tabs; Tab moves into the panel. */
export function TabRow<Name extends string>({ id, label, tabs, chosen, onChoose }: TabRowProps<Name>) {
  const row = useRef<HTMLDivElement>(null);
  // On a phone a row may be wider than the screen.
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!tab || !row.current) return;
    row.current.scrollLeft = tab.offsetLeft - row.current.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2;
  }, [chosen]);
  useEffect(() => {
    const observer = new ResizeObserver(() => row.current && fadeCutEnds(row.current));
    if (row.current) observer.observe(row.current);
    return () => observer.disconnect();
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ name }) => name === chosen);
    const next = tabs.at(nextIndex(event.key, at, tabs.length) ?? at);
    if (!next || next.name === chosen) return;
    event.preventDefault();
    onChoose(next.name);
    row.current?.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus();
  };

  return (
    <div
      aria-label={label}
      className={styles['row']}
      onScroll={(event) => fadeCutEnds(event.currentTarget)}
      ref={row}
      role="tablist"
    >
      {tabs.map(({ name, title }) => (
        <button
          aria-controls={`${id}-panel`}
          aria-selected={name === chosen}
          className={`soft-md bare accent-hover ${styles['tab']}`}
          data-tab={name}
          id={`${id}-${name}`}
          key={name}
          onClick={() => onChoose(name)}
          onKeyDown={onKeyDown}
          role="tab"
          tabIndex={name === chosen ? 0 : -1}
          type="button"
        >
          {title}
        </button>
      ))}
    </div>
  );
}

function nextIndex(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
