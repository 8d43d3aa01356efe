import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import type { ConfigLoader } from '../http/app-config.js';
import type { AccountSwitch } from './links/account-switch.js';
import type { SessionManager } from './session-manager.js';

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
