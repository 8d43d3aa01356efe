import { hash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type CreateSiteAnswer,
  createSiteAnswerSchema,
  createUploadAnswerSchema,
  type CreateUploadAnswer,
  TICKET_HEADER,
  type UploadAnswer,
  uploadAnswerSchema,
} from '@haru/contracts';

export type Files = Record<string, Buffer>;

const MAX_TRIES = 40;
const PAUSE_MS = 500;

export const sha256 = (bytes: Buffer): string => hash('sha256', bytes);

/** Uploads and publishes as an app does: lost answers and 503 are sent again. */
export class UploadClient {
  /** It is the account's, from the first answer on. */
  token: string | undefined;
  /** It counts the files that were sent. */
  sent = 0;

  constructor(private readonly url: string) {}

  async begin(content: { files: Files } | { archive: Buffer }): Promise<CreateUploadAnswer> {
    const body =
      'archive' in content
        ? { archive: { bytes: content.archive.length } }
        : {
            files: Object.entries(content.files).map(([path, bytes]) => ({
              path,
              bytes: bytes.length,
              sha256: sha256(bytes),
            })),
          };
    const begun = createUploadAnswerSchema.parse(await this.post('/functions/v1/create-upload', body));
    this.token ??= begun.session?.access_token;
    return begun;
  }

  /** Sends what is missing. @returns the id of the upload */
  async upload(files: Files): Promise<string> {
    const begun = await this.begin({ files });
    const contents = new Map(Object.values(files).map((bytes) => [sha256(bytes), bytes]));
    for (const name of begun.missing) await this.put(begun, name, contents.get(name) ?? Buffer.alloc(0));
    return begun.upload_id;
  }

  async put(begun: CreateUploadAnswer, name: string, bytes: Buffer): Promise<void> {
    const init = { method: 'PUT', body: new Uint8Array(bytes), headers: { [TICKET_HEADER]: begun.ticket } };
    await this.again(`/functions/v1/uploads/${begun.upload_id}/${name}`, init);
    this.sent += 1;
  }

  /** Sends the first part of a file, and ends the connection. */
  async cutOff(begun: CreateUploadAnswer, bytes: Buffer): Promise<void> {
    const part = new ReadableStream({
      async start(controller) {
        controller.enqueue(new Uint8Array(bytes.subarray(0, bytes.length / 2)));
        await pause(100);
        controller.error(new Error('the line is cut'));
      },
    });
    const init = { method: 'PUT', body: part, duplex: 'half', headers: { [TICKET_HEADER]: begun.ticket } };
    const address = `${this.url}/functions/v1/uploads/${begun.upload_id}/${sha256(bytes)}`;
    await fetch(address, init as RequestInit).then(
      () => Promise.reject(new Error('a request that was cut off has an answer')),
      () => undefined,
    );
  }

  async describe(begun: CreateUploadAnswer): Promise<UploadAnswer['upload']> {
    const answer = await this.again(`/functions/v1/uploads/${begun.upload_id}`, {
      headers: { [TICKET_HEADER]: begun.ticket },
    });
    return uploadAnswerSchema.parse(answer).upload;
  }

  /** Sends an archive and waits until it is unpacked or refused. */
  async unpack(archive: Buffer): Promise<UploadAnswer['upload']> {
    const begun = await this.begin({ archive });
    const init = { method: 'PUT', body: new Uint8Array(archive), headers: { [TICKET_HEADER]: begun.ticket } };
    await this.again('/functions/v1/archives', init);
    for (;;) {
      const upload = await this.describe(begun);
      if (upload.state === 'ready' || upload.state === 'failed') return upload;
      await pause(100);
    }
  }

  async publish(uploadId: string): Promise<CreateSiteAnswer['site']> {
    const body = { upload_id: uploadId };
    const answer = await this.post('/functions/v1/create-site', body, { 'idempotency-key': randomUUID() });
    return createSiteAnswerSchema.parse(answer).site;
  }

  private post(path: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
    const account = this.token === undefined ? {} : { authorization: `Bearer ${this.token}` };
    const sent = { 'content-type': 'application/json', ...account, ...headers };
    return this.again(path, { method: 'POST', headers: sent, body: JSON.stringify(body) });
  }

  private async again(path: string, init: RequestInit): Promise<unknown> {
    let seen: unknown;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      try {
        const answer = await fetch(this.url + path, init);
        const text = await answer.text();
        if (answer.ok) return JSON.parse(text);
        seen = new Error(`${path}: ${answer.status} ${text}`);
        if (answer.status < 500 && answer.status !== 429) throw seen;
      } catch (error) {
        // A process was ended, and is started again.
        if (error === seen) throw error;
        seen = error;
      }
      await pause(PAUSE_MS);
    }
    throw seen;
  }
}

/** Node finds the shared host alone. */
export async function isShown({ fallback_url: address }: CreateSiteAnswer['site'], files: Files): Promise<boolean> {
  const shown = await Promise.all(
    Object.entries(files).map(async ([path, bytes]) => {
      if (path === 'index.html') return (await fetch(`${address}/`)).ok;
      const answer = await fetch(`${address}/${path}`, { headers: { 'sec-fetch-dest': 'image' } });
      return Buffer.from(await answer.arrayBuffer()).equals(bytes);
    }),
  );
  return shown.every(Boolean);
}
