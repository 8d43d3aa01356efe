import { type RequestContext, safetyAnswerSchema, safetyMessages } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Controller, Get, Header } from '@nestjs/common';
import { Access, Context } from '../access/access.js';
import { Calls, Documented } from '../open-api/documented.js';

@Controller('functions/v1')
export class SafetyHttpController {
  constructor(private readonly services: RequestClient) {}

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
