import { useAccount } from '../../session/session-slice.js';
import { PathInvitation } from '../../features/auth/path-invitation.js';
import { SignUpInvitation } from '../../features/auth/sign-up-invitation.js';
import { PublishForm } from '../../features/publish/publish-form.js';
import { PublishResult } from '../../features/publish/publish-result.js';
import { usePublish } from '../../features/publish/use-publish.js';
import { texts } from '../../texts/ja.js';
import styles from './publish-page.module.css';

export function PublishPage() {
  const account = useAccount();
  const publication = usePublish();
  if (publication.published) {
    return (
      <>
        <PublishResult isOwn={publication.isOwn} onAnother={publication.startAnother} site={publication.published} />
        {account.kind !== 'registered' && <SignUpInvitation />}
      </>
    );
  }
  return (
    <>
      <div className={styles['intro']}>
        <h1 className={styles['title']}>{texts.tagline}</h1>
        <p className={styles['lead']}>{texts.publish.lead}</p>
      </div>
      <PublishForm pathInvitation={<PathInvitation />} publication={publication} />
    </>
  );
}
