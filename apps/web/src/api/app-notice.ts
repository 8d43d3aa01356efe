import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** What happened to the account away from any form: one line above the screen, until it is closed. */
export interface AppNotice {
  kind: 'done' | 'fault';
  text: string;
  /** A next step offered beside the text. */
  action?: 'login' | 'register' | 'forgotPassword' | 'settings';
}

export const noticeSlice = createSlice({
  name: 'notice',
  initialState: null as AppNotice | null,
  reducers: {
    noticeShown: (_notice, action: PayloadAction<AppNotice>): AppNotice => action.payload,
    noticeClosed: (): AppNotice | null => null,
  },
});

export const { noticeShown, noticeClosed } = noticeSlice.actions;

export const selectNotice = (state: { notice: AppNotice | null }): AppNotice | null => state.notice;
