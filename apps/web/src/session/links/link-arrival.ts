import { browserStore } from '../../http/browser-storage.js';
import { SESSION_STORAGE_KEY } from '../client/stored-session.js';

/** The auth client marks the links of its PKCE flows with this parameter. */
export const FLOW_ID_PARAMETER = 'sb_flow_id';

/** A followed mail link left this in the address, whichever screen it led to. */
export type LinkArrival =
  | { kind: 'session'; refreshToken: string; recovery: boolean }
  | { kind: 'code'; code: string; flowId?: string }
  | { kind: 'halfway' }
  | { kind: 'fault'; code: string };

/** These members of the query are the link's; the others name the screen. */
const linkMembers = ['code', 'error', 'error_code', 'error_description', 'message', 'sb', FLOW_ID_PARAMETER];

/** Removes what {@link readLinkArrival} reads, so that the address can be copied or bookmarked without a session. */
export function addressWithoutArrival({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search);
  for (const name of linkMembers) query.delete(name);
  return query.size === 0 ? pathname : `${pathname}?${query.toString()}`;
}

/** Reads what `GET /auth/v1/verify` redirects with: tokens, a one-time code, a message, or an error. */
export function readLinkArrival(location: { search: string; hash: string }): LinkArrival | undefined {
  const hash = new URLSearchParams(location.hash.slice(1));
  const query = new URLSearchParams(location.search);
  const refreshToken = hash.get('refresh_token');
  if (hash.has('access_token') && refreshToken) {
    return { kind: 'session', refreshToken, recovery: hash.get('type') === 'recovery' };
  }
  const fault = hash.has('error') || hash.has('error_code') ? hash : query;
  if (fault.has('error') || fault.has('error_code')) {
    return { kind: 'fault', code: fault.get('error_code') ?? fault.get('error') ?? '' };
  }
  const code = query.get('code');
  const flowId = query.get(FLOW_ID_PARAMETER);
  if (code) return { kind: 'code', code, ...(flowId ? { flowId } : {}) };
  return hash.has('message') ? { kind: 'halfway' } : undefined;
}

export function takeLinkArrival(): LinkArrival | undefined {
  const arrival = readLinkArrival(window.location);
  if (arrival) window.history.replaceState(window.history.state, '', addressWithoutArrival(window.location));
  return arrival;
}

/** Whether this browser has the verifier of the flow. The id is secret, and the server checks the verifier. */
export function startedHere(flowId: string | undefined): flowId is string {
  if (flowId === undefined || !/^[0-9a-f]{32}$/.test(flowId)) return false;
  return browserStore.load(`${SESSION_STORAGE_KEY}-flow-${flowId}-code-verifier`) !== '';
}
