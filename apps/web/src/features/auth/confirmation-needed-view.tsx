import { Button } from '../../components/button.js';
import { ResendButton } from '../../forms/resend-button.js';
import { authTexts } from '../../texts/auth.js';
import styles from './auth-dialog.module.css';

const text = authTexts.confirmation;

/** An address that does not count before its mail has been followed, and which kind of mail that is. */
export interface AwaitedConfirmation {
  type: 'signup' | 'email_change';
  email: string;
}

export function ConfirmationNeededView({ awaited, onClose }: { awaited: AwaitedConfirmation; onClose: () => void }) {
  return (
    <div className={styles['told']}>
      <p>{text.to(awaited.email)}</p>
      <p className={styles['hint']}>{text.hint}</p>
      <Button className={styles['wide']} onClick={onClose} variant="primary">
        {text.close}
      </Button>
      <ResendButton action={text} done={text.resent} label={text.resend} {...awaited} />
    </div>
  );
}
