// The index of the contracts loads 25 MB of schemas.
import { escapeHtml } from '../../libs/contracts/src/escape-html.js';
import type { MailMessage } from './message-store.js';

const addresses = (list: MailMessage['To']): string => escapeHtml(list.map(({ Address }) => Address).join(', '));

const STYLE = `
  :root { color-scheme: light dark }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  table { border-collapse: collapse; width: 100% }
  td, th { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid #8884; vertical-align: top }
  pre { white-space: pre-wrap; overflow-wrap: anywhere }
  iframe { width: 100%; height: 60vh; border: 1px solid #8884; background: #fff }
`;

const page = (title: string, body: string, refresh = false): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8">${refresh ? '<meta http-equiv="refresh" content="5">' : ''}` +
  `<meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style>${body}</html>`;

/** All mails, newest first; looks again every five seconds. */
export function listPage(messages: readonly MailMessage[]): string {
  const rows = messages.map(
    ({ ID, To, Subject, Date: date }) =>
      `<tr><td><a href="/view/${ID}">${escapeHtml(Subject || '(no subject)')}</a></td><td>${addresses(To)}</td><td>${date}</td></tr>`,
  );
  const table = `<table><tr><th>Subject</th><th>To</th><th>Received</th></tr>${rows.join('')}</table>`;
  return page(
    'Mailbox',
    `<h1>Mailbox</h1>${rows.length ? table : '<p>No mail yet. It never leaves this machine.</p>'}`,
    true,
  );
}

/** One mail: its text, and its HTML in a frame that may do nothing. */
export function messagePage({ Subject, From, To, Date: date, Text, HTML }: MailMessage): string {
  const html = HTML ? `<h2>HTML</h2><iframe sandbox title="HTML" srcdoc="${escapeHtml(HTML)}"></iframe>` : '';
  return page(
    Subject,
    `<p><a href="/">Mailbox</a></p><h1>${escapeHtml(Subject)}</h1>` +
      `<p>From ${addresses([From])}<br>To ${addresses(To)}<br>${date}</p><pre>${escapeHtml(Text)}</pre>${html}`,
  );
}
