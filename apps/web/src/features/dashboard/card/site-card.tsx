import { memo, useRef } from 'react';
import { Button, type ButtonStyle } from '../../../components/buttons/button.js';
import { ActionMenu } from '../actions/action-menu.js';
import { IconButton } from '../../../components/buttons/icon-button.js';
import { CalendarPlusIcon, CodeIcon, PencilIcon, ShareIcon } from '../../../components/icons/action-icons.js';
import { ErrorNotice } from '../../../components/notices/notice.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import { isClosed } from '../../../api/sites/my-site.js';
import { shareItems, type SiteProblem, siteItems, type SiteViewProps } from '../actions/site-actions.js';
import { type Watch, useInView } from '../list/list-view.js';
import { PathLine } from './path-line.js';
import styles from './site-card.module.css';
import { Age, Expiry, Indexing, StateBadges, StoppedNotice } from './site-facts.js';
import { ClockIcon, FileIcon } from '../../../components/icons/icons.js';
import { PageThumbnail } from '../../site/page-thumbnail.js';

const text = dashboardTexts.card;

export interface SiteProps extends SiteViewProps {
  now: Date;
  problem: SiteProblem | undefined;
}

export const SiteCard = memo(function SiteCard({
  site,
  state,
  url,
  now,
  actions,
  problem,
  watch,
}: SiteProps & { watch: Watch }) {
  const titleId = `site-${site.id}`;
  return (
    <article aria-labelledby={titleId} className={styles['card']}>
      <SitePreview site={site} url={url} watch={watch} />
      <div className={styles['body']}>
        <div className={styles['head']}>
          <SiteTitle id={titleId} title={site.title} url={url} />
          <StateBadges site={site} state={state} />
        </div>
        <PathLine actions={actions} className={styles['path']} site={site} url={url}>
          {state !== 'stopped' && (
            <IconButton icon={<PencilIcon />} label={text.editPath} onClick={() => actions.editPath(site)} />
          )}
        </PathLine>
        {site.stopped_reason !== null && <StoppedNotice path={site.path} reason={site.stopped_reason} />}
        <p className={styles['facts']}>
          <Expiry now={now} site={site} state={state} />
          <Age now={now} site={site} />
        </p>
        {problem && <ErrorNotice title={problem.title}>{problem.text}</ErrorNotice>}
        <div className={styles['actions']}>
          <MainActions actions={actions} site={site} state={state} url={url} variant="secondary" />
          <ActionMenu className={styles['more']} items={siteItems({ site, state, url, actions }, true)} />
        </div>
        <Indexing className={styles['indexing']} site={site} state={state} />
      </div>
    </article>
  );
});

export function SiteTitle({ id, title, url }: { id: string; title: string; url: string | undefined }) {
  return (
    <h2 className={styles['title']} id={id} title={title}>
      {url === undefined ? (
        title
      ) : (
        <a href={url} rel="noopener noreferrer" target="_blank">
          {title}
        </a>
      )}
    </h2>
  );
}

export function MainActions({ variant, site, state, url, actions }: SiteViewProps & Pick<ButtonStyle, 'variant'>) {
  if (state === 'expired') {
    return (
      <Button
        className={styles['action']}
        iconLeft={<CalendarPlusIcon />}
        onClick={() => actions.open({ name: 'extend', site })}
        size="sm"
        variant={variant}
      >
        {text.extend}
      </Button>
    );
  }
  if (state === 'stopped') return null;
  return (
    <>
      {url !== undefined && (
        <ActionMenu
          className={styles['action']}
          items={shareItems(site, url, actions)}
          label={{ text: text.share, icon: <ShareIcon />, variant }}
        />
      )}
      <Button
        className={styles['action']}
        iconLeft={<CodeIcon />}
        onClick={() => actions.edit(site)}
        size="sm"
        variant={variant}
      >
        {text.edit}
      </Button>
    </>
  );
}

/** The page is rendered while it is in the window. It takes no focus: the title beside it is the same link. */
export function SitePreview({ site, url, watch }: Pick<SiteProps, 'site' | 'url'> & { watch: Watch }) {
  const frame = useRef<HTMLDivElement>(null);
  const isShown = useInView(frame, watch);
  return (
    <div className={styles['frame']} ref={frame}>
      {url === undefined ? (
        <ClockIcon />
      ) : (
        <>
          <FileIcon />
          {/* A secret page needs a cookie, which a frame on another host does not get. */}
          {isShown && !isClosed(site.visibility) && <PageThumbnail title={dashboardTexts.card.preview} url={url} />}
          <a
            aria-hidden="true"
            className={styles['open']}
            href={url}
            rel="noopener noreferrer"
            tabIndex={-1}
            target="_blank"
          >
            <span className="visually-hidden">{dashboardTexts.card.view}</span>
          </a>
        </>
      )}
    </div>
  );
}
