import { z } from 'zod';

// 32 bytes in base64url are 43 characters, the last of which carries four bits.
const coordinate = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

const privateKeySchema = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: coordinate,
  y: coordinate,
  d: coordinate,
  kid: z.string().min(1).max(128),
});

export type PrivateSigningKey = z.output<typeof privateKeySchema>;
/** The first key signs, the others are only published. */
export type SigningKeySet = [PrivateSigningKey, ...PrivateSigningKey[]];

type ParsedKeySet = { ok: true; keys: SigningKeySet } | { ok: false; fault: string };

/** Reads a private JWKS from its JSON. A fault names the member, never its value. */
export function parseSigningKeySet(json: string): ParsedKeySet {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { ok: false, fault: 'is not JSON' };
  }
  const parsed = z.object({ keys: z.tuple([privateKeySchema], privateKeySchema) }).safeParse(value);
  if (!parsed.success) {
    const members = parsed.error.issues.map((issue) => issue.path.join('.') || '(all)');
    return { ok: false, fault: `is not a private JWKS of EC P-256 keys with a kid; look at ${members.join(', ')}` };
  }
  const { keys } = parsed.data;
  if (new Set(keys.map((key) => key.kid)).size !== keys.length) return { ok: false, fault: 'has one kid twice' };
  return { ok: true, keys };
}
