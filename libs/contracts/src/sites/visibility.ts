import { z } from 'zod';
import { limits } from '../limits.js';
import { defineRoute } from '../wire/define-route.js';

/**
 * Everybody sees a `public` page. Only people who open its address with the key see a `secret` one, and only people who
 * enter its password see one with `password`.
 */
export const visibilitySchema = z.enum(['public', 'secret', 'password']);
export type Visibility = z.infer<typeof visibilitySchema>;

/** The key has 132 bits in base64url. */
export const ACCESS_KEY_LENGTH = 22;

/** Spaces around it do not count, so that spaces alone are no password. */
export const pagePasswordSchema = z
  .string()
  .trim()
  .min(limits.passwordMinLength)
  .max(limits.pagePasswordMaxLength)
  .refine((text) => text.isWellFormed());

/** It asks with a page's password for an address that shows the page. */
export const openSiteRoute = defineRoute('POST /functions/v1/open-site', 'caller', {
  body: z.object({
    path: z.string().max(100),
    password: z.string().max(limits.pagePasswordMaxLength),
  }),
  /** The address shows the page once, and within 60 seconds. */
  answer: z.object({ success: z.literal(true), url: z.url() }),
});
