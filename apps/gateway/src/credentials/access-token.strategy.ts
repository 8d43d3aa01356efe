import type { KeyObject } from 'node:crypto';
import { type SessionCaller, ServiceError } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Setting } from '../settings.js';
import { bearerOf } from './bearer.js';
import { SigningKeys } from './signing-keys.js';
import { VerifiedTokens } from './verified-tokens.js';

const claimsSchema = z.object({ sub: z.uuid(), session_id: z.uuid(), is_anonymous: z.boolean(), exp: z.number() });
const headerSchema = z.object({ alg: z.literal('ES256'), kid: z.string() });

/** Verifies our own access tokens: ES256 only, by the key their header names, for our issuer and audience. */
@Injectable()
export class AccessTokenStrategy extends PassportStrategy(Strategy, 'access-token') {
  constructor(
    @Setting('PUBLIC_ORIGIN') origin: string,
    keys: SigningKeys,
    private readonly verified: VerifiedTokens,
  ) {
    super({
      jwtFromRequest: (request: FastifyRequest) => bearerOf(request) ?? null,
      algorithms: ['ES256'],
      issuer: `${origin}/auth/v1`,
      audience: 'authenticated',
      passReqToCallback: true,
      secretOrKeyProvider: (_request: unknown, token: string, done: (error: unknown, key?: Buffer) => void) => {
        keyOf(token, keys).then(
          // jsonwebtoken takes a KeyObject as it is and would parse a PEM for each token; the types do not say so.
          (key) => done(null, key as unknown as Buffer),
          (error: unknown) => done(error),
        );
      },
    });
  }

  /**
   * Returns the caller of an access token.
   * @throws ServiceError TOKEN_INVALID, whose cause is what Passport found wrong; the transport's codes when the auth service does not answer
   */
  callerOf(token: string): Promise<SessionCaller> {
    return new Promise((resolve, reject) => {
      // Passport, too, gives each attempt an object of its own with the functions that it calls in the end.
      const attempt = Object.assign(Object.create(this) as this, {
        success: resolve,
        fail: (info: unknown) =>
          reject(info instanceof ServiceError ? info : new ServiceError('TOKEN_INVALID', { cause: info })),
        error: reject,
      });
      const request = { headers: { authorization: `Bearer ${token}` }, url: '/functions/' };
      attempt.authenticate(request as Parameters<Strategy['authenticate']>[0], {});
    });
  }

  /** Turns the claims of a verified token into its caller. */
  validate(request: Pick<FastifyRequest, 'headers' | 'url'>, payload: unknown): SessionCaller {
    const claims = claimsSchema.safeParse(payload);
    if (!claims.success) throw new ServiceError('TOKEN_INVALID', { cause: claims.error });
    const { sub, session_id, is_anonymous, exp } = claims.data;
    const caller = { role: 'authenticated', accountId: sub, sessionId: session_id, isAnonymous: is_anonymous } as const;
    const token = bearerOf(request);
    if (token !== undefined) this.verified.remember(token, caller, exp);
    return caller;
  }
}

async function keyOf(token: string, keys: SigningKeys): Promise<KeyObject> {
  const header = headerSchema.safeParse(decodeHeader(token));
  if (!header.success) throw new ServiceError('TOKEN_INVALID', { cause: header.error });
  return keys.get(header.data.kid);
}

function decodeHeader(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
  } catch (error) {
    throw new ServiceError('TOKEN_INVALID', { cause: error });
  }
}
