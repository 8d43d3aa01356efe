import { caseKinds, type CaseNumbers } from '@haru/contracts';
import { onlyRow } from '@haru/database';
import type { DataSource } from 'typeorm';

const SINCE = `created_at >= now() - interval '365 days'`;
const HOURS = 'extract(epoch FROM decided_at - created_at) / 3600';

const KINDS = `
  SELECT kind, count(cases.id)::int AS opened,
    count(*) FILTER (WHERE state IN ('received', 'reviewing', 'objected'))::int AS waiting,
    count(*) FILTER (WHERE state IN ('stopped', 'objected') OR is_stopped)::int AS stopped,
    count(*) FILTER (WHERE state = 'dismissed')::int AS dismissed,
    percentile_cont(0.5) WITHIN GROUP (ORDER BY ${HOURS})::float8 AS median_hours,
    percentile_cont(0.95) WITHIN GROUP (ORDER BY ${HOURS})::float8 AS p95_hours
  FROM unnest($1::text[]) WITH ORDINALITY AS kinds (kind, place)
  LEFT JOIN (SELECT * FROM cases WHERE ${SINCE}) AS cases USING (kind)
  GROUP BY kind, place ORDER BY place`;

const OBJECTIONS = `
  SELECT count(*)::int AS "all", count(*) FILTER (WHERE is_stopped)::int AS upheld,
    count(*) FILTER (WHERE NOT is_stopped)::int AS restored
  FROM cases WHERE objected_at IS NOT NULL AND ${SINCE}`;

const RULES = `
  SELECT rule, count(*)::int AS cases,
    count(*) FILTER (WHERE state = 'dismissed' OR NOT coalesce(is_stopped, true))::int AS false_alarms
  FROM cases, LATERAL (SELECT DISTINCT finding ->> 'rule' AS rule FROM jsonb_array_elements(findings) AS finding) AS matched
  WHERE ${SINCE} GROUP BY rule ORDER BY cases DESC, rule`;

export async function countCases(dataSource: DataSource): Promise<CaseNumbers> {
  const [kinds, objections, rules] = await Promise.all([
    dataSource.query<CaseNumbers['kinds']>(KINDS, [caseKinds]),
    dataSource.query<CaseNumbers['objections'][]>(OBJECTIONS),
    dataSource.query<CaseNumbers['rules']>(RULES),
  ]);
  return { kinds, objections: onlyRow(objections), rules };
}
