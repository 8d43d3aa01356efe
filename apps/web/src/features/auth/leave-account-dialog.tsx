import { useDispatch, useSelector } from 'react-redux';
import { selectAccount } from '../../api/account.js';
import { useApiEnvironment } from '../../api/api.js';
import { dialogOpened } from '../../api/dialog.js';
import { Button } from '../../components/button.js';
import { Modal } from '../../components/modal.js';
import { authTexts } from '../../texts/auth.js';
import styles from './auth-dialog.module.css';

const text = authTexts.leave;

interface LeaveAccountDialogProps {
  /** Whose the link is, where it tells. */
  arrivingEmail?: string | undefined;
  onClose: () => void;
}

/**
 * Before a mail link signs in to another account: a temporary one here, and its pages, would be out of reach, and a
 * registered one would be left without its owner having chosen to.
 */
export function LeaveAccountDialog({ arrivingEmail, onClose }: LeaveAccountDialogProps) {
  const account = useSelector(selectAccount);
  const { leaving } = useApiEnvironment();
  const dispatch = useDispatch();
  const answer = (leave: boolean) => {
    onClose();
    leaving.answer(leave);
  };
  return (
    <Modal
      actions={
        <>
          <Button onClick={() => answer(false)}>{text.stay}</Button>
          <Button onClick={() => answer(true)} variant="danger">
            {text.leave}
          </Button>
        </>
      }
      onClose={() => answer(false)}
      title={text.title}
      width="sm"
    >
      {'email' in account ? (
        <p className={styles['warning']}>{text.switching(account.email, arrivingEmail)}</p>
      ) : (
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
