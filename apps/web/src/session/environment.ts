import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import type { ConfigLoader } from '../http/app-config.js';
import type { AccountSwitch } from './links/account-switch.js';
import type { SessionManager } from './session-manager.js';

/** What calls about accounts need; the store hands it to them as the thunks' extra argument. */
export interface SessionEnvironment {
  loadConfig: ConfigLoader;
  session: SessionManager;
  accountSwitch: AccountSwitch;
}

const environmentOf = (_dispatch: unknown, _state: unknown, environment: SessionEnvironment): SessionEnvironment =>
  environment;

/** For calls that carry passwords and codes: what goes through the store is there for its tools to show. */
export function useSessionEnvironment(): SessionEnvironment {
  return useDispatch<ThunkDispatch<unknown, SessionEnvironment, UnknownAction>>()(environmentOf);
}
