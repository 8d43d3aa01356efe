import { DAY_MS } from '@haru/contracts';
import { dateFormat } from './formats.js';

const dayFormat = new Intl.DateTimeFormat('ja-JP', { month: 'long', day: 'numeric' });
const YEAR_MS = 365 * DAY_MS;

/** `12月2日`, with the year where it is more than a year away. */
export const formatDay = (date: Date, now = new Date()): string =>
  (Math.abs(date.getTime() - now.getTime()) < YEAR_MS ? dayFormat : dateFormat).format(date);
