import {
  type InformationAnswer,
  informationAnswerSchema,
  type InformationPage,
  informationQuerySchema,
} from '@haru/contracts';
import { Controller, Get, Header, Query, Optional } from '@nestjs/common';
import type { z } from 'zod';
import { Access } from '../access/access.js';
import { Setting } from '../settings.js';
import { ZodPipe } from '../http/zod.pipe.js';
import { Documented } from '../open-api/documented.js';
import { readInformationTexts } from './information-texts.js';

@Controller('functions/v1')
export class InformationHttpController {
  private readonly texts: Record<InformationPage, string>;

  constructor(
    @Optional() @Setting('INFORMATION_DIR') informationDir: string | undefined,
    @Setting('PRODUCT_NAME') productName: string,
  ) {
    this.texts = readInformationTexts({ folder: informationDir, product: productName });
  }

  @Get('information')
  @Access('key')
  @Header('cache-control', 'no-cache')
  @Documented({
    summary: 'The terms of use, the privacy policy or how to reach the operator, as Markdown.',
    query: informationQuerySchema,
    answer: informationAnswerSchema,
  })
  information(
    @Query(new ZodPipe(informationQuerySchema)) { page }: z.output<typeof informationQuerySchema>,
  ): InformationAnswer {
    return { success: true, information: { markdown: this.texts[page] } };
  }
}
