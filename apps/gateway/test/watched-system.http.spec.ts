import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor, type TestProcess } from '@haru/testing';
import { startMailCatcher, type MailCatcher } from './mail-catcher.js';
import { metricsOfQuery, ownMetrics, readRules, readDashboardQueries, type ScrapedMetric } from './monitoring-files.js';
import { startSystem, type RunningSystem } from './running-system.js';
import { startTraceCollector, type TraceCollector } from './trace-collector.js';

let mailbox: MailCatcher;
let collector: TraceCollector;
let system: RunningSystem;
beforeAll(async () => {
  [mailbox, collector] = await Promise.all([startMailCatcher(), startTraceCollector()]);
  system = await startSystem({
    withViewer: true,
    withAuthWorker: true,
    withGatewayProcess: true,
    env: {
      SMTP_URL: mailbox.url,
      LOG_LEVEL: 'trace',
      INTERNAL_PORT: '0',
      INTERNAL_HOST: '127.0.0.1',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    },
  });
}, 150_000);
afterAll(async () => {
  await system.close();
  await Promise.all([mailbox.close(), collector.close()]);
});

/** Where a process serves its health and metrics. */
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
    await waitFor(() => ofTrace().some(({ name }) => name === 'handle sitePublished'), {
      timeoutMs: 20_000,
      what: 'the worker’s step',
    });
    await waitFor(() => ofTrace().some(({ name }) => name === 'POST /functions/v1/create-site'), {
      timeoutMs: 20_000,
      what: 'the gateway’s step',
    });
    const byId = new Map(ofTrace().map((span) => [span.spanId, span]));
    const handled = ofTrace().find(({ name }) => name === 'handle sitePublished');
    const way: string[] = [];
    for (let span = handled; span; span = byId.get(span.parentSpanId ?? ''))
      way.unshift(`${span.process}: ${span.name}`);
    expect(way).toEqual([
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
      return [name, ownMetrics(await answer.text())] as const;
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
    }
  });

  it('count the publish on its way, by route, message, event and queue', () => {
    const labelsOf = (process: string, name: string) => metric(process, name)?.samples.map(({ labels }) => labels);
    expect(labelsOf('gateway', 'haru_http_request_duration_seconds')).toContainEqual({
      method: 'POST',
      route: '/functions/v1/create-site',
      status: '200',
    });
    const created = { message: 'sites.createSite', outcome: 'ok' };
    expect(labelsOf('gateway', 'haru_rpc_client_duration_seconds')).toContainEqual(created);
    expect(labelsOf('sites-service-1', 'haru_rpc_server_duration_seconds')).toContainEqual(created);
    expect(labelsOf('sites-worker', 'haru_queue_job_duration_seconds')).toContainEqual({
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
      // Prometheus's own.
      if (name === 'up') continue;
      const base = name.replace(/_(bucket|count|sum)$/, '');
      const found = all.filter((each) => each.name === name || (each.type === 'HISTOGRAM' && each.name === base));
      expect({ name, found: found.length > 0 }).toEqual({ name, found: true });
      const known = new Set(found.flatMap(({ samples }) => samples.flatMap((sample) => Object.keys(sample.labels))));
      if (known.size > 0) expect([...known]).toEqual(expect.arrayContaining(labels));
    }
  });

  it('has a line in the operations guide for each alert', async () => {
    const guide = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
    for (const { name } of readRules()) expect(guide).toContain(`| \`${name}\``);
  });
});
