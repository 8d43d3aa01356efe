import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { formatOfName, formatOfType, type PageFormat, pageFileMaxBytes, ServiceError } from '@haru/contracts';
import { freeBuffer } from '@haru/service-runtime';
import { SetMetadata } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { markOf } from './handler-config.js';

const PAGE_BODY = Symbol('page-body');

/**
 * The body is a page, a ZIP archive, or a form with one of them. `Content-Type` does not decide, because `curl` sends that
 * of a URL-encoded form by default.
 */
export const TakesPage = (): MethodDecorator => SetMetadata(PAGE_BODY, true);

/** The documentation lists these. */
export const pageBodyTypes = ['text/html', 'text/markdown', 'application/zip', 'multipart/form-data'];

/** Requests of such routes get this type, which has its own parser. Other routes refuse it. */
const PAGE_TYPE = 'application/vnd.haru.page';

const givenTypes = new WeakMap<FastifyRequest, string>();

/** Call it after the JSON parsers are added, which removes all others, and before the hooks that refuse forms. */
export function readPageBodies(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(PAGE_TYPE, (_request, body, done) => done(null, body));
  fastify.addHook('onRequest', async (request) => {
    const { headers } = request.raw;
    const type = headers['content-type'] ?? '';
    if (markOf(request, PAGE_BODY)) {
      givenTypes.set(request, type);
      headers['content-type'] = PAGE_TYPE;
    } else if (type.toLowerCase().startsWith(PAGE_TYPE)) {
      throw new ServiceError('UNSUPPORTED_MEDIA_TYPE');
    }
  });
}

interface GivenPage {
  text: string;
  /** It is undefined if neither the type nor the name of a file tells it. */
  format: PageFormat | undefined;
}

interface GivenArchive {
  /** The client is still sending the bytes. */
  archive: AsyncIterable<Buffer>;
}

/** An archive begins with these bytes, also if it is empty or was split. No page does. */
const ZIP_BEGINNINGS = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'];

/**
 * Returns the page or archive in the body.
 * @throws ServiceError PAYLOAD_TOO_LARGE, HTML_NOT_UTF8, FORM_FILE_MISSING, FORM_SEVERAL_FILES
 */
export async function contentOf(request: FastifyRequest): Promise<GivenPage | GivenArchive> {
  const body = request.body instanceof Readable ? request.body : Readable.from([]);
  const type = givenTypes.get(request) ?? '';
  const isForm = /^multipart\/form-data\b/i.test(type);
  const given: SentFile = isForm ? await fileIn(body, type) : { bytes: body, format: formatOfType(type) };
  const { bytes, format, others } = given;
  // The connection stays open for the answer when the body is refused.
  const chunks = bytes.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  const cutOff = (cause: unknown): never => {
    throw cause instanceof ServiceError
      ? cause
      : new ServiceError(isForm ? 'FORM_FILE_MISSING' : 'VALIDATION_FAILED', { cause });
  };
  let first: Buffer = Buffer.alloc(0);
  let next: IteratorResult<Buffer, undefined>;
  // The packet in which the body begins may end before the fourth byte.
  do {
    next = (await chunks.next().catch(cutOff)) as typeof next;
    if (next.value) first = Buffer.concat([first, next.value]);
  } while (!next.done && first.length < 4);
  const whole = joined(first, chunks, others);
  if (ZIP_BEGINNINGS.includes(first.toString('latin1', 0, 4))) return { archive: whole };
  const page = await collect(whole).catch(cutOff);
  if (!isUtf8(page)) throw new ServiceError('HTML_NOT_UTF8');
  const text = page.toString('utf8');
  freeBuffer(page);
  return { text, format };
}

async function* joined(first: Buffer, rest: AsyncIterable<Buffer>, others: SentFile['others']): AsyncIterable<Buffer> {
  yield first;
  yield* rest;
  // An archive is passed on while it arrives, and is not unpacked without its end.
  if ((await others) === true) throw new ServiceError('FORM_SEVERAL_FILES');
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > pageFileMaxBytes) throw new ServiceError('PAYLOAD_TOO_LARGE');
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

interface SentFile {
  bytes: Readable;
  format: PageFormat | undefined;
  /** Whether the form has more files. It is known when the form has been read. */
  others?: Promise<boolean>;
}

/** The file of the form counts, or its first field. */
function fileIn(body: Readable, type: string): Promise<SentFile> {
  const found = Promise.withResolvers<SentFile>();
  const others = Promise.withResolvers<boolean>();
  const refuse = (cause?: unknown) =>
    found.reject(cause instanceof ServiceError ? cause : new ServiceError('FORM_FILE_MISSING', { cause }));
  let form: BusboyInstance;
  try {
    // The library would decode each field as UTF-8 and replace invalid bytes.
    form = new Busboy({ headers: { 'content-type': type }, isPartAFile: () => true });
  } catch (error) {
    refuse(error);
    return found.promise;
  }
  let files = 0;
  let field: Promise<Buffer> | undefined;
  form.on('file', (_field, file, name, _encoding, mediaType) => {
    body.once('error', (error) => file.destroy(error));
    // The library emits the error of a form that is cut off, but does not end the stream.
    file.on('error', (error) => file.destroy(error));
    const isField = (name as string | undefined) === undefined && mediaType !== 'application/octet-stream';
    if (!isField) files += 1;
    if (isField && !field) {
      field = collect(file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>);
      // A file of the form counts even if a later field is too large, and the form must be read to its end.
      field.catch(refuse).finally(() => file.resume());
    } else if (isField || files > 1) file.resume();
    else found.resolve({ bytes: file, format: formatOfName(name) ?? formatOfType(mediaType), others: others.promise });
  });
  form.on('finish', () => {
    others.resolve(files > 1);
    if (field === undefined) refuse();
    else field.then((text) => found.resolve({ bytes: Readable.from([text]), format: undefined }), refuse);
  });
  form.on('error', (error) => {
    others.resolve(files > 1);
    refuse(error);
  });
  body.pipe(form);
  return found.promise;
}
