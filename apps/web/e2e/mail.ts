import { waitFor } from '@haru/testing';
import type { SystemUnderTest } from './browser.js';

/** A mail as the mailbox's API has it, as far as the flows read it. */
interface Mail {
  Subject: string;
  Text: string;
}

/** The newest mail to `address` with `words` in its subject, as soon as it is there. */
async function mailTo(system: SystemUnderTest, address: string, words: string): Promise<Mail> {
  const query = new URLSearchParams({ query: `to:${address} subject:${words}` });
  const id = await waitFor(
    async () => {
      const answer = await fetch(`${system.mailUrl}/api/v1/search?${query}`);
      const { messages } = (await answer.json()) as { messages: { ID: string }[] };
      return messages[0]?.ID;
    },
    { what: `a mail "${words}" to ${address}`, timeoutMs: 20_000, everyMs: 100 },
  );
  const answer = await fetch(`${system.mailUrl}/api/v1/message/${id}`);
  return (await answer.json()) as Mail;
}

/** The link in the newest mail to `address` with `words` in its subject. */
export async function linkMailedTo(system: SystemUnderTest, address: string, words: string): Promise<string> {
  const mail = await mailTo(system, address, words);
  const link = /https?:\/\/\S+\/auth\/\S+/.exec(mail.Text)?.[0];
  if (link === undefined) throw new Error(`no link in "${mail.Subject}": ${mail.Text}`);
  return link;
}

/** The six digits in the newest mail to `address` with `words` in its subject. */
export async function codeMailedTo(system: SystemUnderTest, address: string, words: string): Promise<string> {
  const mail = await mailTo(system, address, words);
  const code = /確認コード：(\d{6})/.exec(mail.Text)?.[1];
  if (code === undefined) throw new Error(`no code in "${mail.Subject}": ${mail.Text}`);
  return code;
}
