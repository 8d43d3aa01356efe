import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { query, waitFor, type TestProcess } from '@haru/testing';
import { makeApiKey, makeEditKey, publishAs } from './keys-of-tests.js';
import { startMailCatcher, type MailCatcher } from './mail-catcher.js';
import { makeManagementLink, openManagementLink } from './management-links.js';
import {
  metricsOfQuery,
  metricsOfScrape,
  readRules,
  readDashboardQueries,
  type ScrapedMetric,
} from './monitoring/monitoring-files.js';
import { startSystem, type RunningSystem } from './start-system.js';
import { startTraceCollector, type TraceCollector } from './monitoring/trace-collector.js';

let mailbox: MailCatcher;
let collector: TraceCollector;
let system: RunningSystem;
beforeAll(async () => {
  [mailbox, collector] = await Promise.all([startMailCatcher(), startTraceCollector()]);
  system = await startSystem({
    withViewer: true,
    withAuthWorker: true,
    withGatewayProcess: true,
    withServiceProcesses: true,
    env: {
      SMTP_URL: mailbox.url,
      LOG_LEVEL: 'trace',
      INTERNAL_PORT: '0',
      INTERNAL_HOST: '127.0.0.1',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      // This is long enough to observe processes that stop.
      SHUTDOWN_DELAY_MS: '5000',
    },
  });
}, 150_000);
afterAll(async () => {
  await system.close();
  await Promise.all([mailbox.close(), collector.close()]);
});

/** A process serves its health and metrics here. */
async function internalUrlOf(process: TestProcess): Promise<string> {
  const line = await process.waitForLine(/health and metrics are served/);
  const { port } = JSON.parse(line) as { port: number };
  return `http://127.0.0.1:${port}`;
}

describe('one publish', () => {
  const requestId = `publish-${randomUUID()}`;
  const caller = { trace: 'c'.repeat(32), span: 'd'.repeat(16) };

  beforeAll(async () => {
    const answer = await system.call('/functions/v1/create-site', {
      method: 'POST',
      json: { html_content: '<h1>traced</h1>' },
      headers: { 'x-request-id': requestId, traceparent: `00-${caller.trace}-${caller.span}-01` },
    });
    expect(answer.status).toBe(200);
  });

  it('is one trace from the request over the service and the outbox to the worker', async () => {
    const ofTrace = () => collector.spans.filter(({ traceId }) => traceId === caller.trace);
    const wayToWorker = (): string[] => {
      const byId = new Map(ofTrace().map((span) => [span.spanId, span]));
      const handled = ofTrace().find(({ name }) => name === 'handle sitePublished');
      const way: string[] = [];
      for (let span = handled; span; span = byId.get(span.parentSpanId ?? ''))
        way.unshift(`${span.process}: ${span.name}`);
      return way;
    };
    // Each process sends its spans at its own time.
    await waitFor(() => wayToWorker()[0] === 'gateway: POST /functions/v1/create-site', {
      timeoutMs: 20_000,
      what: 'every process’s steps',
    });
    expect(wayToWorker()).toEqual([
      'gateway: POST /functions/v1/create-site',
      'gateway: sites.createSite',
      'sites-service: sites.createSite',
      'sites-service: publish sitePublished',
      'sites-worker: hand over sitePublished',
      'sites-worker: handle sitePublished',
    ]);
    expect(ofTrace().find(({ name }) => name.startsWith('POST '))?.parentSpanId).toBe(caller.span);
  });

  it('is one line at the gateway: method, route, status, time and whose it is', async () => {
    const line = await system.processes['gateway']?.waitForLine(new RegExp(`"${requestId}".*"msg":"request"`));
    expect(JSON.parse(line ?? '')).toMatchObject({
      level: 30,
      requestId,
      traceId: caller.trace,
      method: 'POST',
      route: '/functions/v1/create-site',
      status: 200,
      ms: expect.any(Number),
    });
  });
});

