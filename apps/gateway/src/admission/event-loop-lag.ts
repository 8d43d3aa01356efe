import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;
const SAMPLE_MS = 100;

/** Measures how late the event loop runs what is due, on average over the last tenth of a second. */
export class EventLoopLag {
  private readonly histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private readonly timer: NodeJS.Timeout;
  ms = 0;

  constructor() {
    this.histogram.enable();
    this.timer = setInterval(() => this.sample(), SAMPLE_MS).unref();
  }

  close(): void {
    clearInterval(this.timer);
    this.histogram.disable();
  }

  private sample(): void {
    // Directly after a long delay nothing has been measured yet.
    if (this.histogram.count === 0) return;
    // The histogram holds whole intervals; only what exceeds the resolution is a delay.
    this.ms = Math.max(0, this.histogram.mean / 1e6 - RESOLUTION_MS);
    this.histogram.reset();
  }
}
