import { Button } from '../../../components/buttons/button.js';
import { authTexts } from '../../../texts/account/auth.js';
import styles from './auth-dialog.module.css';
import type { AuthViewProps } from './auth-step.js';

const text = authTexts.emailSent;

/** The text is the same for known and unknown addresses, as the server's answer is. */
export function EmailSentView({ email, onStep, onClose }: AuthViewProps) {
  return (
    <div className={styles['outcome']} role="status">
      <p>{text.to(email)}</p>
      <p className={styles['hint']}>{text.hint}</p>
      <Button className={styles['wide']} onClick={onClose} variant="primary">
        {text.close}
      </Button>
      <Button onClick={() => onStep({ view: 'forgotPassword', email })} size="sm" variant="ghost">
        {text.again}
      </Button>
    </div>
  );
}
