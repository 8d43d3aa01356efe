import { memo, useState } from 'react';
import { Modal } from '../../../components/dialog/modal.js';
import { CalendarPlusIcon, CodeIcon, MoreIcon } from '../../../components/icons/action-icons.js';
import { ErrorNotice } from '../../../components/notices/notice.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import { MenuItems, type MenuItem } from '../../../components/menu/menu-items.js';
import { shareItems, siteItems, type SiteViewProps } from '../actions/site-actions.js';
import { SitePreview, type SiteProps } from '../card/site-card.js';
import { Age, Expiry, indexingLine, StateBadges, StoppedNotice } from '../card/site-facts.js';
import type { Watch } from '../list/list-view.js';
import styles from './phone-row.module.css';

const text = dashboardTexts.card;

export const PhoneRow = memo(function PhoneRow({ watch, ...props }: SiteProps & { watch: Watch }) {
  const { url, site, state, now, problem } = props;
  const [open, setOpen] = useState(false);
  const titleId = `site-${site.id}`;
  return (
    <article aria-labelledby={titleId} className={styles['row']}>
      <div className={styles['thumbnail']}>
        <SitePreview site={site} url={url} watch={watch} />
      </div>
      <div className={styles['main']}>
        <h2 className={styles['title']} id={titleId}>
          <button aria-haspopup="dialog" className={styles['open']} onClick={() => setOpen(true)} type="button">
            {site.title}
          </button>
        </h2>
        <StateBadges site={site} state={state} />
        <p className={styles['facts']}>
          {state === 'expired' || state === 'stopped' ? (
            <span>/share/{site.path}</span>
          ) : (
            <Expiry now={now} site={site} state={state} />
          )}
        </p>
      </div>
      <MoreIcon />
      {problem && (
        <div className={styles['problem']}>
          <ErrorNotice title={problem.title}>{problem.text}</ErrorNotice>
        </div>
      )}
      {open && <SiteSheet {...props} onClose={() => setOpen(false)} />}
    </article>
  );
});

function SiteSheet({ onClose, ...props }: SiteProps & { onClose: () => void }) {
  const { site, state, now } = props;
  return (
    <Modal onClose={onClose} title={site.title}>
      <div className={styles['details']}>
        <StateBadges site={site} state={state} />
        <p>
          <code>/share/{site.path}</code>
        </p>
        <p>
          <Expiry now={now} site={site} state={state} />
        </p>
        <p>
          <Age now={now} site={site} />
        </p>
        {site.stopped_reason !== null && <StoppedNotice path={site.path} reason={site.stopped_reason} />}
        <p className="soft-xs">{indexingLine(site, state)}</p>
      </div>
      <div className={styles['items']}>
        <MenuItems items={[...mainItems(props), ...siteItems(props)]} onChosen={onClose} />
      </div>
    </Modal>
  );
}

function mainItems({ site, state, url, actions }: SiteViewProps): MenuItem[] {
  const items: (MenuItem | false)[] = [
    state === 'expired' && {
      label: text.extend,
      icon: <CalendarPlusIcon />,
      onSelect: () => actions.open({ name: 'extend', site }),
    },
    ...(url === undefined ? [] : shareItems(site, url, actions)),
    state !== 'expired' &&
      state !== 'stopped' && { label: text.edit, icon: <CodeIcon />, onSelect: () => actions.edit(site) },
  ];
  return items.filter((item) => item !== false);
}
