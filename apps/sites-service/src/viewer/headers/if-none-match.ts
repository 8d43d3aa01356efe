/**
 * Whether an `If-None-Match` header says that the client has this version already (RFC 9110, 13.1.2: weak comparison,
 * `*` for any).
 * @param etag a strong one, with its quotes
 */
export function hasVersion(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header.trim() === '*') return true;
  return header.matchAll(/"[^"]*"/g).some(([listed]) => listed === etag);
}
