import { SESSION_STORAGE_KEY } from '../client/stored-session.js';

/** The auth client marks the links of its PKCE flows with this parameter. */
export const FLOW_ID_PARAMETER = 'sb_flow_id';

/**
 * Tells whether this browser asked for the mail: it then has the verifier of the flow, where the auth client stores
 * it. The id of a flow is secret, and the server checks the verifier itself.
 */
export function startedHere(flowId: string | undefined): flowId is string {
  if (flowId === undefined || !/^[0-9a-f]{32}$/.test(flowId)) return false;
  try {
    return window.localStorage.getItem(`${SESSION_STORAGE_KEY}-flow-${flowId}-code-verifier`) !== null;
  } catch {
    // The browser forbids storage: the flow is unknown, and the person is asked.
    return false;
  }
}
