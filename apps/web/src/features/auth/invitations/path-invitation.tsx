import { Button } from '../../../components/buttons/button.js';
import { LinkIcon } from '../../../components/icons/action-icons.js';
import { publishTexts as text } from '../../../texts/publish/publish.js';
import { useOpenDialog } from '../dialog.js';
import styles from './path-invitation.module.css';

export function PathInvitation({ onTaken }: { onTaken: () => void }) {
  const openDialog = useOpenDialog();
  return (
    <Button
      className={styles['invitation']}
      iconLeft={<LinkIcon />}
      onClick={() => {
        onTaken();
        openDialog({ name: 'auth', view: 'register', purpose: 'path' });
      }}
      variant="ghost"
    >
      {text.pathInvitation}
      <span className={styles['hint']}>{text.pathInvitationHint}</span>
    </Button>
  );
}
