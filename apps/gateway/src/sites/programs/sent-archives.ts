import { setTimeout as pause } from 'node:timers/promises';
import {
  type CreateSiteAnswer,
  type CreateUploadAnswer,
  fileError,
  productErrors,
  type RequestContext,
  ServiceError,
  siteMessages,
  TICKET_HEADER,
  uploadAnswerSchema,
  uploadMessages,
} from '@haru/contracts';
import { Injectable, Optional } from '@nestjs/common';
import { z } from 'zod';
import type { LimitBounds } from '../../rate-limits/limit-table.js';
import { Setting } from '../../settings.js';
import type { HttpCall } from '../../access/access.js';
import { PublishCharges } from '../publish-charges.js';
import { callerOf, PublishPage, type PublishRequest, visitorKey } from '../publish-page.js';
import { UploadFiles } from '../upload-files.js';

/** What a form has besides the archive is smaller than this. */
const MAX_FORM_BYTES = 65_536;
const POLL_MS = 200;
/** Archives are unpacked in turns, so one may wait for those of others. */
const UNPACKING_TIMEOUT_MS = 300_000;

const refusalSchema = z.object({ code: z.string() });

type Archive = AsyncIterable<Buffer>;
type Ticket = Pick<CreateUploadAnswer, 'upload_id' | 'ticket'>;

/** Passes archives that programs send in one request on to `sites-uploads`, while they arrive. */
@Injectable()
export class SentArchives {
  constructor(
    private readonly charges: PublishCharges,
    private readonly uploads: UploadFiles,
    private readonly pages: PublishPage,
    @Setting('limits') private readonly limits: LimitBounds,
    @Optional() @Setting('UPLOADS_ORIGIN') private readonly uploadsOrigin: string | undefined,
  ) {}

  /** Publishes an archive. A caller without an account gets one, and an edit key of the page. */
  publish(
    archive: Archive,
    request: PublishRequest,
    context: RequestContext,
  ): Promise<{ site: CreateSiteAnswer['site']; editKey?: string }> {
    const { http } = request;
    const bytes = this.declaredBytes(http);
    const refusals = [...uploadMessages.createUpload.errors, ...siteMessages.createSite.errors];
    return this.charges.counted({ http, bytes: () => bytes, refusals }, async ({ isProven }) => {
      const begun = await this.uploads.open({ archive: { bytes } }, http, isProven, visitorKey(request, bytes));
      await this.send(begun, archive);
      const { session, upload_id } = begun;
      const ownContext = session ? { ...context, caller: callerOf(session) } : context;
      const body = { ...request.body, upload_id };
      const { site } = await this.pages.createSite({ ...request, body }, ownContext);
      return session ? { site, editKey: await this.pages.createEditKey(site.id, ownContext) } : { site };
    });
  }

  /** Receives an archive of a caller who has an account. @returns the id of the upload */
  async receive(archive: Archive, http: HttpCall): Promise<string> {
    const begun = await this.uploads.open({ archive: { bytes: this.declaredBytes(http) } }, http, false);
    await this.send(begun, archive);
    return begun.upload_id;
  }

  /** The service accepts no more bytes than are declared. A form is a little longer than the archive in it. */
  declaredBytes({ request }: HttpCall): number {
    const { archiveBytes } = this.limits;
    const bytes = Number(request.headers['content-length'] ?? archiveBytes);
    return bytes <= archiveBytes + MAX_FORM_BYTES ? Math.min(bytes, archiveBytes) : bytes;
  }

  /** Sends the archive and waits until it is unpacked. @throws ServiceError if it is refused */
  private async send(begun: Ticket, archive: Archive): Promise<void> {
    await this.ask(begun, 'archives', { method: 'PUT', body: ReadableStream.from(archive), duplex: 'half' });
    const endsAt = performance.now() + UNPACKING_TIMEOUT_MS;
    while (performance.now() < endsAt) {
      const answer = await this.ask(begun, `uploads/${begun.upload_id}`);
      const { state, report } = uploadAnswerSchema.parse(await answer.json()).upload;
      if (report?.error) throw refusalOf(report.error.code, report.error.entry);
      if (state === 'ready') return;
      await pause(POLL_MS);
    }
    throw new ServiceError('SERVICE_TIMEOUT');
  }

  private async ask({ ticket }: Ticket, path: string, init: RequestInit = {}): Promise<Response> {
    if (this.uploadsOrigin === undefined) throw new ServiceError('SERVICE_UNAVAILABLE');
    const url = new URL(`/functions/v1/${path}`, this.uploadsOrigin);
    const answer = await fetch(url, { ...init, headers: { [TICKET_HEADER]: ticket } }).catch((cause: unknown) => {
      // Reading the archive failed, not the service.
      if (cause instanceof Error && cause.cause instanceof ServiceError) throw cause.cause;
      throw new ServiceError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1, cause });
    });
    if (answer.ok) return answer;
    const { code } = refusalSchema.parse(await answer.json());
    throw refusalOf(code, undefined, Number(answer.headers.get('retry-after')) || undefined);
  }
}

function refusalOf(code: string, entry?: string, retryAfterSeconds?: number): ServiceError {
  if (!Object.hasOwn(productErrors, code)) return new ServiceError('UNKNOWN_ERROR', { cause: new Error(code) });
  return fileError(code as keyof typeof productErrors, entry, { retryAfterSeconds });
}
