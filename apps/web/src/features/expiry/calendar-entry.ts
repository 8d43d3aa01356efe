import type { MySite } from '../../api/sites/my-site.js';
import { downloadFile } from '../../components/sharing/share.js';
import { expiryTexts as text } from '../../texts/publish/result.js';
import { formatDateTime } from '../../texts/formats.js';

interface CalendarEntry {
  /** An entry with the same id replaces the former one; no other entry has it. */
  uid: string;
  summary: string;
  description: string;
  url: string;
  at: Date;
  /** The calendar shows it a day before. */
  reminder: string;
}

/** A line has at most so many octets, without its end (RFC 5545, section 3.1). */
const LINE_OCTETS = 75;

export function calendarFile(entry: CalendarEntry, now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Haru//Haru//JA',
    'BEGIN:VEVENT',
    `UID:${escapeText(entry.uid)}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(entry.at)}`,
    `SUMMARY:${escapeText(entry.summary)}`,
    `DESCRIPTION:${escapeText(entry.description)}`,
    `URL:${entry.url}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-P1D',
    `DESCRIPTION:${escapeText(entry.reminder)}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function utc(date: Date): string {
  return date.toISOString().replace(/[-:]|\.\d{3}/g, '');
}

/** Escapes by section 3.3.11. Other control characters are not allowed in a value. */
export function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, (character) => (character === '\t' ? character : ''));
}

/** Breaks a line between characters, so that no part has over 75 octets; the parts after the first begin with a space. */
export function fold(line: string): string {
  const encoder = new TextEncoder();
  let octets = 0;
  let folded = '';
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

type ExpiringPage = Pick<MySite, 'id' | 'path' | 'title' | 'expires_at'> & { url: string };

export function saveCalendarEntry({ id, path, title, url, expires_at: expiresAt }: ExpiringPage): void {
  const at = new Date(expiresAt);
  const entry = {
    uid: `${id}@${window.location.host}`,
    summary: text.calendarSummary(title),
    description: text.calendarDescription(formatDateTime(at), `${window.location.origin}/?view=dashboard`),
    url,
    at,
    reminder: text.calendarReminder(title),
  };
  downloadFile(`${path}.ics`, 'text/calendar', calendarFile(entry, new Date()));
}
