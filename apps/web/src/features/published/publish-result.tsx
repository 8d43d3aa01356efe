import { use, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type PublishedSite, useCountActiveSitesQuery } from '../../api/api.js';
import { Button } from '../../components/buttons/button.js';
import { classNames } from '../../components/class-names.js';
import { Modal } from '../../components/dialog/modal.js';
import { focusWhenShown } from '../../components/focus/lost-focus.js';
import {
  CalendarPlusIcon,
  GlobeIcon,
  LinkIcon,
  LockIcon,
  PencilIcon,
  SparkIcon,
} from '../../components/icons/action-icons.js';
import { CheckIcon, PlusIcon, ClockIcon, PersonIcon } from '../../components/icons/icons.js';
import { LoadedPart, requiredPart } from '../../components/loading/loaded-part.js';
import { MenuItems, type MenuItem } from '../../components/menu/menu-items.js';
import { ErrorNotice } from '../../components/notices/notice.js';
import { editPath } from '../../paths.js';
import { useAccount } from '../../session/session-slice.js';
import { resultTexts as text } from '../../texts/publish/result.js';
import { aiUpdateLabel } from '../../texts/sites/ai-update.js';
import { secretTexts, underReviewText } from '../../texts/sites/owner-warnings.js';
import { useAiUpdate } from '../site/ai-update/use-ai-update.js';
import { PageSheet, PageThumbnail } from '../site/page-thumbnail.js';
import { siteChanges, listFailureText } from '../site/site-changes.js';
import { VisibilityChoice } from '../site/visibility-choice.js';
import styles from './publish-result.module.css';
import { PublishedAddress } from './published-address.js';
import { formatCount, formatDateTime, formatDay } from '../../texts/formats.js';
import { daysLeft, isShownAsPermanent } from '@haru/contracts';
import type { MySite } from '../../api/sites/my-site.js';
import { useUpdateSitesMutation } from '../../api/sites/my-sites.js';
import { useLazyGetPublishedPageQuery } from '../../api/sites/site-lookups.js';
import { useNotices } from '../../components/notices/notices.js';
import { callFailureOf } from '../../http/failure.js';
import { idOf } from '../../session/account.js';
import { saveCalendarEntry } from '../expiry/calendar-entry.js';

const ManagementLinkPanel = requiredPart(() => import('../management-link/management-link.js'), 'ManagementLinkPanel');

const visibilityIcons = { public: <GlobeIcon />, secret: <PersonIcon />, password: <LockIcon /> } as const;

interface PublishResultProps {
  site: PublishedSite;
  isOwn: boolean;
  /** It is known only right after publishing. */
  password?: string | undefined;
  /** Whether publishing has put the address on the clipboard; absent where the page was published earlier. */
  copied: Promise<boolean> | undefined;
  onAnother: () => void;
  onChanged: (site: MySite) => void;
}

export function PublishResult({ site, isOwn, password, copied, onAnother, onChanged }: PublishResultProps) {
  const { visibility = 'public' } = site;
  return (
    <section aria-labelledby="published-title" className={`box ${styles['card']}`}>
      <p className={styles['done']} role="status">
        <CheckIcon />
        <span className={`strong wrap-8 ${styles['news']}`}>
          {text.done}
          {copied && (
            <LoadedPart failed={null}>
              <CopiedNote copied={copied} />
            </LoadedPart>
          )}
        </span>
      </p>
      <h1 className={styles['title']} id="published-title" ref={focusWhenShown} tabIndex={-1}>
        {site.title}
      </h1>
      {/* A page that is not public needs a cookie, which a frame on another host does not get. */}
      <Picture isArriving={copied !== undefined} site={site} />
      <div className={styles['address']}>
        <PublishedAddress password={password} site={site} />
      </div>
      <div className={`stack-12 ${styles['state']}`}>
        <PublishedExpiry isOwn={isOwn} onChanged={onChanged} site={site} />
        {(isOwn || visibility !== 'public') && (
          <div className={styles['visibility']}>
            {visibilityIcons[visibility]}
            <div className="stack-4 grow">
              {isOwn && <VisibilityChoice onChanged={onChanged} site={{ ...site, visibility }} />}
              {visibility !== 'public' && <p className="soft-sm">{text[visibility]}</p>}
              {password !== undefined && (
                <details className="disclosure">
                  <summary>{text.showPassword}</summary>
                  <code className="code-box">{password}</code>
                </details>
              )}
            </div>
          </div>
        )}
        {site.under_review && <p className="soft-sm">{underReviewText}</p>}
        {site.secrets && <ErrorNotice title={secretTexts.found(site.secrets)}>{secretTexts.advice}</ErrorNotice>}
      </div>
      <NextSteps isOwn={isOwn} onAnother={onAnother} site={site} />
    </section>
  );
}

