import { httpDurations, methodLabel, type DurationSeries } from '@haru/service-runtime';

/** It stands for all share links. The path is left out, because each one would make a series. */
const ROUTE = '/share/{path}';

/** Counts share links. It allocates nothing for a known method and status, because this route has the most traffic. */
export class ViewerTraffic {
  private readonly byMethod = new Map<string, Map<number, DurationSeries>>();

  /** @param startedAt a `performance.now()` */
  note(method: string | undefined, status: number, startedAt: number): void {
    const label = methodLabel(method);
    let byStatus = this.byMethod.get(label);
    if (!byStatus) this.byMethod.set(label, (byStatus = new Map<number, DurationSeries>()));
    let series = byStatus.get(status);
    if (!series) byStatus.set(status, (series = httpDurations.of(label, ROUTE, String(status))));
    series.observe((performance.now() - startedAt) / 1_000);
  }
}
