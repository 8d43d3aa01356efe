import { z } from 'zod';

/** Every process reads these; `runProcess` acts on them. */
export const processEnvSchema = z.object({
  /** Health and metrics are served on this separate port. Without it they are not served. */
  INTERNAL_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Probes and Prometheus come from outside the container. On a machine open to others, set 127.0.0.1. */
  INTERNAL_HOST: z.string().default('0.0.0.0'),
  /**
   * For so many milliseconds after SIGTERM the process is not ready any more and still serves, so that load balancers
   * notice first. It is for processes that listen to the public.
   */
  SHUTDOWN_DELAY_MS: z.coerce.number().int().min(0).max(120_000).default(0),
  /** This is an OTLP/HTTP collector, such as `http://collector:4318`. Without it no traces are collected. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** This share of the traces is collected, 0 to 1. It must be the same in every process, or traces have gaps. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
});
export type ProcessEnv = z.output<typeof processEnvSchema>;
