import { hash as hashOf, randomUUID } from 'node:crypto';
import { type AdminRole, type Caller, feedbackMessages, type RequestContext, type Submission } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import {
  createSmtp,
  createMigratedDatabase,
  query,
  spawnTypeScript,
  startRedis,
  type SmtpUnderTest,
  type TestDatabase,
  type TestProcess,
  type TestRedis,
} from '@haru/testing';

const appFile = (file: string) => new URL(`../src/${file}`, import.meta.url);

export const operatorEmail = 'operators@haru.test';

export interface FeedbackUnderTest {
  client: RequestClient;
  database: TestDatabase;
  redis: TestRedis;
  smtp: SmtpUnderTest;
  sql<Row extends object>(statement: string, values?: unknown[]): Promise<Row[]>;
  startWorker(env?: Record<string, string | undefined>): Promise<TestProcess>;
  /** Sends as a gateway does; the given members replace those of an ordinary bug report. */
  submit(members?: Partial<Submission>, caller?: Caller): ReturnType<typeof submit>;
  close(): Promise<void>;
}

/** Two replicas have a database, a Redis and a mail server of their own. Each test starts its own workers. */
export async function startFeedback(): Promise<FeedbackUnderTest> {
  const [database, redis, smtp] = await Promise.all([
    createMigratedDatabase(appFile('migrate.ts')),
    startRedis(),
    createSmtp(),
  ]);
  const env = { DATABASE_URL: database.serviceUrl, REDIS_URL: redis.url, LOG_LEVEL: 'warn' };
  const replicas = [spawnTypeScript(appFile('main.ts'), { env }), spawnTypeScript(appFile('main.ts'), { env })];
  const client = new RequestClient({ redisUrl: redis.url });
  await Promise.all([client.connect(), smtp.start(), ...replicas.map((replica) => replica.waitUntilReady())]);
  const workers: TestProcess[] = [];
  return {
    client,
    database,
    redis,
    smtp,
    sql: (statement, values = []) => query(database.url, statement, values),
    async startWorker(more = {}) {
      const worker = spawnTypeScript(appFile('worker.ts'), {
        env: {
          ...env,
          PUBLIC_ORIGIN: 'http://haru.test:3000',
          SMTP_URL: smtp.url,
          MAIL_FROM: '貼る <no-reply@haru.test>',
          OPERATOR_EMAIL: operatorEmail,
          ...more,
        },
      });
      workers.push(worker);
      await worker.waitUntilReady();
      return worker;
    },
    submit: (members, caller) => submit(client, members, caller),
    async close() {
      await client.close();
      await Promise.all([...workers, ...replicas].map((process) => process.stop()));
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
