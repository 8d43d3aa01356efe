import { isUtf8 } from 'node:buffer';
import { formatOfName, formatOfType, type PageFormat, ServiceError } from '@haru/contracts';
import { freeBuffer } from '@haru/service-runtime';
import { SetMetadata } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { markOf } from './handler-config.js';

const PAGE_BODY = Symbol('page-body');

/** The body is a page, or a form with one, whatever type the client names: by default `curl` names that of a form. */
export const TakesPage = (): MethodDecorator => SetMetadata(PAGE_BODY, true);

/** Requests of such routes get this type, which has its own parser. Other routes refuse it. */
const PAGE_TYPE = 'application/vnd.haru.page';

const givenTypes = new WeakMap<FastifyRequest, string>();

/** Call it after the JSON parsers are added, which removes all others, and before the hooks that refuse forms. */
export function readPageBodies(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(PAGE_TYPE, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
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

export interface GivenPage {
  text: string;
  /** It is undefined if neither the type nor the name of a file tells it. */
  format: PageFormat | undefined;
}

/** Returns the page of the body. @throws ServiceError HTML_NOT_UTF8, FORM_FILE_MISSING */
export async function pageOf(request: FastifyRequest): Promise<GivenPage> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const type = givenTypes.get(request) ?? '';
  const { page, format } = /^multipart\/form-data\b/i.test(type)
    ? await fileIn(body, type)
    : { page: body, format: formatOfType(type) };
  if (!isUtf8(page)) throw new ServiceError('HTML_NOT_UTF8');
  const text = page.toString('utf8');
  freeBuffer(body);
  return { text, format };
}

/** The first file of the form counts, or its first field. */
async function fileIn(body: Buffer, type: string): Promise<{ page: Buffer; format: PageFormat | undefined }> {
  const form = await new Response(Uint8Array.from(body), { headers: { 'content-type': type } }).formData().catch(() => {
    throw new ServiceError('FORM_FILE_MISSING');
  });
  const values = [...form.values()];
  const file = values.find((value) => typeof value !== 'string') ?? values[0];
  if (file === undefined) throw new ServiceError('FORM_FILE_MISSING');
  if (typeof file === 'string') return { page: Buffer.from(file), format: undefined };
  const format = formatOfName(file.name) ?? formatOfType(file.type);
  return { page: Buffer.from(await file.arrayBuffer()), format };
}
