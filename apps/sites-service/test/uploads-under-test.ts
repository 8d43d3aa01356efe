import { hash } from 'node:crypto';
import {
  type AccountCaller,
  FILES_PATH,
  type RequestContext,
  type ReplyOf,
  TICKET_HEADER,
  type UploadAnswer,
  uploadMessages,
} from '@haru/contracts';
import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import type { SitesUnderTest } from './sites-under-test.js';
import { contextOf } from './sites-under-test.js';

export type Begun = ReplyOf<typeof uploadMessages.createUpload>;
type Files = Record<string, string | Buffer>;

export const sha256 = (bytes: string | Buffer): string => hash('sha256', bytes);

/** It sends files and archives as a client does. */
export class UploadsUnderTest {
  constructor(
    private readonly sites: SitesUnderTest,
    readonly origin: string,
  ) {}

  begin(files: Files, context: RequestContext): Promise<Begun> {
    const declared = Object.entries(files).map(([path, content]) => ({
      path,
      bytes: Buffer.byteLength(content),
      sha256: sha256(content),
    }));
    return this.sites.client.call(uploadMessages.createUpload, { files: declared }, context);
  }

  put({ id, ticket }: Pick<Begun, 'id' | 'ticket'>, name: string, body: string | Buffer): Promise<Response> {
    return fetch(`${this.origin}/functions/v1/uploads/${id}/${name}`, {
      method: 'PUT',
      body: new Uint8Array(Buffer.from(body)),
      headers: { [TICKET_HEADER]: ticket },
    });
  }

  /** Sends the missing files. @returns the id of the upload, which can be published */
  async upload(files: Files, context: RequestContext): Promise<string> {
    const begun = await this.begin(files, context);
    const contents = new Map(Object.values(files).map((content) => [sha256(content), content]));
    for (const name of begun.missing) {
      const response = await this.put(begun, name, contents.get(name) ?? '');
      if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    }
    return begun.id;
  }

  async describe({ id, ticket }: Pick<Begun, 'id' | 'ticket'>): Promise<UploadAnswer['upload']> {
    const response = await fetch(`${this.origin}/functions/v1/uploads/${id}`, { headers: { [TICKET_HEADER]: ticket } });
    return ((await response.json()) as UploadAnswer).upload;
  }

  /** Downloads an archive. @returns the texts of its files by their paths */
  async unzip({ ticket }: { ticket: string }): Promise<Record<string, string>> {
    const response = await fetch(`${this.origin}${FILES_PATH}${ticket}/page.zip`);
    if (response.headers.get('content-type') !== 'application/zip') throw new Error(await response.text());
    const reader = new ZipReader(new BlobReader(await response.blob()));
    const texts: Record<string, string> = {};
    for (const entry of await reader.getEntries()) {
      if (!entry.directory) texts[entry.filename] = await entry.getData(new TextWriter());
    }
    return texts;
  }

  async publish(files: Files, caller: Partial<AccountCaller> = {}) {
    const context = contextOf(caller);
    const uploadId = await this.upload(files, context);
    return { context, uploadId, site: await this.sites.publishUpload(uploadId, context) };
  }
}
