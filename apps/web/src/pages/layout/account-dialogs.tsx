import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { LoadingBar } from './loading-screen.js';
import { useSearchParams } from 'react-router-dom';
import { useAccount } from '../../session/session-slice.js';
import { dialogClosed, dialogOpened, settingsTabs, useDialog } from '../../features/auth/dialog.js';
import { lazyPart, LoadedPart } from '../../components/loading/loaded-part.js';

export const AuthDialog = lazyPart(() => import('../../features/auth/auth-dialog/auth-dialog.js'), 'AuthDialog');

const LeaveAccountDialog = lazyPart(() => import('../../features/auth/leave-account-dialog.js'), 'LeaveAccountDialog');

const SettingsDialog = lazyPart(() => import('../../features/settings/settings-dialog.js'), 'SettingsDialog');

export function AccountDialogs() {
  const dialog = useDialog();
  const dispatch = useDispatch();
  useSettingsAddress();
  if (!dialog) return null;
  const close = () => void dispatch(dialogClosed(dialog.name));
  return (
    <LoadedPart fallback={<LoadingBar />} key={dialog.name}>
      {dialog.name === 'auth' && <AuthDialog key={dialog.view} {...dialog} onClose={close} />}
      {dialog.name === 'settings' && <SettingsDialog onClose={close} tab={dialog.tab} />}
      {dialog.name === 'leaveAccount' && (
        <LeaveAccountDialog arrivingEmail={dialog.arrivingEmail} handOver={dialog.handOver} onClose={close} />
      )}
    </LoadedPart>
  );
}

/** `/.well-known/change-password` and `haru login` send people to `?settings=…`, which opens after signing in. */
function useSettingsAddress(): void {
  const [query, setQuery] = useSearchParams();
  const { kind } = useAccount();
  const dispatch = useDispatch();
  const asked = query.get('settings');
  const tab = settingsTabs.find((name) => name === asked);
  useEffect(() => {
    if (tab === undefined || kind === 'unknown') return;
    if (kind === 'visitor' || kind === 'needsMfa') {
      dispatch(dialogOpened({ name: 'auth', view: kind === 'visitor' ? 'login' : 'mfa' }));
      return;
    }
    setQuery(withoutSettings, { replace: true });
    dispatch(dialogOpened({ name: 'settings', tab }));
  }, [dispatch, kind, setQuery, tab]);
}

function withoutSettings(query: URLSearchParams): URLSearchParams {
  query.delete('settings');
  return query;
}
