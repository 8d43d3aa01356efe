import { Button } from '../../../components/buttons/button.js';
import { LinkIcon } from '../../../components/icons/action-icons.js';
import { customPathTexts } from '../../../texts/publish/file.js';
import { publishTexts as text } from '../../../texts/publish/publish.js';
import { useOpenDialog } from '../dialog.js';
import styles from './path-invitation.module.css';

export function PathInvitation({ onTaken }: { onTaken: () => void }) {
  const openDialog = useOpenDialog();
  return (
    <div className="stack-4">
      <span className={styles['label']}>{customPathTexts.label}</span>
      <Button
        className={styles['invitation']}
        iconLeft={<LinkIcon />}
        onClick={() => {
          onTaken();
          openDialog({ name: 'auth', view: 'register', purpose: 'path' });
        }}
        size="sm"
      >
        {text.pathInvitation}
        <span className={styles['hint']}>{text.pathInvitationHint}</span>
      </Button>
    </div>
  );
}
