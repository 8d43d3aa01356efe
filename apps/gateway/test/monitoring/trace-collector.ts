import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({
        attributes: z.array(z.object({ key: z.string(), value: z.object({ stringValue: z.string().optional() }) })),
      }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
            }),
          ),
        }),
      ),
    }),
  ),
});

interface CollectedSpan {
  process: string | undefined;
  traceId: string;
  spanId: string;
  parentSpanId?: string | undefined;
  name: string;
}

/** A collector for OTLP/HTTP takes `POST /v1/traces` in JSON and keeps every span. */
export interface TraceCollector {
  url: string;
  spans: readonly CollectedSpan[];
  /** Tests search everything that was sent for what must not be there. */
  bodies: readonly string[];
  close(): Promise<void>;
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        bodies.push(body);
        const isTraces = request.url === '/v1/traces' && request.headers['content-type'] === 'application/json';
        const parsed = exportSchema.safeParse(isTraces ? JSON.parse(body) : undefined);
        if (parsed.success) spans.push(...spansOf(parsed.data));
        response.writeHead(parsed.success ? 200 : 400, { 'content-type': 'application/json' }).end('{}');
      },
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function spansOf({ resourceSpans }: z.output<typeof exportSchema>): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const process = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue;
    return scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, process })));
  });
}
