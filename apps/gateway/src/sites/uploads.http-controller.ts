import {
  type CreateUploadAnswer,
  createUploadAnswerSchema,
  createUploadBodySchema,
  signInMessages,
  uploadMessages,
} from '@haru/contracts';
import { Body, Controller, Post } from '@nestjs/common';
import type { z } from 'zod';
import { Access, Http, type HttpCall } from '../access/access.js';
import { ZodPipe } from '../http/zod.pipe.js';
import { Calls, Documented } from '../open-api/documented.js';
import { proofHeadersSchema } from '../proofs/proofs.js';
import { RateLimit } from '../rate-limits/rate-limit.guard.js';
import { UploadFiles } from './upload-files.js';

/** Uploads begin here. Their bytes are sent to the process `sites-uploads`. */
@Controller('functions/v1')
export class UploadsHttpController {
  constructor(private readonly uploads: UploadFiles) {}

  @Post('create-upload')
  @Access('caller', 'publish')
  @RateLimit('publish')
  @Calls(uploadMessages.createUpload, signInMessages.createTemporaryAccount)
  @Documented({
    summary: 'Begins an upload of the files of a page, or of an archive; it is then published with its upload_id.',
    headers: proofHeadersSchema,
    refusals: ['PROOF_REQUIRED'],
    body: createUploadBodySchema,
    answer: createUploadAnswerSchema,
  })
  createUpload(
    @Body(new ZodPipe(createUploadBodySchema)) body: z.output<typeof createUploadBodySchema>,
    @Http() http: HttpCall,
  ): Promise<CreateUploadAnswer> {
    return this.uploads.begin(body, http);
  }
}
