/** What a followed mail link left in the address, whichever of the app's screens it led to. */
export type LinkArrival =
  | { kind: 'session'; accessToken: string; refreshToken: string; recovery: boolean }
  | { kind: 'code'; code: string }
  | { kind: 'halfway' }
  | { kind: 'fault'; code: string };

/** The members of the query that are the link's; the others say which screen it is. */
const linkMembers = ['code', 'error', 'error_code', 'error_description', 'sb'];

/** The address without what {@link readLinkArrival} reads: no session stays where it is copied or bookmarked. */
export function addressWithoutArrival({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search);
  for (const name of linkMembers) query.delete(name);
  return query.size === 0 ? pathname : `${pathname}?${query.toString()}`;
}

/** Reads what `GET /auth/v1/verify` redirects with: tokens, a one-time code, a message, or an error. */
export function readLinkArrival(location: { search: string; hash: string }): LinkArrival | undefined {
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
