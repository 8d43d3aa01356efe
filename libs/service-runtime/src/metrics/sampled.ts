import { Counter, Gauge } from 'prom-client';

interface Sample<Label extends string> {
  labels: Record<Label, string>;
  value: number;
}

/** A metric without labels has one value. */
type Samples<Label extends string> = readonly Sample<Label>[] | number;

type Source<Label extends string> = () => Samples<Label> | Promise<Samples<Label>>;

/** A scrape waits at most so long for a value that must be requested. Prometheus's own timeout is 10 s. */
const SAMPLE_WITHIN_MS = 1_500;

const failures = new Counter({
  name: 'haru_metric_failures_total',
  help: 'Metrics that could not be read when Prometheus asked, because what they are read from did not answer',
  labelNames: ['metric'],
});

/**
 * The metric is read when Prometheus asks, from all sources in this process at that time. Values of equal labels are
 * added up. A source that fails or hangs costs its own values and no others.
 */
export class Sampled<Label extends string> {
  private readonly sources = new Set<Source<Label>>();

  private constructor(private readonly name: string) {
    // The counter exists from the start, so that the first failure is a rise.
    failures.inc({ metric: name }, 0);
  }

  /** A gauge goes up and down. */
  static gauge<Label extends string = never>(name: string, help: string, labelNames: Label[] = []): Sampled<Label> {
    const sampled = new Sampled<Label>(name);
    const gauge: Gauge<Label> = new Gauge<Label>({ name, help, labelNames, collect: () => sampled.fill(gauge) });
    return sampled;
  }

  /** A counter counts since the start of the process; its name ends in `_total`. */
  static counter<Label extends string = never>(name: string, help: string, labelNames: Label[] = []): Sampled<Label> {
    const sampled = new Sampled<Label>(name);
    const counter: Counter<Label> = new Counter<Label>({
      name,
      help,
      labelNames,
      collect: () => sampled.fill(counter),
    });
    return sampled;
  }

  /** @returns a function that removes the source again */
  from(source: Source<Label>): () => void {
    this.sources.add(source);
    return () => void this.sources.delete(source);
  }

  private async fill(metric: Gauge<Label> | Counter<Label>): Promise<void> {
    const asked = await Promise.all([...this.sources].map((source) => this.read(source)));
    // This is done last and without waiting, since two scrapes may be running.
    metric.reset();
    for (const sample of asked.flat()) {
      if (typeof sample === 'number') metric.inc(sample);
      else metric.inc(sample.labels, sample.value);
    }
  }

  private async read(source: Source<Label>): Promise<Samples<Label>> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer')), SAMPLE_WITHIN_MS);
    });
    try {
      return await Promise.race([(async () => source())(), late]);
    } catch {
      // The counter reports it; a line at every scrape of an outage would add nothing.
      failures.inc({ metric: this.name });
      return [];
    } finally {
      clearTimeout(timer);
    }
  }
}
