import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { lazyPart, LoadedPart, Loading, optionalPart } from '../../components/loading/loaded-part.js';
import { isOwner } from '../../session/account.js';
import { preloadWhenIdle } from '../../session/background.js';
import { useAccount, useSessionState } from '../../session/session-slice.js';
import { PublishForm } from '../../features/publish/publish-form.js';
import { usePublish } from '../../features/publish/use-publish.js';
import { publishedIdIn } from '../../paths.js';
import { texts } from '../../texts/ja.js';
import styles from './publish-page.module.css';

const PublishedView = lazyPart(() => import('../../features/published/published-view.js'), 'PublishedView');
const ExpiryNotice = optionalPart(() => import('../../features/expiry/expiry-notice.js'), 'ExpiryNotice');
const LastPublished = optionalPart(() => import('../../features/published/last-published.js'), 'LastPublished');

export function PublishPage() {
  const account = useAccount();
  const publication = usePublish();
  const publishedId = publishedIdIn(useLocation());
  const isReturning = useIsReturning(publication);
  useEffect(() => preloadWhenIdle(PublishedView.load), []);
  if (publishedId !== null) {
    const fresh = publication.published?.site.id === publishedId ? publication.published : undefined;
    const url = fresh?.site.url;
    return (
      <LoadedPart
        failed={url === undefined ? undefined : <a href={url}>{url}</a>}
        fallback={<Loading />}
        key={publishedId}
      >
        <PublishedView
          fresh={fresh}
          id={publishedId}
          onAnother={publication.startAnother}
          onFresh={publication.setPublished}
        />
      </LoadedPart>
    );
  }
  return (
    <>
      <div className="page-intro wrap-8">
        <h1>{texts.tagline}</h1>
        <p>{account.kind === 'registered' ? texts.publish.leadRegistered : texts.publish.lead}</p>
      </div>
      {isOwner(account) && <ExpiryNotice account={account.id} key={account.id} />}
      {isReturning && (
        <div className={styles['last']}>
          <LastPublished />
        </div>
      )}
      <PublishForm publication={publication} />
    </>
  );
}

/** Tells whether there may be earlier pages: an account that publishing has just made has none. */
function useIsReturning({ isAnother }: ReturnType<typeof usePublish>): boolean {
  const isTemporary = useSessionState(({ holder }) => holder?.kind === 'temporary');
  const [wasTemporary] = useState(isTemporary);
  return isTemporary && (wasTemporary || isAnother);
}
