import { waitFor } from '@haru/testing';
import type { SystemUnderTest } from './browser.js';

/** The flows read this part of a mail in the mailbox's API. */
interface Mail {
  Subject: string;
  Text: string;
}

/** Waits for the newest mail to `address` with `words` in its subject. */
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

/** Returns the link in the newest mail to `address` with `words` in its subject. */
export async function linkMailedTo(system: SystemUnderTest, address: string, words: string): Promise<string> {
  const mail = await mailTo(system, address, words);
  const link = /https?:\/\/\S+\/auth\/\S+/.exec(mail.Text)?.[0];
  if (link === undefined) throw new Error(`no link in "${mail.Subject}": ${mail.Text}`);
  return link;
}

/** Returns the six digits in the newest mail to `address` with `words` in its subject. */
export async function codeMailedTo(system: SystemUnderTest, address: string, words: string): Promise<string> {
  const mail = await mailTo(system, address, words);
  const code = /確認コード：(\d{6})/.exec(mail.Text)?.[1];
  if (code === undefined) throw new Error(`no code in "${mail.Subject}": ${mail.Text}`);
  return code;
}
