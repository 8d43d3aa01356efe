import { Button } from '../../../components/buttons/button.js';
import { ResendButton } from '../../../forms/resend-button.js';
import { authTexts } from '../../../texts/auth.js';
import styles from './auth-dialog.module.css';
import type { AwaitedConfirmation } from './auth-step.js';

const text = authTexts.confirmation;

interface ConfirmationNeededViewProps {
  awaited: AwaitedConfirmation & { email: string };
  onClose: () => void;
}

export function ConfirmationNeededView({ awaited: { type, email, resent }, onClose }: ConfirmationNeededViewProps) {
  return (
    <div className={styles['outcome']}>
      <p>{text.to(email)}</p>
      <p className={styles['hint']}>{text.hint}</p>
      <Button className={styles['wide']} onClick={onClose} variant="primary">
        {text.close}
      </Button>
      <ResendButton
        action={text}
        alreadyDone={resent}
        done={text.resent}
        email={email}
        label={text.resend}
        type={type}
      />
    </div>
  );
}
