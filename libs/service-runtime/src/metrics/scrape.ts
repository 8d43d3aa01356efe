import { collectDefaultMetrics, register } from 'prom-client';
import { durationsText } from './durations.js';

let hasDefaults = false;

/** Adds Node's own figures (memory, CPU, event-loop delay, garbage collection), under the usual names. */
export function collectProcessMetrics(): void {
  if (hasDefaults) return;
  hasDefaults = true;
  collectDefaultMetrics();
}

/** Returns all metrics of this process in Prometheus's text format. */
export async function scrape(): Promise<{ contentType: string; text: string }> {
  return { contentType: register.contentType, text: `${await register.metrics()}\n${durationsText()}` };
}
