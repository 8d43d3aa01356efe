/** What a followed mail link left in the address of the start page. */
export type LinkArrival =
  | { kind: 'session'; accessToken: string; refreshToken: string; recovery: boolean }
  | { kind: 'code'; code: string }
  | { kind: 'halfway' }
  | { kind: 'fault'; code: string };

/** Reads what `GET /auth/v1/verify` redirects with: tokens, a one-time code, a message, or an error. */
export function readLinkArrival(location: { pathname: string; search: string; hash: string }): LinkArrival | undefined {
  if (location.pathname !== '/') return undefined;
  const hash = new URLSearchParams(location.hash.slice(1));
  const query = new URLSearchParams(location.search);
  const [accessToken, refreshToken] = [hash.get('access_token'), hash.get('refresh_token')];
  if (accessToken && refreshToken) {
    return { kind: 'session', accessToken, refreshToken, recovery: hash.get('type') === 'recovery' };
  }
  const fault = hash.has('error') || hash.has('error_code') ? hash : query;
  if (fault.has('error') || fault.has('error_code')) {
    return { kind: 'fault', code: fault.get('error_code') ?? fault.get('error') ?? '' };
  }
  const code = query.get('code');
  if (code) return { kind: 'code', code };
  return hash.has('message') ? { kind: 'halfway' } : undefined;
}
