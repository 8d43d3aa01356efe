import { hash as hashOf, randomUUID } from 'node:crypto';
import {
  type AdminRole,
  type Caller,
  feedbackMessages,
  mailInternalMessages,
  type RequestContext,
  type RequestOf,
  staffInternalMessages,
  type Submission,
} from '@haru/contracts';
import { HandleMessage, RequestClient, RequestServer } from '@haru/messaging';
import { createLogger, parseEnv, type RunningProcess, type ServiceDefinition } from '@haru/service-runtime';
import {
  createSmtp,
  createMigratedDatabase,
  query,
  startRedis,
  type SmtpUnderTest,
  type TestDatabase,
  type TestRedis,
} from '@haru/testing';
import { jest } from '@jest/globals';
import { Controller } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { service } from '../src/main.js';
import { service as worker } from '../src/worker.js';

type Variables = Record<string, string | undefined>;

export interface ServiceUnderTest extends RunningProcess {
  /** Each call is a line of the log. */
  warn: jest.Mock;
}

export const operatorEmail = 'operators@haru.test';

/** Answers instead of the auth service. */
@Controller()
class AuthOfTheTest {
  staff: { id: string; role: AdminRole }[] = [];
  /** Null: every address has mails left. Otherwise it has some again after this many seconds. */
  waitSeconds: number | null = null;
  readonly counted: unknown[] = [];

  @HandleMessage(staffInternalMessages.listActiveStaff)
  async listActiveStaff() {
    return { staff: this.staff };
  }

  @HandleMessage(mailInternalMessages.admitMail)
  async admitMail({ to, isCounted }: RequestOf<typeof mailInternalMessages.admitMail>) {
    if (isCounted) this.counted.push(to);
    return { address: 'email' in to ? to.email : null, waitSeconds: isCounted ? this.waitSeconds : null };
  }
}

export interface FeedbackUnderTest {
  client: RequestClient;
  auth: AuthOfTheTest;
  database: TestDatabase;
  redis: TestRedis;
  smtp: SmtpUnderTest;
  sql<Row extends object>(statement: string, values?: unknown[]): Promise<Row[]>;
  startWorker(env?: Variables): Promise<ServiceUnderTest>;
  /** Sends as a gateway does; the given members replace those of an ordinary bug report. */
  submit(members?: Partial<Submission>, caller?: Caller): ReturnType<typeof submit>;
  close(): Promise<void>;
}

/** Two replicas have a database, a Redis and a mail server of their own. Each test starts its own workers. */
export async function startFeedback(): Promise<FeedbackUnderTest> {
  const [database, redis, smtp] = await Promise.all([
    createMigratedDatabase(new URL('../src/migrate.ts', import.meta.url)),
    startRedis(),
    createSmtp(),
  ]);
  const running = new Set<RunningProcess>();
  /** Runs it in this process, which has loaded its modules. */
  const start = async (definition: ServiceDefinition, more: Variables = {}): Promise<ServiceUnderTest> => {
    const env: unknown = parseEnv(definition.env, { DATABASE_URL: database.serviceUrl, REDIS_URL: redis.url, ...more });
    const logger = createLogger(definition.name, process.env['LOG_LEVEL'] ?? 'silent');
    const warn = jest.fn();
    const begun = await definition.start(env, Object.assign(logger, { warn }));
    const started = { warn, close: async () => void (running.delete(started) && (await begun.close())) };
    running.add(started);
    return started;
  };
  const client = new RequestClient({ redisUrl: redis.url });
  const authApp = await NestFactory.createMicroservice<MicroserviceOptions>(
    { module: class AuthModuleOfTheTest {}, controllers: [AuthOfTheTest] },
    {
      strategy: new RequestServer({
        redisUrl: redis.url,
        service: 'auth',
        messages: { ...staffInternalMessages, ...mailInternalMessages },
      }),
      logger: ['fatal', 'error'],
    },
  );
  await Promise.all([client.connect(), smtp.start(), authApp.listen(), start(service), start(service)]);
  return {
    client,
    auth: authApp.get(AuthOfTheTest),
    database,
    redis,
    smtp,
    sql: (statement, values = []) => query(database.url, statement, values),
    startWorker: (more) =>
      start(worker, {
        PUBLIC_ORIGIN: 'http://haru.test:3000',
        SMTP_URL: smtp.url,
        MAIL_FROM: '貼る <no-reply@haru.test>',
        OPERATOR_EMAIL: operatorEmail,
        ...more,
      }),
    submit: (members, caller) => submit(client, members, caller),
    async close() {
      await client.close();
      await Promise.all([authApp, ...running].map((one) => one.close()));
      await smtp.stop();
      await Promise.all([database.drop(), redis.stop()]);
    },
  };
}

export const hash = (text: string): string => hashOf('sha256', text, 'base64url');

export const anon: Caller = { role: 'anon' };

export function account(haruRole?: AdminRole, accountId: string = randomUUID()): Caller & { accountId: string } {
  return { role: 'authenticated', accountId, sessionId: randomUUID(), isAnonymous: false, haruRole };
}

export function contextOf(caller: Caller): RequestContext {
  return { requestId: randomUUID(), caller };
}

function submit(client: RequestClient, members: Partial<Submission> = {}, caller: Caller = anon) {
  const submission = {
    type: 'bug',
    title: '保存できない',
    description: '押しても何も起きません。',
    network: hash('a'),
  };
  return client.call(feedbackMessages.submitBugReport, { ...submission, ...members } as Submission, contextOf(caller));
}
