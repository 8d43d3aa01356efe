import { Button } from '../../components/buttons/button.js';
import { LinkIcon } from '../../components/icons.js';
import { texts } from '../../texts/ja.js';
import { useOpenDialog } from './dialog.js';
import styles from './path-invitation.module.css';

/** Stands where registered people choose their address. */
export function PathInvitation() {
  const openDialog = useOpenDialog();
  return (
    <Button
      className={styles['invitation']}
      iconLeft={<LinkIcon />}
      onClick={() => openDialog({ name: 'auth', view: 'register' })}
      size="sm"
      variant="ghost"
    >
      {texts.publish.pathInvitation}
      <span className={styles['hint']}>{texts.publish.pathInvitationHint}</span>
    </Button>
  );
}
