import { useAccount } from '../../session/session-slice.js';
import { useNotice, useNotices, type Notice } from '../../components/notices/notices.js';
import { Button, IconButton } from '../../components/buttons/button.js';
import { CheckIcon, CloseIcon, WarningIcon } from '../../components/icons/icons.js';
import { texts } from '../../texts/ja.js';
import { type AccountDialog, useOpenDialog } from './dialog.js';
import { classNames } from '../../components/class-names.js';
import noticeStyles from '../../components/notices/notice.module.css';
import styles from './app-notice-bar.module.css';

const dialogOf: Record<NonNullable<Notice['action']>, AccountDialog> = {
  login: { name: 'auth', view: 'login' },
  register: { name: 'auth', view: 'register' },
  settings: { name: 'settings', tab: 'profile' },
  mailAgain: { name: 'auth', view: 'resend' },
};

export function AppNoticeBar() {
  const notice = useNotice();
  const { closeNotice: close } = useNotices();
  const { kind } = useAccount();
  const openDialog = useOpenDialog();
  if (!notice) return null;
  const action = notice.action === 'login' && kind === 'registered' ? undefined : notice.action;
  return (
    <div
      className={classNames(noticeStyles[notice.kind], styles['bar'])}
      role={notice.kind === 'fault' ? 'alert' : 'status'}
    >
      {notice.kind === 'done' ? <CheckIcon /> : <WarningIcon />}
      <p className="grow">{notice.text}</p>
      {action && (
        <Button
          className={styles['action']}
          onClick={() => {
            close();
            // A signed-in account waits for the mail about its new address.
            openDialog(dialogOf[action === 'mailAgain' && kind === 'registered' ? 'settings' : action]);
          }}
          size="sm"
        >
          {texts.appNotice[action]}
        </Button>
      )}
      <IconButton icon={<CloseIcon />} label={texts.appNotice.close} onClick={close} />
    </div>
  );
}
