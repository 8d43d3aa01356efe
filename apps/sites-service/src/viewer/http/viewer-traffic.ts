import { httpDurations, methodLabel, type DurationSeries } from '@haru/service-runtime';

/** Share links under either prefix and on pages' own hosts. Without the path, which would make a series each. */
const ROUTE = '/share/{path}';

/** Counts share links. On a known method and status nothing is allocated, because this route has the most traffic. */
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
