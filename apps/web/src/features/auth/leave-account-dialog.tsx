import { useDispatch } from 'react-redux';
import { useAccount } from '../../session/session-slice.js';
import { useSessionEnvironment } from '../../session/environment.js';
import { dialogOpened } from './dialog.js';
import { Button } from '../../components/buttons/button.js';
import { Modal } from '../../components/dialog/modal.js';
import { authTexts } from '../../texts/auth.js';
import styles from './auth-dialog/auth-dialog.module.css';

const text = authTexts.leave;

interface LeaveAccountDialogProps {
  /** Whose the link is, where it tells. */
  arrivingEmail?: string | undefined;
  onClose: () => void;
}

/** Before a mail link signs in: it may be a stranger's, and what is here would be left. */
export function LeaveAccountDialog({ arrivingEmail, onClose }: LeaveAccountDialogProps) {
  const account = useAccount();
  const { accountSwitch } = useSessionEnvironment();
  const dispatch = useDispatch();
  const answer = (leave: boolean) => {
    onClose();
    accountSwitch.answer(leave);
  };
  const visits = account.kind === 'visitor';
  return (
    <Modal
      actions={
        <>
          <Button onClick={() => answer(false)}>{visits ? text.decline : text.stay}</Button>
          <Button onClick={() => answer(true)} variant={visits ? 'primary' : 'danger'}>
            {visits ? text.proceed : text.leave}
          </Button>
        </>
      }
      onClose={() => answer(false)}
      title={visits ? text.continueTitle(arrivingEmail) : text.title}
      width="sm"
    >
      {visits && <p className={styles['warning']}>{text.continueHint}</p>}
      {'email' in account && <p className={styles['warning']}>{text.switching(account.email, arrivingEmail)}</p>}
      {account.kind === 'temporary' && (
        <>
          <p className={styles['warning']}>{text.warning(arrivingEmail)}</p>
          <Button
            className={styles['wide']}
            onClick={() => {
              answer(false);
              dispatch(dialogOpened({ name: 'auth', view: 'register' }));
            }}
            variant="primary"
          >
            {text.register}
          </Button>
        </>
      )}
    </Modal>
  );
}
