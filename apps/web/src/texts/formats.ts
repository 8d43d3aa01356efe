export const formatCount = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** The first `Intl` object of a tab takes a phone 100 ms, so the first view makes none. */
function dateFormatOf(options: Intl.DateTimeFormatOptions) {
  let format: Intl.DateTimeFormat | undefined;
  return { format: (date: Date): string => (format ??= new Intl.DateTimeFormat('ja-JP', options)).format(date) };
}

/** Formats as `2026年11月21日`. */
export const dateFormat = dateFormatOf({ year: 'numeric', month: 'long', day: 'numeric' });
export const timeFormat = dateFormatOf({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

const dayFormat = dateFormatOf({ month: 'long', day: 'numeric' });
const YEAR_MS = 365 * 24 * 3_600_000;

/** Formats as `12月2日`, with the year where the day is more than a year from now. */
export const formatDay = (date: Date, now = new Date()): string =>
  (Math.abs(date.getTime() - now.getTime()) < YEAR_MS ? dayFormat : dateFormat).format(date);

/** Formats as `2026年11月21日 14:05` in the reader's time zone. */
export const formatDateTime = (date: Date): string => `${dateFormat.format(date)} ${timeFormat.format(date)}`;

/** Joins the parts of a date, which no line break then parts. */
export const unbroken = (date: string): string =>
  date.replaceAll(/(?<=[年月])|(?=[年月日])/g, '\u2060').replaceAll(' ', '\u00a0');

/** Says in words what an address block such as `198.51.100.0/24` is. */
export const networkText = (network: string): string => `${network.replace(/\/\d+$/, '')}付近`;

const KIB = 1024;

/** Rounds up, so that one byte over a limit never reads as the limit itself. Value and unit stay on one line. */
export function formatBytes(bytes: number): string {
  if (bytes < KIB) return `${bytes}\u00a0B`;
  const [value, unit] = bytes < KIB * KIB ? [bytes / KIB, 'KiB'] : [bytes / (KIB * KIB), 'MiB'];
  return `${(Math.ceil(value * 10) / 10).toFixed(1)}\u00a0${unit}`;
}
