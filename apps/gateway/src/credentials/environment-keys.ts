import { hash, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '@haru/contracts';
import { looksLikeKey } from '@haru/service-runtime';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { dialectOf } from '../http-errors/api-dialects.js';
import { Setting } from '../settings.js';
import { bearerOf } from './bearer.js';

export type KeyRole = 'anon' | 'service_role';

/** An environment has two keys: the public key, which is no secret, and the service key. */
@Injectable()
export class EnvironmentKeys {
  private readonly publicKey: string;
  private readonly serviceKey: Buffer;
  private readonly serviceKeyLength: number;

  constructor(@Setting('ANON_KEY') anonKey: string, @Setting('SERVICE_ROLE_KEY') serviceRoleKey: string) {
    this.publicKey = anonKey;
    this.serviceKey = digest(serviceRoleKey);
    this.serviceKeyLength = serviceRoleKey.length;
  }

  /** @returns undefined for an unknown key */
  roleOf(key: string): KeyRole | undefined {
    // Nearly everybody sends the public key, so the time to compare it reveals nothing.
    if (key === this.publicKey) return 'anon';
    // Tokens arrive here too, with every call, and differ in length, which is no secret.
    if (key.length !== this.serviceKeyLength) return undefined;
    return timingSafeEqual(this.serviceKey, digest(key)) ? 'service_role' : undefined;
  }

  /**
   * Returns the role of the request's `apikey` header. A missing one counts as the public key on `/auth` and
   * `/functions`, so that a bare `curl` publishes, and beside a key of an account.
   * @throws ServiceError API_KEY_MISSING, API_KEY_INVALID
   */
  roleOfRequest(request: FastifyRequest): KeyRole {
    const key = request.headers['apikey'];
    if (key === undefined || key === '') {
      const dialect = dialectOf(request.url);
      const isData = dialect === 'rest' || dialect === 'storage';
      if (isData && !looksLikeKey(bearerOf(request) ?? '')) throw new ServiceError('API_KEY_MISSING');
      return 'anon';
    }
    const role = typeof key === 'string' ? this.roleOf(key) : undefined;
    if (!role) throw new ServiceError('API_KEY_INVALID');
    return role;
  }
}

/** Digests have equal lengths, so that comparing takes the same time whatever is given. */
function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
