import { z } from 'zod';

/** The request header that carries a proof of work: Base64 of the JSON of `proofSchema`. */
export const PROOF_HEADER = 'X-Haru-Proof';

/**
 * A challenge of ALTCHA (https://altcha.org/docs/v2/proof-of-work/). Its solution is a counter for which the key, derived
 * by `algorithm` from nonce and counter, begins with `keyPrefix`.
 */
export const proofChallengeSchema = z.object({
  parameters: z.object({
    algorithm: z.string(),
    /** Hexadecimal. */
    nonce: z.string().max(128),
    salt: z.string().max(128),
    /** Iterations of one derivation. */
    cost: z.int().positive(),
    keyLength: z.int().positive(),
    keyPrefix: z.string().max(64),
    /** In seconds since 1970. */
    expiresAt: z.int(),
  }),
  signature: z.string().max(128),
});
export type ProofChallenge = z.infer<typeof proofChallengeSchema>;

/** A solved challenge. It counts once. */
export const proofSchema = z.object({
  challenge: proofChallengeSchema,
  solution: z.object({ counter: z.int().nonnegative(), derivedKey: z.string().max(128) }),
});
export type Proof = z.infer<typeof proofSchema>;

/** `GET /functions/v1/proof-challenge` */
export const proofChallengeAnswerSchema = z.object({ success: z.literal(true), challenge: proofChallengeSchema });
export type ProofChallengeAnswer = z.infer<typeof proofChallengeAnswerSchema>;
