import { memo, useRef } from 'react';
import { isClosed } from '../../../api/sites/my-site.js';
import { Button, IconButton } from '../../../components/buttons/button.js';
import { CopyIcon, MoreIcon, PencilIcon, ShareIcon, TrashIcon } from '../../../components/icons/action-icons.js';
import { ClockIcon, WarningIcon } from '../../../components/icons/icons.js';
import { DisclosureMenu } from '../../../components/menu/disclosure-menu.js';
import { ErrorNotice } from '../../../components/notices/notice.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import { PageSheet, PageThumbnail } from '../../site/page-thumbnail.js';
import { shareItems, siteGroups, type SiteProblem, type SiteViewProps } from '../actions/site-actions.js';
import type { Selection } from '../bulk/bulk-bar.js';
import { type Watch, useInView } from '../list/list-view.js';
import cardStyles from './site-card.module.css';
import { Age, Expiry, Indexing, pathOf, StateBadges, StoppedNotice } from './site-facts.js';
import rowStyles from './site-row.module.css';

const text = dashboardTexts.card;

export interface SiteProps extends SiteViewProps {
  now: Date;
  problem: SiteProblem | undefined;
  watch: Watch;
}

interface SiteCardProps extends SiteProps {
  /** A card has a preview and a button for the path; a row has a check box. */
  isRow: boolean;
  isSelected: boolean;
  onSelect: Selection['set'];
}

export const SiteCard = memo(function SiteCard({ isRow, isSelected, onSelect, ...props }: SiteCardProps) {
  const { site, state, url, now, actions, problem } = props;
  const styles = isRow ? rowStyles : cardStyles;
  const below = isRow ? rowStyles['below'] : undefined;
  const titleId = `site-${site.id}`;
  return (
    <article aria-labelledby={titleId} className={styles['card']}>
      {isRow ? (
        <label className={`centred ${rowStyles['check']}`}>
          <span className="visually-hidden">{dashboardTexts.many.select(site.title)}</span>
          <input checked={isSelected} onChange={() => onSelect([site.id], !isSelected)} type="checkbox" />
        </label>
      ) : (
        <SitePreview {...props} />
      )}
      <div className={styles['body']}>
        <div className={styles['names']}>
          <div className={styles['head']}>
            <h2 className={styles['title']} id={titleId} title={site.title}>
              {url === undefined ? (
                site.title
              ) : (
                <a href={url} rel="noopener noreferrer" target="_blank">
                  {site.title}
                </a>
              )}
            </h2>
            <StateBadges site={site} state={state} />
          </div>
          <div className={styles['path']}>
            <code className="ellipsis">{pathOf(site, url)}</code>
            {url !== undefined && (
              <IconButton icon={<CopyIcon />} label={text.copyUrl} onClick={() => actions.copyUrl(site, url)} />
            )}
            {!isRow && state !== 'stopped' && (
              <Button aria-label={text.editPath} onClick={() => actions.editPath(site)} size="sm" variant="ghost">
                {text.editShort}
              </Button>
            )}
          </div>
        </div>
        <StoppedNotice className={below} site={site} />
        <p className={styles['facts']}>
          <Expiry now={now} site={site} state={state} />
          <Age now={now} site={site} />
        </p>
        {problem && (
          <ErrorNotice className={below} title={problem.title}>
            {problem.text}
          </ErrorNotice>
        )}
        <Indexing className={styles['indexing']} site={site} state={state} />
        <div className={styles['actions']}>
          <MainActions {...props} variant={isRow ? 'ghost' : 'secondary'} />
          {state !== 'stopped' && (
            <DisclosureMenu
              className={styles['more']}
              groups={siteGroups(props, isRow ? 'row' : 'card')}
              iconLeft={<MoreIcon />}
              label={text.actions}
            />
          )}
        </div>
      </div>
    </article>
  );
});

function MainActions({ variant, site, state, url, actions }: SiteViewProps & { variant: 'ghost' | 'secondary' }) {
  if (state === 'stopped') {
    return (
      <Button iconLeft={<TrashIcon />} onClick={() => actions.open('remove', site)} size="sm" variant="ghost">
        {text.remove}
      </Button>
    );
  }
  if (state === 'expired') {
    return (
      <Button iconLeft={<ClockIcon />} onClick={() => actions.open('extend', site)} size="sm" variant={variant}>
        {text.extend}
      </Button>
    );
  }
  return (
    <>
      {url !== undefined && (
        <DisclosureMenu
          buttonText={text.share}
          groups={[shareItems(site, url, actions)]}
          iconLeft={<ShareIcon />}
          variant={variant}
        />
      )}
      <Button iconLeft={<PencilIcon />} onClick={() => actions.edit(site)} size="sm" variant={variant}>
        {text.edit}
      </Button>
    </>
  );
}

/** The page is rendered while it is in the window. It takes no focus: the title beside it is the same link. */
export function SitePreview({ site, state, url, watch }: Pick<SiteProps, 'site' | 'state' | 'url' | 'watch'>) {
  const frame = useRef<HTMLDivElement>(null);
  const isShown = useInView(frame, watch);
  const MissingIcon = state === 'stopped' ? WarningIcon : ClockIcon;
  return (
    <div className={cardStyles['frame']} ref={frame}>
      {url === undefined ? (
        <MissingIcon />
      ) : (
        <>
          <PageSheet title={site.title} />
          {/* A secret page needs a cookie, which a frame on another host does not get. */}
          {isShown && !isClosed(site.visibility) && <PageThumbnail title={text.preview} url={url} />}
          <a
            aria-hidden="true"
            className={cardStyles['open']}
            href={url}
            rel="noopener noreferrer"
            tabIndex={-1}
            target="_blank"
          >
            <span className="visually-hidden">{text.view}</span>
          </a>
        </>
      )}
    </div>
  );
}
