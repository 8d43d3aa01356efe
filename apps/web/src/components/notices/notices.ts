import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';

/** It reports something that belongs to no form, in one line above the screen, until it is closed. */
export interface Notice {
  kind: 'done' | 'info' | 'fault';
  text: string;
  action?: 'login' | 'register' | 'settings' | 'mailAgain';
}

export interface ToastAction {
  label: string;
  run: () => void;
}

interface ToastState {
  text: string;
  action?: string | undefined;
  id: number;
}

interface NoticesState {
  notice: Notice | null;
  /** It reports a success for a moment. A new `id` starts the time again. */
  toast: ToastState | null;
}

const initialState: NoticesState = { notice: null, toast: null };

export const noticesSlice = createSlice({
  name: 'notices',
  initialState,
  reducers: {
    noticeShown: (state, { payload }: PayloadAction<Notice>) => ({ ...state, notice: payload }),
    noticeClosed: (state) => ({ ...state, notice: null }),
    toastShown: (state, { payload }: PayloadAction<ToastState>) => ({ ...state, toast: payload }),
    toastClosed: (state) => ({ ...state, toast: null }),
  },
});

export const { noticeShown, noticeClosed, toastShown } = noticesSlice.actions;
const { toastClosed } = noticesSlice.actions;

/** The action of the shown toast's button is here, because a store keeps no functions. */
let runToastAction: () => void = () => undefined;
let lastToastId = 0;

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
      showToast: (text: string, action?: ToastAction): number => {
        runToastAction = action?.run ?? (() => undefined);
        lastToastId += 1;
        dispatch(toastShown({ text, action: action?.label, id: lastToastId }));
        return lastToastId;
      },
      takeToastAction: () => {
        dispatch(toastClosed());
        runToastAction();
      },
      closeToast: () => void dispatch(toastClosed()),
    }),
    [dispatch],
  );
}