/** It is added once the copying has ended. */
function CopiedNote({ copied }: { copied: Promise<boolean> }) {
  return use(copied) && <span>{text.linkCopied}</span>;
}

function Picture({ site, isArriving }: { site: PublishedSite; isArriving: boolean }) {
  const { url, title, visibility = 'public' } = site;
  return (
    <div className={classNames(styles['picture'], isArriving && styles['arriving'])}>
      <div className={`framed ${styles['window']}`}>
        <div aria-hidden="true" className={styles['bar']} />
        <div className={`centred ${styles['page']}`}>
          <PageSheet icon={visibility !== 'public' && visibilityIcons[visibility]} title={title} />
          {visibility === 'public' && <PageThumbnail title={text.preview} url={url} />}
        </div>
      </div>
      <p aria-hidden="true" className={`centred ${styles['stamp']}`}>
        {text.stamp}
      </p>
    </div>
  );
}

function NextSteps({ site, isOwn, onAnother }: Pick<PublishResultProps, 'site' | 'isOwn' | 'onAnother'>) {
  const { kind } = useAccount();
  const navigate = useNavigate();
  const aiUpdate = useAiUpdate();
  const [showsLink, setShowsLink] = useState(false);
  const isTemporary = isOwn && kind === 'temporary';
  const another = { icon: <PlusIcon />, label: text.another, onSelect: onAnother };
  const edit = [
    { icon: <PencilIcon />, label: text.edit, onSelect: () => void navigate(editPath(site.id)) },
    { icon: <SparkIcon />, label: aiUpdateLabel, onSelect: () => aiUpdate.start(site) },
  ];
  const keep = [
    { icon: <LinkIcon />, label: text.showManagementLink, onSelect: () => setShowsLink(true) },
    { icon: <CalendarPlusIcon />, label: text.calendar, onSelect: () => saveCalendarEntry(site) },
  ];
  const items: MenuItem[] = [...(isOwn ? edit : []), ...(isTemporary ? keep : []), another];
  return (
    <div className={styles['steps']}>
      <MenuItems groups={[items]} onChosen={() => undefined} />
      {aiUpdate.dialog}
      {showsLink && (
        <Modal onClose={() => setShowsLink(false)} title={text.managementLink} width="lg">
          <ManagementLinkPanel />
        </Modal>
      )}
    </div>
  );
}

export function SiteCountBadge() {
  const { data: count } = useCountActiveSitesQuery();
  // A count that was loaded before the page was published may be 0.
  if (!count) return null;
  return (
    <p className={`row soft-xs ${styles['badge']}`}>
      <span aria-hidden="true" className="dot" />
      {text.count(formatCount(count))}
    </p>
  );
}

function PublishedExpiry({ site, isOwn, onChanged }: Pick<PublishResultProps, 'site' | 'isOwn' | 'onChanged'>) {
  const { kind } = useAccount();
  const { isWorking, problem, extend } = useExtension(site, onChanged);
  const [now] = useState(() => new Date());
  const expiresAt = new Date(site.expires_at);
  const isPermanent = isShownAsPermanent(expiresAt, now);
  const isExtendable = isOwn && !isPermanent;
  return (
    <div className={styles['expiry']}>
      <ClockIcon />
      <div className="stack-4 grow">
        <div>
          <strong title={isPermanent ? undefined : formatDateTime(expiresAt)}>
            {isPermanent ? text.permanent : text.until(formatDay(expiresAt, now), daysLeft(expiresAt, now))}
          </strong>
          {isExtendable && (
            <Button loading={isWorking} onClick={() => void extend()} size="sm">
              {text.extend}
            </Button>
          )}
        </div>
        {problem !== undefined && <ErrorNotice title={text.extendFailed}>{problem}</ErrorNotice>}
        {isExtendable && <p className="soft-sm">{kind === 'registered' ? text.extendableSignedIn : text.extendable}</p>}
      </div>
    </div>
  );
}

function useExtension({ id, expires_at }: PublishedSite, onChanged: (site: MySite) => void) {
  const account = idOf(useAccount()) ?? '';
  const { showToast } = useNotices();
  const [updateSites, { isLoading }] = useUpdateSitesMutation();
  const [readPage] = useLazyGetPublishedPageQuery();
  const [problem, setProblem] = useState<string>();
  const extend = async () => {
    setProblem(undefined);
    const { change, done } = siteChanges.extend({ expires_at });
    const { data, error } = await updateSites({ id, change });
    const failure = callFailureOf(error);
    // Another tab or device may have extended the page.
    const now = failure?.code === 'EXPIRY_NOT_ALLOWED' ? (await readPage({ account, id })).data : data;
    if (now) onChanged(now);
    if (data) showToast(done);
    setProblem(failure && listFailureText(failure));
  };
  return { isWorking: isLoading, problem, extend };
}
