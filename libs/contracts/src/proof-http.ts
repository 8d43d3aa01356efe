import { z } from 'zod';

/** This request header carries a proof of work: Base64 of the JSON of `proofSchema`. */
export const PROOF_HEADER = 'X-Haru-Proof';

/**
 * A challenge of ALTCHA (https://altcha.org/docs/v2/proof-of-work/) asks for a counter for which the key, derived by
 * `algorithm` from nonce and counter, begins with `keyPrefix`.
 */
export const proofChallengeSchema = z.object({
  parameters: z.object({
    algorithm: z.string(),
    /** The value is hexadecimal. */
    nonce: z.string().max(128),
    salt: z.string().max(128),
    /** One derivation has this many iterations. */
    cost: z.int().positive(),
    keyLength: z.int().positive(),
    keyPrefix: z.string().max(64),
    /** The value is in seconds since 1970. */
    expiresAt: z.int(),
  }),
  signature: z.string().max(128),
});
export type ProofChallenge = z.infer<typeof proofChallengeSchema>;

/** A solved challenge counts once. */
export const proofSchema = z.object({
  challenge: proofChallengeSchema,
  solution: z.object({ counter: z.int().nonnegative(), derivedKey: z.string().max(128) }),
});
export type Proof = z.infer<typeof proofSchema>;

/** `GET /functions/v1/proof-challenge` */
export const proofChallengeAnswerSchema = z.object({ success: z.literal(true), challenge: proofChallengeSchema });
export type ProofChallengeAnswer = z.infer<typeof proofChallengeAnswerSchema>;
