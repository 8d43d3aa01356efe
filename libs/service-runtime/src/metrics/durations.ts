/** The bounds are in seconds: from a page out of memory to the longest deadline. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** A series belongs to one set of labels. Recording a time allocates nothing, so the busiest path can afford it. */
export class DurationSeries {
  private readonly counts = new Float64Array(BOUNDS.length + 1);
  private sum = 0;

  observe(seconds: number): void {
    let at = 0;
    while (at < BOUNDS.length && seconds > (BOUNDS[at] ?? Infinity)) at++;
    this.counts[at] = (this.counts[at] ?? 0) + 1;
    this.sum += seconds;
  }

  /** Returns lines of the text format; `labels` are as they stand between the braces. */
  lines(name: string, labels: string): string[] {
    let total = 0;
    const buckets = [...this.counts].map((count, at) => {
      total += count;
      return `${name}_bucket{${labels},le="${BOUNDS[at] ?? '+Inf'}"} ${total}`;
    });
    return [...buckets, `${name}_sum{${labels}} ${this.sum}`, `${name}_count{${labels}} ${total}`];
  }
}

const families = new Map<string, Durations>();

/**
 * Measures how often something happens and how long it takes: a Prometheus histogram in seconds. Its `_count` is the
 * rate, and with the outcome among the labels also the rate of errors. prom-client's histogram would hash the labels of
 * each observation.
 * Labels must come from bounded sets (route patterns, message names), never from what a caller sent.
 */
export class Durations {
  private readonly series = new Map<string, DurationSeries>();

  /** @throws Error on a name that is taken */
  constructor(
    readonly name: string,
    private readonly help: string,
    private readonly labelNames: readonly string[],
  ) {
    if (families.has(name)) throw new Error(`there are two metrics called ${name}`);
    families.set(name, this);
  }

  /** Returns the series with these values, one for each label in order. Keep it where every nanosecond counts. */
  of(...values: string[]): DurationSeries {
    const key = values.join('\u0000');
    let series = this.series.get(key);
    if (!series) this.series.set(key, (series = new DurationSeries()));
    return series;
  }

  text(): string {
    const lines = [...this.series].flatMap(([key, series]) => {
      const values = key.split('\u0000');
      const labels = this.labelNames.map((label, at) => `${label}="${escaped(values[at] ?? '')}"`).join(',');
      return series.lines(this.name, labels);
    });
    return [`# HELP ${this.name} ${this.help}`, `# TYPE ${this.name} histogram`, ...lines].join('\n');
  }
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

/** Returns every `Durations` of this process in the text format. */
export function durationsText(): string {
  return [...families.values()].map((family) => `${family.text()}\n`).join('\n');
}
