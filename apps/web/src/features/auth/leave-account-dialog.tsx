import { useState } from 'react';
import { useAccount } from '../../session/session-slice.js';
import { useSessionEnvironment } from '../../session/environment.js';
import { HandOverChoice } from './auth-dialog/auth-step.js';
import { AuthButton } from './auth-button.js';
import type { AccountDialog } from './dialog.js';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.js';
import { Facts } from '../../components/list/facts.js';
import { authTexts } from '../../texts/account/auth.js';
import { texts } from '../../texts/ja.js';
import styles from './auth-dialog/auth-dialog.module.css';

const text = authTexts.leave;

interface LeaveAccountDialogProps {
  arrivingEmail?: string | undefined;
  handOver: Extract<AccountDialog, { name: 'leaveAccount' }>['handOver'];
  onClose: () => void;
}

/** It asks before a mail link signs in: the link may be a stranger's, and the account here would be left. */
export function LeaveAccountDialog({ arrivingEmail = text.arriving, handOver, onClose }: LeaveAccountDialogProps) {
  const account = useAccount();
  const { accountSwitch } = useSessionEnvironment();
  const [handsOver, setHandsOver] = useState(handOver === 'proposed');
  const answer = (leave: boolean) => {
    onClose();
    accountSwitch.answer(leave, handsOver && account.kind === 'temporary');
  };
  const visits = account.kind === 'visitor';
  return (
    <ConfirmDialog
      cancel={visits ? text.decline : undefined}
      confirm={text.leave}
      danger={account.kind === 'temporary' && !handsOver}
      onClose={() => answer(false)}
      onConfirm={() => answer(true)}
      title={visits ? text.continueTitle(arrivingEmail) : text.title}
    >
      <div className="stack-16">
        {visits ? (
          <p>{text.continueHint}</p>
        ) : (
          <>
            <Facts
              of={[
                [text.current, 'email' in account ? account.email : texts.header.temporary],
                [text.link, arrivingEmail],
              ]}
            />
            {arrivingEmail !== text.arriving && <p>{text.switching}</p>}
          </>
        )}
        {account.kind === 'temporary' && handOver !== 'impossible' && (
          <HandOverChoice account={account.id} email={arrivingEmail} isChosen={handsOver} onChoose={setHandsOver} />
        )}
        {account.kind === 'temporary' && handOver === 'impossible' && (
          <>
            <p>{text.warning}</p>
            <AuthButton className={styles['wide']} onOpen={() => answer(false)} view="register">
              {authTexts.register.upgradeTitle}
            </AuthButton>
          </>
        )}
      </div>
    </ConfirmDialog>
  );
}
