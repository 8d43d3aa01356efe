import { memo, useState } from 'react';
import { Modal } from '../../../components/dialog/modal.js';
import { MoreIcon } from '../../../components/icons/action-icons.js';
import { ErrorNotice } from '../../../components/notices/notice.js';
import { MenuItems } from '../../../components/menu/menu-items.js';
import { mainItems, siteGroups } from '../actions/site-actions.js';
import { SitePreview, type SiteProps } from './site-card.js';
import { Age, Expiry, Indexing, pathOf, StateBadges, StoppedNotice } from './site-facts.js';
import styles from './phone-row.module.css';

export const PhoneRow = memo(function PhoneRow(props: SiteProps) {
  const { site, state, url, now, problem } = props;
  const [open, setOpen] = useState(false);
  const titleId = `site-${site.id}`;
  return (
    <article aria-labelledby={titleId} className={`wrap-8 row ${styles['row']}`}>
      <div className={`framed ${styles['thumbnail']}`}>
        <SitePreview {...props} />
      </div>
      <div className={`shrinks grow wrap-8 row ${styles['main']}`}>
        <h2 className={`shrinks text-base ${styles['title']}`} id={titleId}>
          <button aria-haspopup="dialog" className={styles['open']} onClick={() => setOpen(true)} type="button">
            {site.title}
          </button>
        </h2>
        <p className={`soft-sm ellipsis ${styles['facts']}`}>
          {state === 'live' || state === 'soon' ? (
            <Expiry now={now} site={site} state={state} />
          ) : (
            <span>{pathOf(site, url)}</span>
          )}
        </p>
        <StateBadges site={site} state={state} />
      </div>
      <MoreIcon />
      {problem && (
        <ErrorNotice className={styles['problem']} title={problem.title}>
          {problem.text}
        </ErrorNotice>
      )}
      {open && <SiteSheet {...props} onClose={() => setOpen(false)} />}
    </article>
  );
});

function SiteSheet({ onClose, ...props }: SiteProps & { onClose: () => void }) {
  const { site, state, url, now } = props;
  return (
    <Modal onClose={onClose} title={site.title}>
      <div className={`stack-4 ${styles['details']}`}>
        <StateBadges site={site} state={state} />
        <p>
          <code className="soft-sm">{pathOf(site, url)}</code>
        </p>
        <p>
          <Expiry now={now} site={site} state={state} />
        </p>
        <p>
          <Age now={now} site={site} />
        </p>
        <StoppedNotice site={site} />
        <Indexing className="soft-sm" site={site} state={state} />
      </div>
      <div className={styles['items']}>
        <MenuItems groups={[mainItems(props), ...siteGroups(props, 'sheet')]} onChosen={onClose} />
      </div>
    </Modal>
  );
}
