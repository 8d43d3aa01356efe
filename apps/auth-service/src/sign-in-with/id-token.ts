import { hash } from 'node:crypto';
import { ServiceError } from '@haru/contracts';
import { assertOutsideTransaction } from '@haru/service-runtime';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import type { OidcProvider } from '../input/oidc-provider-set.js';
import { type Proof, refusedProof } from './used-proofs.js';

/** Only asymmetric algorithms are accepted: with HMAC the published key would be enough to sign. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const answerWithinMs = 5_000;
const clockToleranceSeconds = 10;

const discoverySchema = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

type IdTokenClaims = JWTPayload & { sub: string; exp: number };

type Keys = ReturnType<typeof createRemoteJWKSet>;

/** Verifies ID tokens of one issuer with the keys that it publishes. */
export class IdTokenVerifier {
  private keys: Promise<Keys> | undefined;

  constructor(readonly provider: OidcProvider) {}

  /**
   * Returns the claims of a genuine, current token for us.
   * @param nonce what the client began its sign-in with; the token carries its SHA-256 in hex
   * @throws ServiceError invalid_grant; SERVICE_UNAVAILABLE while the issuer does not answer
   */
  async verify(idToken: string, nonce: string | undefined): Promise<IdTokenClaims> {
    assertOutsideTransaction('an identity provider');
    const claims = await this.claimsOf(idToken);
    if (typeof claims.sub !== 'string' || claims.sub === '' || claims.sub.length > 255) {
      throw refusedProof('Bad ID token: it has no subject');
    }
    const claimed = typeof claims['nonce'] === 'string' && claims['nonce'] !== '' ? claims['nonce'] : undefined;
    if ((claimed === undefined) !== (nonce === undefined)) {
      throw refusedProof('Passed nonce and nonce in id_token should either both exist or not.');
    }
    if (nonce !== undefined && hash('sha256', nonce) !== claimed) {
      throw refusedProof('Nonces mismatch');
    }
    return { ...claims, sub: claims.sub };
  }

  /** Identifies a verified token, so that it signs in only once. */
  proofOf(idToken: string, { exp }: IdTokenClaims): Proof {
    return {
      signed: `id_token\n${idToken.slice(0, idToken.lastIndexOf('.'))}`,
      goodUntil: new Date((exp + clockToleranceSeconds) * 1_000),
      usedBefore: 'Bad ID token: it was used before',
    };
  }

  private async claimsOf(idToken: string): Promise<JWTPayload & { exp: number }> {
    const { issuer, client_ids: audience } = this.provider;
    const keys = await this.publishedKeys();
    try {
      const options = { issuer, audience, algorithms, clockTolerance: clockToleranceSeconds, requiredClaims: ['exp'] };
      const { payload } = await jwtVerify<{ exp: number }>(idToken, keys, options);
      requireOurParty(payload, audience);
      return payload;
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      if (isAboutTheToken(error)) throw refusedProof(`Bad ID token: ${error.message}`, error);
      throw unreachable(issuer, error);
    }
  }

  /** The address of the keys is read once; a failure is not cached. */
  private async publishedKeys(): Promise<Keys> {
    this.keys ??= discoverKeys(this.provider.issuer);
    try {
      return await this.keys;
    } catch (error) {
      this.keys = undefined;
      throw unreachable(this.provider.issuer, error);
    }
  }
}

async function discoverKeys(issuer: string): Promise<Keys> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(answerWithinMs) });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  const discovery = discoverySchema.parse(await answer.json());
  if (discovery.issuer !== issuer) throw new Error(`${address} speaks of the issuer ${discovery.issuer}`);
  return createRemoteJWKSet(new URL(discovery.jwks_uri), { timeoutDuration: answerWithinMs });
}

/** A token for several audiences must have been requested by us (OpenID Connect Core, 3.1.3.7). */
function requireOurParty({ aud, azp }: JWTPayload, clientIds: readonly string[]): void {
  if (!Array.isArray(aud) || aud.length < 2) return;
  if (typeof azp !== 'string' || !clientIds.includes(azp)) throw refusedProof('Bad ID token: unexpected "azp" claim');
}

/** The other errors of jose, and all of fetch, are about getting the keys. */
function isAboutTheToken(error: unknown): error is errors.JOSEError {
  return (
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid) &&
    error.code !== 'ERR_JOSE_GENERIC'
  );
}

function unreachable(issuer: string, cause: unknown): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', { message: `${issuer} does not answer as it should`, cause });
}
