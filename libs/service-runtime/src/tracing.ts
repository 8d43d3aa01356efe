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

/** One step of a trace that is under way. */
export interface Step {
  /** Makes what is told about this step its child: W3C trace context. */
  traceparent: string;
  /** Bounded values only, as in metrics, and nothing that a person wrote. */
  note(attributes: Attributes): void;
  /** @param error what the step ended with, if it failed; its message is kept out of the trace. */
  end(error?: unknown): void;
}

/** Unset while no traces are collected: a step then costs one comparison. */
let tracer: Tracer | undefined;

/** Where traces go. @see startTracing */
interface TracingOptions {
  /** Base address of an OTLP/HTTP collector; `/v1/traces` is added. */
  endpoint: string;
  /** Share of the traces that is collected, 0 to 1. By trace id, so that every process takes the same ones. */
  ratio: number;
}

/**
 * Begins to collect traces. The SDK is loaded only here: without a collector no process pays for it.
 * @returns a function that sends what is left and ends it. A collector that is away loses traces and nothing else.
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
 * Begins a step of the trace that `parent` belongs to.
 * @param name of a bounded set: a route pattern, a message, an event.
 * @returns undefined when no traces are collected
 */
export function startSpan(
  kind: keyof typeof kinds,
  name: string,
  parent: string | undefined,
  attributes?: Attributes,
): Step | undefined {
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

/** Does `work` as a step; what it hands on goes with the context that it is given. */
export async function withSpan<T, C extends TracedContext>(
  kind: keyof typeof kinds,
  name: string,
  context: C,
  work: (context: C) => Promise<T>,
): Promise<T> {
  const step = startSpan(kind, name, context.traceparent);
  if (!step) return work(context);
  try {
    const result = await work({ ...context, traceparent: step.traceparent });
    step.end();
    return result;
  } catch (error) {
    step.end(error);
    throw error;
  }
}

/** Does what several requests asked for together, as a step of each one's trace. `name` is of a bounded set. */
export async function withSpans<Item extends { context: TracedContext }, T>(
  kind: keyof typeof kinds,
  name: (item: Item) => string,
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<T>,
): Promise<T> {
  const steps = items.map((item) => startSpan(kind, name(item), item.context.traceparent));
  const traced = items.map((item, index) => {
    const traceparent = steps[index]?.traceparent;
    return traceparent === undefined ? item : { ...item, context: { ...item.context, traceparent } };
  });
  try {
    const result = await work(traced);
    for (const step of steps) step?.end();
    return result;
  } catch (error) {
    for (const step of steps) step?.end(error);
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

/** An error's code where it has one, as `ServiceError` and system errors do. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
