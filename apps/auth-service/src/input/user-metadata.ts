import { ServiceError } from '@haru/contracts';

/** Metadata is in every access token, and so in a header of every request: Node accepts 16 KiB of headers. */
export const userMetadataMaxBytes = 8192;

/** States why this cannot be stored as an account's metadata; undefined if it can. */
export function userMetadataFault(metadata: Record<string, unknown>): string | undefined {
  if (Buffer.byteLength(JSON.stringify(metadata)) > userMetadataMaxBytes) {
    return `data must not be larger than ${userMetadataMaxBytes} bytes`;
  }
  // PostgreSQL's jsonb holds neither NUL nor half a surrogate pair.
  return everyText(metadata).some((text) => text.includes('\0') || !text.isWellFormed())
    ? 'data must be text without NUL and unpaired surrogates'
    : undefined;
}

/** @throws ServiceError validation_failed */
export function checkUserMetadata(metadata: Record<string, unknown>): void {
  const fault = userMetadataFault(metadata);
  if (fault !== undefined) throw new ServiceError('validation_failed', { message: fault });
}

function everyText(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...everyText(member)]);
}
