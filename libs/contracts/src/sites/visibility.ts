import { z } from 'zod';

/** Everybody sees a `public` page. Only people who open the address with the key see a `secret` one. */
export const visibilitySchema = z.enum(['public', 'secret']);
export type Visibility = z.infer<typeof visibilitySchema>;

/** The key has 132 bits in base64url. */
export const ACCESS_KEY_LENGTH = 22;
