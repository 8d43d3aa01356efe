import { memo } from 'react';
import { ActionMenu } from '../actions/action-menu.js';
import { ErrorNotice } from '../../../components/notices/notice.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import { siteItems } from '../actions/site-actions.js';
import type { Selection } from '../bulk/selection.js';
import { PathLine } from '../card/path-line.js';
import { MainActions, SiteTitle, type SiteProps } from '../card/site-card.js';
import { Age, Expiry, indexingLine, StateBadge, StoppedNotice } from '../card/site-facts.js';
import styles from './site-row.module.css';

interface SiteRowProps extends SiteProps {
  isSelected: boolean;
  onSelect: Selection['set'];
}

export const SiteRow = memo(function SiteRow({
  site,
  state,
  url,
  now,
  actions,
  problem,
  isSelected,
  onSelect,
}: SiteRowProps) {
  const titleId = `site-${site.id}`;
  return (
    <article aria-labelledby={titleId}>
      <div className={styles['row']}>
        <label className={styles['check']}>
          <span className="visually-hidden">{dashboardTexts.many.select(site.title)}</span>
          <input checked={isSelected} onChange={() => onSelect([site.id], !isSelected)} type="checkbox" />
        </label>
        <div className="shrinks">
          <div className={styles['head']}>
            <SiteTitle id={titleId} title={site.title} url={url} />
            <StateBadge state={state} />
          </div>
          <PathLine actions={actions} className={styles['path']} site={site} url={url} />
        </div>
        <p className={styles['facts']}>
          <Expiry now={now} site={site} state={state} />
          <Age now={now} site={site} />
        </p>
        <p className={styles['indexing']}>{indexingLine(site, state)}</p>
        <div className={styles['actions']}>
          <MainActions actions={actions} site={site} state={state} url={url} variant="ghost" />
          <ActionMenu className={styles['more']} items={siteItems({ site, state, url, actions })} />
        </div>
      </div>
      {site.stopped_reason !== null && (
        <div className={styles['below']}>
          <StoppedNotice path={site.path} reason={site.stopped_reason} />
        </div>
      )}
      {problem && (
        <div className={styles['below']}>
          <ErrorNotice title={problem.title}>{problem.text}</ErrorNotice>
        </div>
      )}
    </article>
  );
});
