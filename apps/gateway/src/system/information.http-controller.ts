import {
  type InformationAnswer,
  informationAnswerSchema,
  type InformationPage,
  informationQuerySchema,
  type RequestContext,
  safetyAnswerSchema,
  safetyMessages,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Controller, Get, Header, Query, Optional } from '@nestjs/common';
import type { z } from 'zod';
import { Access, Context } from '../access/access.js';
import { Setting } from '../settings.js';
import { Calls, Documented } from '../open-api/documented.js';
import { readInformationTexts } from './information-texts.js';

@Controller('functions/v1')
export class InformationHttpController {
  private readonly texts: Record<InformationPage, string>;

  constructor(
    @Optional() @Setting('INFORMATION_DIR') informationDir: string | undefined,
    @Setting('PRODUCT_NAME') productName: string,
    private readonly services: RequestClient,
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
  information(@Query() { page }: z.output<typeof informationQuerySchema>): InformationAnswer {
    return { success: true, information: { markdown: this.texts[page] } };
  }

  @Get('safety')
  @Access('key')
  @Header('cache-control', 'public, max-age=300')
  @Calls(safetyMessages.getSafety)
  @Documented({
    summary: 'How often checks of pages had each outcome, by year; the figures of 公開ルール.',
    answer: safetyAnswerSchema,
  })
  async getSafety(@Context() context: RequestContext) {
    return { success: true, safety: await this.services.call(safetyMessages.getSafety, {}, context) };
  }
}
