import { FILES_PATH, ServiceError } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendStream } from '../storage/html-storage/send-stream.js';
import { FileStore } from '../trees/file-store.js';
import { mediaTypeOf } from '../trees/media-type.js';
import { DownloadTickets } from '../trees/tickets.js';
import { ZipDownloads } from './zip-downloads.js';

const ADDRESS = /^([^/?]+)\/([^/?]*)/;
/** A client may read nothing of a file for this long. */
const WRITE_TIMEOUT_MS = 60_000;

/** A browser shows these types without running anything. All others are only saved or read by scripts of the app. */
const shownTypes = /^(?:image\/(?!svg)|audio\/|video\/)/;

/** The file is another person's document on the host of the app, so browsers must never show it as a page. */
const headers = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex',
};

/** Sends files of pages and archives to their owners, who have a ticket for each. */
@Injectable()
export class FileDownloads {
  constructor(
    private readonly tickets: DownloadTickets,
    private readonly zips: ZipDownloads,
    private readonly store: FileStore,
  ) {}

  /** @throws ServiceError UPLOAD_TICKET_INVALID, FILE_NOT_FOUND, SERVICE_UNAVAILABLE */
  async send({ method, url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (method !== 'GET') throw new ServiceError('METHOD_NOT_ALLOWED');
    const [, ticket = '', name = ''] = ADDRESS.exec(url.slice(FILES_PATH.length)) ?? [];
    // The name is still encoded, so it has no quote.
    const disposition = `attachment; filename*=UTF-8''${name.replaceAll("'", '%27')}`;
    response.setTimeout(WRITE_TIMEOUT_MS, () => response.destroy());
    const subject = this.tickets.subjectOf(ticket);
    if (subject === undefined) throw new ServiceError('UPLOAD_TICKET_INVALID');
    if (!('fileHash' in subject)) {
      return this.zips.send(subject, response, { ...headers, 'Content-Disposition': disposition });
    }
    const { fileHash: hash } = subject;
    const file = (await this.store.find([Buffer.from(hash, 'hex')])).get(hash);
    if (!file) throw new ServiceError('FILE_NOT_FOUND');
    const bytes = await this.store.open(hash);
    const type = mediaTypeOf(name);
    response.writeHead(200, {
      ...headers,
      'Content-Type': shownTypes.test(type) ? type : 'application/octet-stream',
      'Content-Disposition': disposition,
      'Content-Length': file.bytes,
    });
    await sendStream(bytes, response);
  }
}
