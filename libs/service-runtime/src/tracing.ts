import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Tracer,
} from '@opentelemetry/api';
import type { Logger } from './logging/logger.js';

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** The span is part of a trace and has not ended. */
export interface Span {
  /** A process that receives this W3C trace context makes its span a child of this one. */
  traceparent: string;
  /** Values must be bounded, as in metrics, and contain nothing that a person wrote. */
  note(attributes: Attributes): void;
  /** @param error the failure of the span, if it failed; its message is kept out of the trace */
  end(error?: unknown): void;
}

/** It is unset while no traces are collected: a span then costs one comparison. */
let tracer: Tracer | undefined;

/** @see startTracing */
interface TracingOptions {
  /** This is the base address of an OTLP/HTTP collector; `/v1/traces` is added. */
  endpoint: string;
  /** This share of the traces is collected, 0 to 1. It goes by trace id, so that every process takes the same ones. */
  ratio: number;
}

/**
 * Begins to collect traces. The SDK is loaded only here: without a collector no process pays for it.
 * @returns a function that sends the remaining spans and ends it. An unavailable collector loses traces and nothing
 * else.
 */
export async function startTracing(
  processName: string,
  { endpoint, ratio }: TracingOptions,
  logger: Logger,
): Promise<() => Promise<void>> {
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, timeoutMillis: 5_000 });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': processName, 'service.namespace': 'haru' }),
    sampler: new sdk.TraceIdRatioBasedSampler(ratio),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  });
  tracer = provider.getTracer('haru');
  logger.info({ endpoint: new URL(endpoint).origin, ratio }, 'traces are collected');
  return async () => {
    tracer = undefined;
    try {
      await provider.shutdown();
    } catch (error) {
      logger.warn({ err: error }, 'the last traces were not sent');
    }
  };
}

/**
 * Begins a span of the trace that `parent` belongs to.
 * @param name of a bounded set: a route pattern, a message, an event
 * @returns undefined when no traces are collected
 */
export function startSpan(
  kind: keyof typeof kinds,
  name: string,
  parent: string | undefined,
  attributes?: Attributes,
): Span | undefined {
  if (!tracer) return undefined;
  const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, contextOf(parent));
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    note: (more) => void span.setAttributes(more),
    end: (error) => {
      if (error !== undefined) {
        span.setAttribute('error.type', nameOf(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

interface TracedContext {
  traceparent?: string | undefined;
}

/** Runs `work` in a span; the context that it is given continues the trace. */
export async function withSpan<T, C extends TracedContext>(
  kind: keyof typeof kinds,
  name: string,
  context: C,
  work: (context: C) => Promise<T>,
): Promise<T> {
  const span = startSpan(kind, name, context.traceparent);
  if (!span) return work(context);
  try {
    const result = await work({ ...context, traceparent: span.traceparent });
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** Runs the combined work of several requests in a span of each one's trace. `name` is of a bounded set. */
export async function withSpans<Item extends { context: TracedContext }, T>(
  kind: keyof typeof kinds,
  name: (item: Item) => string,
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<T>,
): Promise<T> {
  const spans = items.map((item) => startSpan(kind, name(item), item.context.traceparent));
  const traced = items.map((item, index) => {
    const traceparent = spans[index]?.traceparent;
    return traceparent === undefined ? item : { ...item, context: { ...item.context, traceparent } };
  });
  try {
    const result = await work(traced);
    for (const span of spans) span?.end();
    return result;
  } catch (error) {
    for (const span of spans) span?.end(error);
    throw error;
  }
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

function contextOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}

/** `ServiceError` and system errors have a code. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
