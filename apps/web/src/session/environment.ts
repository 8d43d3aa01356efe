import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { type ConfigLoader, CallError } from '../http/app-config.js';
import type { AccountSwitch } from './links/account-switch.js';
import type { SessionManager } from './session-manager.js';
import { call, type CallRequest, type CallSuccess } from '../http/call.js';

/** Calls about accounts need these; the store passes them as the thunks' extra argument. */
export interface SessionEnvironment {
  loadConfig: ConfigLoader;
  session: SessionManager;
  accountSwitch: AccountSwitch;
}

const environmentOf = (_dispatch: unknown, _state: unknown, environment: SessionEnvironment): SessionEnvironment =>
  environment;

/** It is for calls that send passwords and codes: developer tools show everything that passes through the store. */
export function useSessionEnvironment(): SessionEnvironment {
  return useDispatch<ThunkDispatch<unknown, SessionEnvironment, UnknownAction>>()(environmentOf);
}

/** The call bypasses the store, because its answer is secret or a session. Rejects with {@link CallError}. */
export async function callAsAccount(
  { session, loadConfig }: Pick<SessionEnvironment, 'session' | 'loadConfig'>,
  request: Pick<CallRequest, 'path' | 'method' | 'body'>,
): Promise<CallSuccess> {
  const [{ anonKey }, accessToken] = await Promise.all([loadConfig(), session.token()]);
  const result = await session.callWithToken(accessToken, (token) => call({ ...request, anonKey, accessToken: token }));
  if (!result.success) throw new CallError(result);
  return result;
}
