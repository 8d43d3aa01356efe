import { waitFor } from '@haru/testing';
import type { SystemUnderTest } from './browser.js';

/** A mail as the mailbox's API has it, as far as the flows read it. */
interface Mail {
  Subject: string;
  Text: string;
}

/** The link in the newest mail to `address` with `words` in its subject, as soon as it is there. */
export async function linkMailedTo(system: SystemUnderTest, address: string, words: string): Promise<string> {
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
  const mail = (await answer.json()) as Mail;
  const link = /https?:\/\/\S+\/auth\/\S+/.exec(mail.Text)?.[0];
  if (link === undefined) throw new Error(`no link in "${mail.Subject}": ${mail.Text}`);
  return link;
}
