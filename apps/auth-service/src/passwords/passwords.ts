import { createHmac } from 'node:crypto';
import { PasswordHashes } from '@haru/service-kit/passwords';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Setting } from '../settings.js';

/** Hashes the passwords of accounts. */
@Injectable()
export class Passwords extends PasswordHashes implements OnModuleInit {
  constructor(
    @Setting('AUTH_ARGON2_MEMORY_KIB') memoryKib: number,
    @Setting('AUTH_ARGON2_ITERATIONS') iterations: number,
    @Setting('AUTH_ARGON2_PARALLELISM') parallelism: number,
    @Setting('AUTH_PASSWORD_CONCURRENCY') concurrency: number,
    @Setting('AUTH_PASSWORD_MAX_WAIT_MS') maxWaitMs: number,
    @Setting('AUTH_REFRESH_TOKEN_SECRET') private readonly secret: string,
  ) {
    super({ memoryKib, iterations, parallelism, concurrency, maxWaitMs });
  }

  /**
   * Hashes with one salt per address: two claims of an address have the same hash if they chose the same password. The
   * salt is derived with the key, so that it cannot be computed in advance.
   */
  hashForClaim(password: string, address: string): Promise<string> {
    const salt = createHmac('sha256', this.secret).update(`claim\0${address}`).digest('hex').slice(0, 32);
    return this.hash(password, salt);
  }

  /** Runs before the first request. */
  async onModuleInit(): Promise<void> {
    await this.start();
  }
}
