import { collectDefaultMetrics, register } from 'prom-client';
import { durationsText } from './durations.js';

let hasDefaults = false;

/** Node's own figures (memory, CPU, event-loop delay, garbage collection), under the names every dashboard knows. */
export function collectProcessMetrics(): void {
  if (hasDefaults) return;
  hasDefaults = true;
  collectDefaultMetrics();
}

/** All metrics of this process in Prometheus's text format. */
export async function scrape(): Promise<{ contentType: string; text: string }> {
  return { contentType: register.contentType, text: `${await register.metrics()}\n${durationsText()}` };
}
