import { isUuid } from '@haru/contracts';

const time = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/**
 * Shows of a job's data ids, times, numbers and the names of members. Any other text (a reason, a path) is left out, so
 * that a text that was put into a job by mistake is not shown.
 */
export function idsOnly(value: unknown): unknown {
  if (typeof value === 'string') return isUuid(value) || time.test(value) ? value : '…';
  if (Array.isArray(value)) return value.map(idsOnly);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, idsOnly(member)]));
}
