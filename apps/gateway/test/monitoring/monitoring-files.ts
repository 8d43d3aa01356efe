import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import parsePrometheusTextFormat from 'parse-prometheus-text-format';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';

const read = (file: string): string =>
  readFileSync(new URL(`../../../../k8s/monitoring/${file}`, import.meta.url), 'utf8');

export interface Query {
  name: string;
  expr: string;
}

const rulesSchema = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.string().regex(/^\d+m$/),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string() }),
        }),
      ),
    }),
  ),
});

export function readRules(): Query[] {
  const { groups } = rulesSchema.parse(parseYaml(read('alert-rules.yaml')));
  return groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => ({ name: alert, expr })));
}

const dashboardSchema = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) })),
});

export function readDashboardQueries(): Query[] {
  const { panels } = dashboardSchema.parse(JSON.parse(read('dashboard.json')));
  return panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ name: `panel ${title}`, expr: expr.replaceAll('$__rate_interval', '5m') })),
  );
}

/** Finds the metrics that a query reads, and the labels that select them. @throws Error when it is no PromQL */
export function metricsOfQuery(expr: string): { name: string; labels: string[] }[] {
  const metrics: { name: string; labels: string[] }[] = [];
  const textOf = ({ from, to }: { from: number; to: number }): string => expr.slice(from, to);
  parser.parse(expr).iterate({
    enter(node) {
      if (node.type.isError) throw new Error(`no PromQL at ${node.from}: ${expr}`);
      if (node.name === 'VectorSelector') metrics.push({ name: '', labels: [] });
      const last = metrics.at(-1);
      if (!last) return;
      if (node.name === 'Identifier') last.name = textOf(node);
      if (node.name === 'LabelName' && node.node.parent?.name === 'UnquotedLabelMatcher')
        last.labels.push(textOf(node));
    },
  });
  return metrics;
}

const scrapedSchema = z.array(
  z.object({
    name: z.string(),
    metrics: z.array(z.object({ labels: z.record(z.string(), z.string()).default({}), value: z.string().optional() })),
  }),
);

export interface ScrapedMetric {
  /** A histogram has three: `_bucket`, `_sum` and `_count`. */
  name: string;
  samples: { labels: Record<string, string>; value: number }[];
}

/** Parses what a process serves. @throws Error when it is not Prometheus's text format */
export function metricsOfScrape(text: string): ScrapedMetric[] {
  parsePrometheusTextFormat(text);
  // The parser folds a histogram into one sample without labels, so these are read line by line.
  const withoutHistograms = text.replaceAll(/^# TYPE \S+ histogram$/gm, '');
  const parsed = scrapedSchema.parse(parsePrometheusTextFormat(withoutHistograms));
  return [...Map.groupBy(parsed, ({ name }) => name)].map(([name, families]) => ({
    name,
    samples: families.flatMap(({ metrics }) => metrics.map(({ labels, value }) => ({ labels, value: Number(value) }))),
  }));
}
