import { randomUUID } from 'node:crypto';
import {
  type SessionCaller,
  type Caller,
  type RequestContext,
  type SessionAnswer,
  sessionMessages,
  sessionsEnded,
  signInMessages,
} from '@haru/contracts';
import { HandleBroadcast, RequestClient, RequestServer } from '@haru/messaging';
import { createMigratedDatabase, query, startRedis, waitFor } from '@haru/testing';
import { createLogger, parseEnv } from '@haru/service-runtime';
import { Controller, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import { Client } from 'pg';
import { serviceEnv } from '../src/config.js';
import { startAuthService } from '../src/start.js';
import { makeSigningKey } from './signing-key.js';

@Controller()
class EndedSessionsListener {
  readonly heard: string[] = [];

  @HandleBroadcast(sessionsEnded)
  sessionsEnded({ sessionIds }: { sessionIds: string[] }): void {
    this.heard.push(...sessionIds);
  }
}

export type AuthUnderTest = Awaited<ReturnType<typeof startAuthUnderTest>>;

export function testEnvironment(databaseUrl: string, redisUrl: string) {
  return {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    PUBLIC_ORIGIN: 'http://haru.test:3000',
    PAGES_ORIGIN: 'http://haru-pages.test:3001',
    AUTH_SIGNING_KEYS: JSON.stringify({ keys: [makeSigningKey('first'), makeSigningKey('second')] }),
    AUTH_REFRESH_TOKEN_SECRET: 'the refresh token secret of the tests',
    // The limits have tests of their own.
    AUTH_RATE_LIMITS: '1000',
  };
}

/** Two replicas have a database and a Redis of their own, with a client and a listener like a gateway's. */
export async function startAuthUnderTest(environment: Record<string, string> = {}) {
  const [database, redis] = await Promise.all([
    createMigratedDatabase(new URL('../src/migrate.ts', import.meta.url)),
    startRedis(),
  ]);
  const env = { ...testEnvironment(database.serviceUrl, redis.url), ...environment };
  const config = parseEnv(serviceEnv, env);
  const replicas = await Promise.all(
    [1, 2].map(() => startAuthService(config, createLogger('auth-service', 'silent'))),
  );
  const listening = await listen(redis.url);
  const { heard } = listening.get(EndedSessionsListener);
  const client = new RequestClient({ redisUrl: redis.url });
  await client.connect();

  return {
    client,
    config,
    database,
    redis,
    /** The ids of the announced sessions are in order. */
    endedSessions: heard,
    sql: <Row extends object>(statement: string, values: unknown[] = []) => query<Row>(database.url, statement, values),
    /** A test holds a transaction open with this connection; the caller ends it. */
    async connectToDatabase() {
      const connection = new Client({ connectionString: database.url });
      await connection.connect();
      return connection;
    },
    /** Resolves when a transaction waits for a lock. */
    async untilLockIsAwaited() {
      const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      await waitFor(async () => (await query(database.url, waiting)).length > 0, { what: 'a lock to be waited for' });
    },
    async reset() {
      heard.length = 0;
      await query(database.url, 'TRUNCATE users, mail_requests, mail_intervals, flow_states, outbox, inbox CASCADE');
    },
    async close() {
      await client.close();
      await Promise.all([listening, ...replicas].map((process) => process.close()));
      await Promise.all([database.drop(), redis.stop()]);
    },
  };
}

async function listen(redisUrl: string): Promise<INestMicroservice> {
  const module = { module: class GatewayOfTheTest {}, controllers: [EndedSessionsListener] };
  const strategy = new RequestServer({ redisUrl });
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(module, {
    strategy,
    logger: ['fatal', 'error'],
  });
  await app.listen();
  return app;
}

export const anon: Caller = { role: 'anon' };

export function contextOf(caller: Caller, device?: RequestContext['device']): RequestContext {
  return { requestId: randomUUID(), caller, device };
}

/** A gateway makes this caller of an access token. */
export function callerOf(session: SessionAnswer): SessionCaller {
  const payload = claimsOf(session);
  return {
    role: 'authenticated',
    accountId: String(payload['sub']),
    sessionId: String(payload['session_id']),
    isAnonymous: payload['is_anonymous'] === true,
  };
}

export function claimsOf({ access_token }: Pick<SessionAnswer, 'access_token'>): Record<string, unknown> {
  return decodeJwt(access_token);
}

/** Verifies as a gateway does: with the published keys and the pinned algorithm. */
export async function verifyAccessToken(auth: AuthUnderTest, { access_token }: SessionAnswer) {
  const jwks = await auth.client.call(sessionMessages.getJwks, {}, contextOf(anon));
  return jwtVerify(access_token, createLocalJWKSet(jwks), {
    algorithms: ['ES256'],
    issuer: 'http://haru.test:3000/auth/v1',
    audience: 'authenticated',
  });
}

export function createTemporaryAccount(
  auth: AuthUnderTest,
  request: { idempotencyKey?: string; userMetadata?: Record<string, unknown> } = {},
  device?: RequestContext['device'],
) {
  return auth.client.call(signInMessages.createTemporaryAccount, request, contextOf(anon, device));
}

export function refresh(auth: AuthUnderTest, refreshToken: string, device?: RequestContext['device']) {
  return auth.client.call(sessionMessages.refreshSession, { refreshToken }, contextOf(anon, device));
}

export function getUser(auth: AuthUnderTest, session: SessionAnswer) {
  return auth.client.call(sessionMessages.getUser, {}, contextOf(callerOf(session)));
}
