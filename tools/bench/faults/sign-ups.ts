import { randomUUID } from 'node:crypto';
import { waitFor } from '@haru/local-servers';
import { statusOf } from './publishing.js';
import { steadily } from './steadily.js';

const MAILS_WITHIN_MS = 60_000;

/** Signs people up at a steady rate, whether or not answers come, and counts the mails that they got. */
export class SteadySignUps {
  /** In the address of each of them. */
  private readonly mark = randomUUID();
  private readonly acknowledged: string[] = [];

  constructor(
    private readonly url: string,
    private readonly mailUrl: string,
  ) {}

  run(perSecond: number, signal: AbortSignal): Promise<void> {
    return steadily(perSecond, signal, async (index) => {
      const email = `${this.mark}-${index}@example.com`;
      const body = JSON.stringify({ email, password: 'a password of the benchmark' });
      if ((await statusOf(`${this.url}/auth/v1/signup`, body)) === 200) this.acknowledged.push(email);
    });
  }

  /** Waits until everyone has a mail. @throws Error where that takes too long */
  async untilMailed(): Promise<void> {
    await waitFor(async () => (await this.counts()).every((count) => count > 0), {
      timeoutMs: MAILS_WITHIN_MS,
      everyMs: 200,
      what: 'a mail for everyone who signed up',
    });
  }

  /** How many of them got more than one mail. */
  async doubled(): Promise<number> {
    return (await this.counts()).filter((count) => count > 1).length;
  }

  private async counts(): Promise<number[]> {
    const search = `${this.mailUrl}/api/v1/search?limit=10000&query=${encodeURIComponent(`to:"${this.mark}"`)}`;
    const { messages } = (await (await fetch(search)).json()) as { messages: { To: { Address: string }[] }[] };
    const addresses = messages.flatMap(({ To }) => To.map(({ Address }) => Address));
    return this.acknowledged.map((email) => addresses.filter((address) => address === email).length);
  }
}