describe('the metrics of all processes', () => {
  let scraped: Map<string, ScrapedMetric[]>;

  beforeAll(async () => {
    const entries = Object.entries(system.processes).map(async ([name, process]) => {
      const answer = await fetch(`${await internalUrlOf(process)}/metrics`);
      return [name, metricsOfScrape(await answer.text())] as const;
    });
    scraped = new Map(await Promise.all(entries));
  });
  const metric = (process: string, name: string) => scraped.get(process)?.find((each) => each.name === name);

  it('are in Prometheus’s format, and every process says that it is ready', () => {
    expect([...scraped.keys()].sort()).toEqual([
      'auth-service',
      'auth-worker',
      'gateway',
      'sites-service-1',
      'sites-viewer',
      'sites-worker',
    ]);
    for (const process of scraped.keys()) {
      expect(metric(process, 'haru_ready')?.samples).toEqual([{ labels: {}, value: 1 }]);
      expect(metric(process, 'nodejs_eventloop_lag_p99_seconds')?.samples).toHaveLength(1);
      const failures = metric(process, 'haru_metric_failures_total')?.samples;
      expect(failures?.filter(({ value }) => value > 0)).toEqual([]);
      const connections = metric(process, 'haru_database_connections')?.samples ?? [];
      expect(connections.find(({ labels }) => labels['state'] === 'waiting')?.value ?? 0).toBe(0);
    }
  });

  it('count the publish on its way, by route, message, event and queue', () => {
    const labelsOf = (process: string, name: string) => metric(process, name)?.samples.map(({ labels }) => labels);
    expect(labelsOf('gateway', 'haru_http_request_duration_seconds_count')).toContainEqual({
      method: 'POST',
      route: '/functions/v1/create-site',
      status: '200',
    });
    const created = { message: 'sites.createSite', outcome: 'ok' };
    expect(labelsOf('gateway', 'haru_rpc_client_duration_seconds_count')).toContainEqual(created);
    expect(labelsOf('sites-service-1', 'haru_rpc_server_duration_seconds_count')).toContainEqual(created);
    expect(labelsOf('sites-worker', 'haru_queue_job_duration_seconds_count')).toContainEqual({
      queue: 'sites-events',
      job: 'sitePublished',
      outcome: 'ok',
    });
    expect(metric('sites-worker', 'haru_outbox_rows')?.samples).toHaveLength(1);
  });

  const queries = [...readRules(), ...readDashboardQueries()];

  it.each(queries)('$name asks for what is there', ({ expr }) => {
    const all = [...scraped.values()].flat();
    for (const { name, labels } of metricsOfQuery(expr)) {
      // Prometheus adds this metric itself.
      if (name === 'up') continue;
      const found = all.filter((each) => each.name === name && each.samples.length > 0);
      expect({ name, found: found.length > 0 }).toEqual({ name, found: true });
      const known = new Set(found.flatMap(({ samples }) => samples.flatMap((sample) => Object.keys(sample.labels))));
      expect([...known]).toEqual(expect.arrayContaining(labels));
    }
  });

  it('has a line in the operations guide for each alert', async () => {
    const guide = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
    for (const { name } of readRules()) expect(guide).toContain(`| \`${name}\``);
  });
});

