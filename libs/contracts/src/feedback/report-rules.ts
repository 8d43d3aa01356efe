import { regexes } from 'zod';
import type { ErrorCode } from '../errors/error-codes.js';
import { limits } from '../limits.js';

/** A report has one of these types; a `quick_like` is the button in the header. */
export const reportTypes = ['bug', 'feature', 'improvement', 'other', 'quick_like'] as const;
export type ReportType = (typeof reportTypes)[number];

/** Somebody whose page was refused says that it is harmless. It has a form and a route of its own. */
export const FALSE_ALARM = 'false_alarm';

/** People read these labels for the types that they can choose. */
export const reportTypeLabels = {
  bug: '不具合報告',
  feature: '機能要望',
  improvement: '改善提案',
  other: 'その他',
} as const satisfies Record<Exclude<ReportType, 'quick_like'>, string>;

/** Staff read these labels. */
export const keptReportLabels = { ...reportTypeLabels, [FALSE_ALARM]: '公開できない判定の誤り' } as const;

export interface ReportText {
  title: string;
  description: string;
  email?: string | undefined;
}

type ReportFault = Extract<
  ErrorCode,
  'REPORT_BLANK' | 'REPORT_TITLE_TOO_LONG' | 'REPORT_DESCRIPTION_TOO_LONG' | 'REPORT_NOT_TEXT' | 'REPORT_EMAIL_INVALID'
>;

/** No mail reaches these names (RFC 2606, RFC 6761); the first is that of our temporary accounts. */
const unreachable: ReadonlySet<string> = new Set(['invalid', 'localhost', 'local']);

/** Mail may be sent to it if it is one address whose domain has a name and an ending. */
function isPlausibleAddress(address: string): boolean {
  const [local = '', domain = ''] = address.split('@');
  const labels = domain.toLowerCase().split('.');
  return (
    regexes.email.test(address) &&
    address.length <= limits.emailMaxLength &&
    local.length <= 64 &&
    labels.every((label) => label.length <= 63 && !label.endsWith('-')) &&
    !unreachable.has(labels.at(-1) ?? '')
  );
}

/** Counts characters nearly as people do: an emoji of one code point is one, not the two of `length`. */
export function textLength(text: string): number {
  return [...text].length;
}

/** Returns the first rule that a report breaks, or undefined. White space around title and description does not count. */
export function reportFault({ title, description, email }: ReportText): ReportFault | undefined {
  if (title.trim() === '' || description.trim() === '') return 'REPORT_BLANK';
  if (textLength(title.trim()) > limits.reportTitleMaxLength) return 'REPORT_TITLE_TOO_LONG';
  if (textLength(description.trim()) > limits.reportDescriptionMaxLength) return 'REPORT_DESCRIPTION_TOO_LONG';
  if (!isStorable(title) || !isStorable(description)) return 'REPORT_NOT_TEXT';
  const address = email?.trim() ?? '';
  if (address !== '' && !isPlausibleAddress(address)) return 'REPORT_EMAIL_INVALID';
  return undefined;
}

/** Postgres stores neither NUL nor half a surrogate pair. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
