import { z } from 'zod';

/** A PKCE client sends both or neither. */
export const pkce = { codeChallenge: z.string().optional(), codeChallengeMethod: z.string().optional() };
/** The mail's link leads here; it is ignored unless it is on the allow-list. */
export const redirect = { redirectTo: z.string().optional() };
export const metadata = z.record(z.string(), z.unknown());
