import { Suspense } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { dialogClosed, dialogOpened, selectDialog, type AccountDialog } from '../../api/dialog.js';
import { ErrorBoundary } from '../../components/error-boundary.js';
import { lazyPart } from '../../components/lazy-part.js';
import { ErrorNotice } from '../../components/notice.js';
import { texts } from '../../texts/ja.js';

const AuthDialog = lazyPart(async () => (await import('./auth-dialog.js')).AuthDialog);

const LeaveAccountDialog = lazyPart(async () => (await import('./leave-account-dialog.js')).LeaveAccountDialog);

const SettingsDialog = lazyPart(async () => (await import('../settings/settings-dialog.js')).SettingsDialog);

/** The one place where the dialogs about the account are; they are loaded when first opened. */
export function AccountDialogs() {
  const dialog = useSelector(selectDialog);
  const dispatch = useDispatch();
  if (!dialog) return null;
  const close = () => void dispatch(dialogClosed());
  return (
    <ErrorBoundary fallback={<ErrorNotice>{texts.dialogUnavailable}</ErrorNotice>} key={dialog.name}>
      <Suspense>
        {dialog.name === 'auth' && <AuthDialog key={dialog.view} onClose={close} view={dialog.view} />}
        {dialog.name === 'settings' && <SettingsDialog onClose={close} tab={dialog.tab} />}
        {dialog.name === 'leaveAccount' && <LeaveAccountDialog arrivingEmail={dialog.arrivingEmail} onClose={close} />}
      </Suspense>
    </ErrorBoundary>
  );
}

/** Opens a dialog about the account from anywhere in the app. */
export function useOpenDialog(): (dialog: AccountDialog) => void {
  const dispatch = useDispatch();
  return (dialog) => void dispatch(dialogOpened(dialog));
}
