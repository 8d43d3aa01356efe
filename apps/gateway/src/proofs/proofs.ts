import { createHmac } from 'node:crypto';
import { PROOF_HEADER, type Proof, type ProofChallenge, proofSchema } from '@haru/contracts';
import { isRedisUnavailable } from '@haru/service-runtime';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { Setting } from '../settings.js';
import { ProofRequiredError } from '../http-errors/proof-required-error.js';
import { RATE_LIMIT_REDIS } from '../rate-limits/rate-limits.js';

/** This is enough for a slow phone and a slow upload. */
const LIFETIME_SECONDS = 600;
/** One key in 256 begins with this. No counter is chosen beforehand: a challenge then costs one HMAC and no derivation. */
const KEY_PREFIX = '00';

/** `/openapi.json` shows this schema. */
export const proofHeadersSchema = z.object({
  [PROOF_HEADER]: z
    .string()
    .optional()
    .describe(
      'A solved challenge, as Base64 of the JSON {challenge, solution: {counter, derivedKey}}: required after 429 PROOF_REQUIRED, whose challenge it solves. See docs/proof-of-work.md.',
    ),
});

/** Proofs of work use ALTCHA: gateways issue challenges, and a solution counts once on all of them together. */
@Injectable()
export class Proofs {
  private readonly secret: string;
  private readonly spent = new WeakMap<FastifyRequest, Proof>();

  constructor(
    @Optional() @Setting('PROOF_SECRET') proofSecret: string | undefined,
    @Setting('SERVICE_ROLE_KEY') serviceRoleKey: string,
    @Setting('PROOF_COST') private readonly proofCost: number,
    @Inject(RATE_LIMIT_REDIS) private readonly redis: Redis,
  ) {
    this.secret = proofSecret ?? createHmac('sha256', serviceRoleKey).update('proofs of work').digest('hex');
  }

  async challenge(): Promise<ProofChallenge> {
    const challenge = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: this.proofCost,
      deriveKey,
      keyPrefix: KEY_PREFIX,
      expiresAt: Math.ceil(Date.now() / 1000) + LIFETIME_SECONDS,
      hmacSignatureSecret: this.secret,
    });
    return challenge as ProofChallenge;
  }

  async refusal(): Promise<ProofRequiredError> {
    return new ProofRequiredError(await this.challenge());
  }

  /**
   * Counts the proof that a request carries.
   * @returns false if it carries none
   * @throws ProofRequiredError for one that is wrong, expired or counted before
   */
  async spendGiven(request: FastifyRequest): Promise<boolean> {
    const header = request.headers[PROOF_HEADER.toLowerCase()];
    if (header === undefined || header === '') return false;
    const proof = parseProof(header);
    if (!proof || !(await this.isSolved(proof)) || !(await this.isFirstUse(proof))) throw await this.refusal();
    this.spent.set(request, proof);
    return true;
  }

  /** Does the same for a request that needs a proof. */
  async spend(request: FastifyRequest): Promise<void> {
    if (!(await this.spendGiven(request))) throw await this.refusal();
  }

  /** The proof that the request carried can be used for another one. */
  async giveBack(request: FastifyRequest): Promise<void> {
    const proof = this.spent.get(request);
    if (!proof) return;
    try {
      await this.redis.del(keyOf(proof));
    } catch (error) {
      if (!isRedisUnavailable(error)) throw error;
    }
  }

  private async isSolved(proof: Proof): Promise<boolean> {
    return (await verifySolution({ ...proof, deriveKey, hmacSignatureSecret: this.secret })).verified;
  }

  private async isFirstUse(proof: Proof): Promise<boolean> {
    const seconds = Math.max(1, proof.challenge.parameters.expiresAt - Math.floor(Date.now() / 1000) + 1);
    return (await this.redis.set(keyOf(proof), '', 'EX', seconds, 'NX')) === 'OK';
  }
}

function keyOf({ challenge: { signature } }: Proof): string {
  return `haru:proof:${signature}`;
}

function parseProof(header: string | string[]): Proof | undefined {
  try {
    return proofSchema.safeParse(JSON.parse(Buffer.from([header].flat().join(), 'base64').toString())).data;
  } catch {
    return undefined;
  }
}
