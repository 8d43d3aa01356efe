/**
 * Whether an `If-None-Match` header says that the client has this version already (RFC 9110, 13.1.2: weak comparison,
 * `*` for any).
 * @param etag a strong one, with its quotes
 */
export function hasVersion(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag) return true;
  if (header.trim() === '*') return true;
  for (const [listed] of header.matchAll(/"[^"]*"/g)) {
    if (listed === etag) return true;
  }
  return false;
}
