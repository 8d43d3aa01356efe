import { DAY_MS } from '@haru/contracts';
import { dateFormat } from './formats.js';

const dayFormat = new Intl.DateTimeFormat('ja-JP', { month: 'long', day: 'numeric' });
const YEAR_MS = 365 * DAY_MS;

/** Formats as `12月2日`, with the year where the day is more than a year from now. */
export const formatDay = (date: Date, now = new Date()): string =>
  (Math.abs(date.getTime() - now.getTime()) < YEAR_MS ? dayFormat : dateFormat).format(date);
