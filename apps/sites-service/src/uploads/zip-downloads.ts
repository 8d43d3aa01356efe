import { Readable, Writable } from 'node:stream';
import { ServiceError } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import type { ZipWriter } from '@zip.js/zip.js';
import type { ServerResponse } from 'node:http';
import { type ZipEntry, ZipEntries } from './archives/zip-entries.js';
import type { ArchiveSubject } from '../trees/tickets.js';

/** This bounds memory and processor time. */
const MAX_CONCURRENT = 4;
const RETRY_AFTER_SECONDS = 5;

/** Files with these extensions are compressed already. */
const compressed = /\.(?:avif|gif|gz|jpe?g|m4a|mp[34]|og[agv]|png|web[mp]|woff2?|zip)$/i;

/** Sends ZIP archives, which are made while they are sent, so that one entry is in memory at a time. */
@Injectable()
export class ZipDownloads {
  private inFlight = 0;

  constructor(private readonly entries: ZipEntries) {}

  /** @throws ServiceError SERVICE_BUSY, FILE_NOT_FOUND before the first byte */
  async send(subject: ArchiveSubject, response: ServerResponse, headers: Record<string, string>): Promise<void> {
    if (this.inFlight >= MAX_CONCURRENT)
      throw new ServiceError('SERVICE_BUSY', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    this.inFlight += 1;
    try {
      const entries =
        'accountId' in subject
          ? this.entries.ofAccount(subject.accountId)
          : this.entries.ofVersion(subject.siteId, subject.version);
      const first = await entries.next();
      if (first.done) throw new ServiceError('FILE_NOT_FOUND');
      response.writeHead(200, { ...headers, 'Content-Type': 'application/zip' });
      const zip = await writerTo(response);
      await add(zip, first.value);
      for await (const entry of entries) await add(zip, entry);
      await zip.close();
    } catch (error) {
      // A client may close the connection before the end.
      if (!response.headersSent || !response.destroyed) throw error;
    } finally {
      this.inFlight -= 1;
    }
  }
}

/** The library takes 9 MB of memory. */
async function writerTo(response: ServerResponse): Promise<ZipWriter<unknown>> {
  const { configure, ZipWriter } = await import('@zip.js/zip.js');
  configure({ useWebWorkers: false });
  return new ZipWriter(Writable.toWeb(response), { extendedTimestamp: false });
}

async function add(zip: ZipWriter<unknown>, { path, content }: ZipEntry): Promise<void> {
  const stream = typeof content === 'string' ? Readable.from([Buffer.from(content)]) : await content();
  if (!stream) throw new Error(`a stored file is missing: ${path}`);
  try {
    await zip.add(path, Readable.toWeb(stream), { level: compressed.test(path) ? 0 : 6 });
  } finally {
    stream.destroy();
  }
}
