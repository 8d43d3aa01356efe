import { downloadFile } from '../../components/sharing/download-file.js';
import { expiryTexts as text } from '../../texts/sites/expiry.js';
import { formatDateTime } from '../../texts/formats.js';
import { calendarFile } from './calendar-entry.js';

export interface ExpiringPage {
  id: string;
  path: string;
  title: string;
  url: string;
  expires_at: string;
}

/** Saves the page's end as a calendar file, which reminds people who get no mails. */
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
