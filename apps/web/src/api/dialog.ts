import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export type AuthView = 'login' | 'register' | 'forgotPassword' | 'secondStep';
export type SettingsTab = 'profile' | 'security' | 'danger';

/** The dialog about the account that is open; null: none. */
export type AccountDialog =
  | { name: 'auth'; view: AuthView }
  | { name: 'settings'; tab: SettingsTab }
  | { name: 'leaveAccount'; arrivingEmail?: string | undefined };

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

export const selectDialog = (state: { dialog: AccountDialog | null }): AccountDialog | null => state.dialog;
