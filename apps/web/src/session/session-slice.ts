import { createSlice, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { isOwner, type Account, type Owner } from './account.js';
import { endText, initialSessionState, type SessionEvent, type SessionState } from './session-state.js';

export const sessionSlice = createSlice({
  name: 'session',
  initialState: initialSessionState,
  reducers: {},
  extraReducers: (builder) => builder.addMatcher(isSessionAction, (_session, { payload }): SessionState => payload),
});

/** Its name is that of the event which leads to the state. */
export const sessionAction = (type: SessionEvent['type'], payload: SessionState): PayloadAction<SessionState> => ({
  type: `session/${type}`,
  payload,
});

function isSessionAction(action: UnknownAction): action is PayloadAction<SessionState> {
  return action.type.startsWith('session/');
}

export interface WithSession {
  session: SessionState;
}

export function useSessionState<Part>(select: (session: SessionState) => Part): Part {
  return useSelector(({ session }: WithSession) => select(session));
}

export const useAccount = (): Account => useSessionState(({ account }) => account);

interface OwnerHere {
  /** Absent for visitors, and for a temporary account whose session has ended. */
  owner?: Owner;
  /** It says why the owner's session ended unasked; they may log in again over their input. */
  ended?: string;
  /** Called when the owner does not return. */
  leave: () => void;
}

/** The screen stays the owner's when their session ends, until an account is signed in or they leave. */
export function useOwner(): OwnerHere {
  const account = useAccount();
  const ended = useSessionState((session) => session.ended);
  // A session that had ended before the screen was opened is not this screen's.
  const [dismissed, setDismissed] = useState(ended);
  const leave = () => setDismissed(ended);
  if (isOwner(account)) return { owner: account, leave };
  if (!ended || ended === dismissed || ended.account.kind !== 'registered') return { leave };
  return { owner: ended.account, ended: endText(ended), leave };
}
