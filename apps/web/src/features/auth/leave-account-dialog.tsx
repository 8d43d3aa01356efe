import { useState } from 'react';
import { useAccount } from '../../session/session-slice.js';
import { useSessionEnvironment } from '../../session/environment.js';
import { HandOverChoice } from './auth-dialog/hand-over-choice.js';
import { useOpenDialog, type AccountDialog } from './dialog.js';
import { Button } from '../../components/buttons/button.js';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.js';
import { authTexts } from '../../texts/account/auth.js';
import styles from './auth-dialog/auth-dialog.module.css';

const text = authTexts.leave;

interface LeaveAccountDialogProps {
  arrivingEmail?: string | undefined;
  handOver: Extract<AccountDialog, { name: 'leaveAccount' }>['handOver'];
  onClose: () => void;
}

/** It asks before a mail link signs in: the link may be a stranger's, and the account here would be left. */
export function LeaveAccountDialog({ arrivingEmail, handOver, onClose }: LeaveAccountDialogProps) {
  const account = useAccount();
  const { accountSwitch } = useSessionEnvironment();
  const openDialog = useOpenDialog();
  const [handsOver, setHandsOver] = useState(handOver === 'proposed');
  const answer = (leave: boolean) => {
    onClose();
    accountSwitch.answer(leave, handsOver && account.kind === 'temporary');
  };
  const visits = account.kind === 'visitor';
  return (
    <ConfirmDialog
      cancel={visits ? text.decline : text.stay}
      confirm={visits ? text.proceed : text.leave}
      danger={!visits && !handsOver}
      onClose={() => answer(false)}
      onConfirm={() => answer(true)}
      title={visits ? text.continueTitle(arrivingEmail) : text.title}
      width="sm"
    >
      <div className="stack-16">
        {visits && <p>{text.continueHint}</p>}
        {'email' in account && <p>{text.switching(account.email, arrivingEmail)}</p>}
        {account.kind === 'temporary' && (
          <>
            {handOver === 'impossible' ? (
              <p>{text.warning}</p>
            ) : (
              <>
                {arrivingEmail !== undefined && <p>{text.arriving(arrivingEmail)}</p>}
                <HandOverChoice
                  account={account.id}
                  email={arrivingEmail}
                  isChosen={handsOver}
                  onChoose={setHandsOver}
                />
              </>
            )}
            <Button
              className={styles['wide']}
              onClick={() => {
                answer(false);
                openDialog({ name: 'auth', view: 'register' });
              }}
            >
              {text.register}
            </Button>
          </>
        )}
      </div>
    </ConfirmDialog>
  );
}