describe('what is private', () => {
  const secrets: string[] = [];
  const post = async (path: string, json: unknown, token?: string) => {
    const answer = await system.call(path, { method: 'POST', json, token });
    const body = (await answer.json()) as { access_token?: string; refresh_token?: string };
    secrets.push(...[body.access_token, body.refresh_token].filter((each) => each !== undefined));
    return body;
  };

  /** The links are used, renewed, sent in broken JSON and in an address. @returns the secrets */
  const useManagementLinks = async (): Promise<string[]> => {
    const { access_token: token } = await system.signUp();
    const secret = await makeManagementLink(system, token);
    expect((await openManagementLink(system, secret)).status).toBe(200);
    const renewed = await makeManagementLink(system, token);
    expect((await openManagementLink(system, secret)).status).toBe(403);
    const path = '/functions/v1/use-management-link';
    await system.call(path, { method: 'POST', body: `{"secret":"${renewed}` });
    await system.call(`${path}?secret=${renewed}`);
    await system.call(`/manage/${renewed}`);
    return [secret, renewed];
  };

  /** Keys are used, mistyped, refused and sent in addresses. @returns the keys */
  const useKeys = async (): Promise<string[]> => {
    const { access_token: token } = await system.signUp();
    const { key } = await makeApiKey(system, token, ['read', 'publish']);
    const { id, path } = await publishAs(system, key);
    const { edit_key: editKey } = await makeEditKey(system, token, id);
    for (const each of [key, editKey, `${key}x`]) {
      await system.call(`/functions/v1/pages/${path}/source`, { token: each });
      await system.call('/functions/v1/delete-account', { method: 'POST', token: each });
      await system.call(`/agent/${each}.md`);
      await system.call(`/agent/${each}`, { method: 'POST', body: each });
      await system.call(`/functions/v1/site-versions?id=${each}`, { token: each });
      await system.call(`/functions/v1/api-keys/${each}`, { method: 'DELETE', token });
    }
    return [key, editKey];
  };

  it('is in no log line and no trace, whatever people do', async () => {
    const email = `person-${randomUUID()}@mail.example`;
    const password = `password-${randomUUID()}`;
    const content = `content-${randomUUID()}`;
    secrets.push(system.serviceRoleKey, email, password, content);

    await system.publish(`<title>${content}</title>`);
    await post('/auth/v1/signup', { email, password });
    const confirmation = await mailbox.to(email, 1);
    await post('/auth/v1/verify', { type: 'signup', token_hash: confirmation.token });
    const { access_token: token, refresh_token: refreshToken } = await post('/auth/v1/token?grant_type=password', {
      email,
      password,
    });
    await system.publish(`<title>${content}</title>`, token);
    await post('/auth/v1/token?grant_type=refresh_token', { refresh_token: refreshToken });
    await post('/auth/v1/token?grant_type=password', { email, password: `${password}-wrong` });
    await post('/auth/v1/recover', { email });
    const recovery = await mailbox.to(email, 2);
    await system.call(`/auth/v1/verify?type=recovery&token=${recovery.token}`);
    await system.call('/auth/v1/signup', { method: 'POST', body: `{"email":"${email}","password":"${password}` });
    await system.call('/auth/v1/user', { token: `${token}x` });
    await system.call(`/auth/v1/no-such-route/${password}?email=${email}`);
    await system.call('/auth/v1/admin/users', { token: system.serviceRoleKey });
    secrets.push(confirmation.token, recovery.token, ...(await useManagementLinks()));
    const keys = await useKeys();
    secrets.push(...keys);

    const codes = [confirmation.code, recovery.code];
    for (const [name, { lines }] of Object.entries(system.processes)) {
      for (const line of lines) {
        for (const secret of secrets) if (line.includes(secret)) throw new Error(`${name} wrote ${secret}: ${line}`);
        for (const code of codes) expect(line).not.toContain(`"${code}"`);
      }
    }
    for (const body of collector.bodies) for (const secret of secrets) expect(body).not.toContain(secret);
    for (const url of [system.authDatabaseUrl, system.sitesDatabaseUrl]) {
      const events = await query<{ row: string }>(url, 'SELECT outbox::text AS row FROM outbox');
      for (const key of keys) expect(JSON.stringify(events)).not.toContain(key);
    }
    const gateway = system.processes['gateway'];
    const metrics = gateway && (await (await fetch(`${await internalUrlOf(gateway)}/metrics`)).text());
    for (const key of keys) expect(metrics).not.toContain(key);
    // The search is meaningful only if the processes have written and there are secrets to search for.
    expect(secrets.length).toBeGreaterThan(10);
    expect(new Set(secrets).size).toBe(secrets.length);
    for (const { lines } of Object.values(system.processes)) expect(lines.length).toBeGreaterThan(1);
    const ofAccount = system.processes['gateway']?.lines.filter((line) => /"accountId":"[0-9a-f-]{36}"/.test(line));
    expect(ofAccount?.length).toBeGreaterThan(0);
  });
});

describe('SIGTERM', () => {
  it('ends every process in good order: not ready, serving on until told otherwise, then exit 0', async () => {
    const processes = Object.entries(system.processes);
    const urls = await Promise.all(processes.map(([, process]) => internalUrlOf(process)));
    const closing = processes.map(([name, process]) => {
      process.kill('SIGTERM');
      return process.waitForLine(/"msg":"stopping"/).then(() => name);
    });
    await Promise.all(closing);
    for (const url of urls) {
      const report = await fetch(`${url}/health/ready`);
      expect({ url, status: report.status, report: await report.json() }).toMatchObject({
        url,
        status: 503,
        report: { ready: false, phase: 'stopping' },
      });
      expect((await fetch(`${url}/health/live`)).status).toBe(200);
    }
    const answer = await system.call('/config.json');
    expect({ status: answer.status, connection: answer.headers.get('connection') }).toEqual({
      status: 200,
      connection: 'close',
    });
    expect((await system.call('/readyz')).status).toBe(503);
    const exits = await Promise.all(processes.map(async ([name, { exited }]) => ({ name, ...(await exited) })));
    for (const exit of exits) expect(exit).toMatchObject({ code: 0, signal: null });
  }, 60_000);
});
