import { isExpired } from '@haru/contracts';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { isClosed, type MySite, useShareUrl } from '../../api/sites/my-site.js';
import { useGetPublishedPageQuery } from '../../api/sites/site-lookups.js';
import { Loading } from '../../components/loading/loaded-part.js';
import { LoadFailure } from '../../components/notices/load-failure.js';
import { useNotices } from '../../components/notices/notices.js';
import { screens } from '../../paths.js';
import { idOf, isOwner } from '../../session/account.js';
import { useAccount, useSessionState } from '../../session/session-slice.js';
import { resultTexts as text } from '../../texts/publish/result.js';
import { SignUpInvitation } from '../auth/invitations/sign-up-invitation.js';
import type { PublishedPage } from '../site/published-page.js';
import { PublishResult, SiteCountBadge } from './publish-result.js';

interface PublishedViewProps {
  id: string;
  /** The page as it was published in this visit; otherwise it is loaded. */
  fresh: PublishedPage | undefined;
  onFresh: (page: PublishedPage) => void;
  onAnother: () => void;
}

/** Shows the result of publishing. It has an address, so that a reload, Back and Forward show it again. */
export function PublishedView({ id, fresh, onFresh, onAnother }: PublishedViewProps) {
  const owner = useFirstOwner();
  if (fresh) return <PublishedScreen onAnother={onAnother} onPage={onFresh} page={fresh} />;
  if (owner === undefined) return <Loading />;
  if (owner === null || !isPageId(id)) return <BackToPublish reason={text.notFound} />;
  return <LoadedScreen id={id} onAnother={onAnother} owner={owner} />;
}

/** It stays the same when another account signs in; null for a visitor, undefined while unknown. */
function useFirstOwner(): string | null | undefined {
  const account = useAccount();
  const isMoving = useSessionState(({ handOver }) => handOver?.isRunning ?? false);
  const [owner, setOwner] = useState<string>();
  if (owner !== undefined) return owner;
  if (account.kind === 'visitor') return null;
  if (!isOwner(account) || isMoving) return undefined;
  setOwner(account.id);
  return account.id;
}

const isPageId = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

function LoadedScreen({ id, owner, onAnother }: { id: string; owner: string; onAnother: () => void }) {
  const { data: site, error, refetch } = useGetPublishedPageQuery({ account: owner, id });
  const [changed, setChanged] = useState<PublishedPage>();
  const url = useShareUrl()(site);
  if (error) return <LoadFailure error={error} onRetry={refetch} title={text.loadFailed} />;
  if (site === null) return <BackToPublish reason={text.notFound} />;
  if (!site || url === undefined) return <Loading />;
  const reason = reasonNotShown(site);
  if (reason !== undefined) return <BackToPublish reason={reason} />;
  const published = { ...site, url, visibility: closedOf(site), under_review: site.under_review || undefined };
  const page = changed ?? { site: published, ownerId: owner };
  return <PublishedScreen onAnother={onAnother} onPage={setChanged} page={page} />;
}

function reasonNotShown({ expires_at, stopped_reason }: MySite): string | undefined {
  if (stopped_reason !== null) return text.stopped;
  return isExpired(new Date(expires_at), new Date()) ? text.ended : undefined;
}

const closedOf = ({ visibility }: MySite) => (isClosed(visibility) ? visibility : undefined);

function BackToPublish({ reason }: { reason: string }) {
  const { showNotice } = useNotices();
  useEffect(() => {
    // Its owner may not be signed in.
    const action = reason === text.notFound ? { action: 'login' as const } : {};
    showNotice({ kind: 'fault', text: reason, ...action });
  }, [reason, showNotice]);
  return <Navigate replace to={screens.publish.path} />;
}

interface PublishedScreenProps {
  page: PublishedPage;
  onPage: (changed: PublishedPage) => void;
  onAnother: () => void;
}

function PublishedScreen({ page, onPage, onAnother }: PublishedScreenProps) {
  const account = useAccount();
  const deletedAccount = useSessionState(({ deletedAccountId }) => deletedAccountId);
  const adoptedAccount = useSessionState(({ adoptedAccountId }) => adoptedAccountId);
  const shareUrl = useShareUrl();
  const { site, ownerId, password, copied } = page;
  const change = (changed: MySite) => {
    const visibility = closedOf(changed);
    onPage({
      site: { ...site, url: shareUrl(changed) ?? site.url, visibility, expires_at: changed.expires_at },
      ownerId,
      // Another visibility makes the password and the copied link invalid.
      ...(visibility === site.visibility ? { password, copied } : {}),
    });
  };
  // The pages of a deleted account are deleted.
  if (ownerId === deletedAccount) return <Navigate replace to={screens.publish.path} />;
  return (
    <>
      <PublishResult
        copied={copied}
        isOwn={[idOf(account), adoptedAccount].includes(ownerId)}
        onAnother={onAnother}
        onChanged={change}
        password={password}
        site={site}
      />
      {account.kind !== 'registered' && <SignUpInvitation />}
      <SiteCountBadge />
    </>
  );
}
