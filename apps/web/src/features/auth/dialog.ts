import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useCallback } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useAccount } from '../../session/session-slice.js';

export type AuthView = 'login' | 'register' | 'forgotPassword' | 'resend' | 'mfa';
export type AuthPurpose = 'path';
export const settingsTabs = ['profile', 'security', 'keys', 'assistants', 'danger'] as const;
export type SettingsTab = (typeof settingsTabs)[number];

export type AccountDialog =
  | { name: 'auth'; view: AuthView; purpose?: AuthPurpose }
  | { name: 'settings'; tab: SettingsTab }
  | {
      name: 'leaveAccount';
      arrivingEmail?: string | undefined;
      /** Whether the pages of a temporary account may move: it is proposed where this browser asked for the link. */
      handOver: 'proposed' | 'possible' | 'impossible';
    };

export const dialogSlice = createSlice({
  name: 'dialog',
  initialState: null as AccountDialog | null,
  reducers: {
    dialogOpened: (_dialog, action: PayloadAction<AccountDialog>): AccountDialog => action.payload,
    /** Closes this dialog; another one that was opened meanwhile stays. */
    dialogClosed: (dialog, action: PayloadAction<AccountDialog['name']>): AccountDialog | null =>
      dialog?.name === action.payload ? null : dialog,
  },
});

export const { dialogOpened, dialogClosed } = dialogSlice.actions;

export const useDialog = (): AccountDialog | null =>
  useSelector((state: { dialog: AccountDialog | null }) => state.dialog);

export function useOpenDialog(): (dialog: AccountDialog) => void {
  const dispatch = useDispatch();
  return useCallback((dialog: AccountDialog) => void dispatch(dialogOpened(dialog)), [dispatch]);
}

export function useOpenLogin(): () => void {
  const { kind } = useAccount();
  const openDialog = useOpenDialog();
  return () => openDialog({ name: 'auth', view: kind === 'needsMfa' ? 'mfa' : 'login' });
}
