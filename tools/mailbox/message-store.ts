import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Address } from 'postal-mime';

/** The store deletes older mails. */
const MAX_MESSAGES = 1_000;

interface MailAddress {
  Name: string;
  Address: string;
}

/** A mail as Mailpit's `GET /api/v1/message/{ID}` has it. */
export interface MailMessage {
  ID: string;
  MessageID: string;
  From: MailAddress;
  To: MailAddress[];
  Cc: MailAddress[];
  Bcc: MailAddress[];
  ReplyTo: MailAddress[];
  Subject: string;
  /** ISO 8601. */
  Date: string;
  Text: string;
  HTML: string;
  /** Bytes as received. */
  Size: number;
  Tags: string[];
  Attachments: { FileName: string; ContentType: string; Size: number }[];
}

/** The mailbox's mails, newest first, kept as files: `<ID>.json` as served, `<ID>.eml` as received. */
export class MessageStore {
  private messages: MailMessage[] = [];

  private constructor(private readonly directory: string) {}

  static async open(directory: string): Promise<MessageStore> {
    const store = new MessageStore(directory);
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const names = (await readdir(directory)).filter((name) => name.endsWith('.json'));
    // An ID begins with its time, so that names sort by age.
    for (const name of names.sort().reverse()) {
      const message = parseMessage(await readFile(join(directory, name), 'utf8'));
      if (message) store.messages.push(message);
    }
    return store;
  }

  all(): readonly MailMessage[] {
    return this.messages;
  }

  /** The mail with this ID; `latest` is the newest. */
  find(id: string): MailMessage | undefined {
    return id === 'latest' ? this.messages[0] : this.messages.find(({ ID }) => ID === id);
  }

  /** Mailpit's search as far as tests use it: `to:`, `from:`, `subject:` and plain words, all of which must fit. */
  search(query: string): MailMessage[] {
    const terms = [...query.matchAll(/(?:(to|from|subject):)?(?:"([^"]*)"|(\S+))/gi)].map(
      ([, field = '', quoted, word = '']) => ({
        field: field.toLowerCase(),
        text: (quoted ?? word).toLowerCase(),
      }),
    );
    return this.messages.filter((message) => terms.every(({ field, text }) => textOf(message, field).includes(text)));
  }

  /** Takes a mail as it came over SMTP. */
  async add(raw: Buffer, recipients: readonly string[]): Promise<MailMessage> {
    // Where mails go to a mail server, none comes here.
    const { default: PostalMime } = await import('postal-mime');
    const email = await PostalMime.parse(raw);
    const named = [email.to, email.cc, email.bcc].flatMap((list) => flatten(list));
    const hidden = recipients.filter((recipient) => !named.some(({ Address }) => sameAddress(Address, recipient)));
    const message: MailMessage = {
      ID: `${Date.now().toString(36).padStart(9, '0')}${randomBytes(6).toString('hex')}`,
      MessageID: (email.messageId ?? '').replace(/^<|>$/g, ''),
      From: flatten(email.from ? [email.from] : [])[0] ?? { Name: '', Address: '' },
      To: flatten(email.to),
      Cc: flatten(email.cc),
      Bcc: [...flatten(email.bcc), ...hidden.map((address) => ({ Name: '', Address: address }))],
      ReplyTo: flatten(email.replyTo),
      Subject: email.subject ?? '',
      Date: new Date().toISOString(),
      Text: email.text ?? '',
      HTML: email.html ?? '',
      Size: raw.length,
      Tags: [],
      Attachments: email.attachments.map(({ filename, mimeType, content }) => ({
        FileName: filename ?? '',
        ContentType: mimeType,
        Size: typeof content === 'string' ? content.length : content.byteLength,
      })),
    };
    await writeFile(join(this.directory, `${message.ID}.eml`), raw, { mode: 0o600 });
    await writeFile(join(this.directory, `${message.ID}.json`), JSON.stringify(message), { mode: 0o600 });
    this.messages.unshift(message);
    await this.remove(this.messages.slice(MAX_MESSAGES).map(({ ID }) => ID));
    return message;
  }

  async remove(ids: readonly string[]): Promise<void> {
    const present = this.messages.filter(({ ID }) => ids.includes(ID));
    this.messages = this.messages.filter((message) => !present.includes(message));
    for (const { ID } of present) {
      for (const ending of ['eml', 'json']) await rm(join(this.directory, `${ID}.${ending}`), { force: true });
    }
  }
}

/** @returns undefined for a mail whose writing was cut off, such as by a full disk: it was not accepted */
function parseMessage(text: string): MailMessage | undefined {
  try {
    return JSON.parse(text) as MailMessage;
  } catch {
    return undefined;
  }
}

const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function flatten(addresses: Address[] | undefined): MailAddress[] {
  return (addresses ?? [])
    .flatMap((address) => address.group ?? [address])
    .map(({ name, address }) => ({ Name: name, Address: address }));
}

function textOf(message: MailMessage, field: string): string {
  const addresses = (list: MailAddress[]): string => list.map(({ Name, Address }) => `${Name} ${Address}`).join('\n');
  const texts: Record<string, string> = {
    to: addresses(message.To),
    from: addresses([message.From]),
    subject: message.Subject,
    '': `${message.Subject}\n${message.Text}\n${addresses([message.From, ...message.To])}`,
  };
  return (texts[field] ?? '').toLowerCase();
}
