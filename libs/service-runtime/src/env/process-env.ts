import { z } from 'zod';

/** What every process reads, whatever else its app asks for. `runProcess` acts on it. */
export const processEnvSchema = z.object({
  /** Where health and metrics are served, on a port of their own. Without it they are not served. */
  INTERNAL_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Probes and Prometheus come from outside the container. On a machine open to others, set 127.0.0.1. */
  INTERNAL_HOST: z.string().default('0.0.0.0'),
  /**
   * Milliseconds between SIGTERM and the end of taking work: the process is not ready any more and still serves, so
   * that load balancers notice first. For processes that listen to the public.
   */
  SHUTDOWN_DELAY_MS: z.coerce.number().int().min(0).max(120_000).default(0),
  /** An OTLP/HTTP collector, such as `http://collector:4318`. Without it no traces are collected. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Share of the traces that is collected, 0 to 1. The same in every process, or traces have holes. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
});
export type ProcessEnv = z.output<typeof processEnvSchema>;
