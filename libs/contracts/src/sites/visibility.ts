import { z } from 'zod';

/** Everybody sees a page that is `public`; a `secret` one only who opens its address with the key. */
export const visibilitySchema = z.enum(['public', 'secret']);
export type Visibility = z.infer<typeof visibilitySchema>;

/** The key has 132 bits in base64url. */
export const ACCESS_KEY_LENGTH = 22;
