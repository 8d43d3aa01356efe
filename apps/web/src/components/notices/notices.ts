import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';

/** What happened away from any form: one line above the screen, until it is closed. */
export interface Notice {
  kind: 'done' | 'fault';
  text: string;
  /** A next step offered beside the text. */
  action?: 'login' | 'register' | 'forgotPassword' | 'settings';
}

interface NoticesState {
  notice: Notice | null;
  /** What has just worked, shown for a moment. A new `id` starts the time again. */
  toast: { text: string; id: number } | null;
}

const initialState: NoticesState = { notice: null, toast: null };

/** The one place for messages that belong to no form and no field. */
export const noticesSlice = createSlice({
  name: 'notices',
  initialState,
  reducers: {
    noticeShown: (state, { payload }: PayloadAction<Notice>) => ({ ...state, notice: payload }),
    noticeClosed: (state) => ({ ...state, notice: null }),
    toastShown: (state, { payload }: PayloadAction<string>) => ({
      ...state,
      toast: { text: payload, id: (state.toast?.id ?? 0) + 1 },
    }),
    toastClosed: (state) => ({ ...state, toast: null }),
  },
});

export const { noticeShown, noticeClosed, toastShown, toastClosed } = noticesSlice.actions;

interface WithNotices {
  notices: NoticesState;
}

export const useNotice = (): Notice | null => useSelector(({ notices }: WithNotices) => notices.notice);
export const useToast = (): NoticesState['toast'] => useSelector(({ notices }: WithNotices) => notices.toast);

export function useNotices() {
  const dispatch = useDispatch();
  return useMemo(
    () => ({
      showNotice: (notice: Notice) => void dispatch(noticeShown(notice)),
      closeNotice: () => void dispatch(noticeClosed()),
      showToast: (text: string) => void dispatch(toastShown(text)),
      closeToast: () => void dispatch(toastClosed()),
    }),
    [dispatch],
  );
}
