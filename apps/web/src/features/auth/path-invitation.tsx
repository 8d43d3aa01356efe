import { Button } from '../../components/button.js';
import { useComingLater } from '../../components/coming-later.js';
import { LinkIcon } from '../../components/icons.js';
import { texts } from '../../texts/ja.js';
import styles from './path-invitation.module.css';

/** Stands where registered people choose their address. */
export function PathInvitation() {
  const comingLater = useComingLater();
  return (
    <Button
      className={styles['invitation']}
      iconLeft={<LinkIcon />}
      onClick={() => comingLater(texts.invitation.register)}
      size="sm"
      variant="ghost"
    >
      {texts.publish.pathInvitation}
      <span className={styles['hint']}>{texts.publish.pathInvitationHint}</span>
    </Button>
  );
}
