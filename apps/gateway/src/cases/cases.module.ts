import { Module } from '@nestjs/common';
import { PageAnswers } from '../admission/page-answers.js';
import { AdminCasesHttpController } from './admin-cases.http-controller.js';
import { CasesHttpController } from './cases.http-controller.js';

@Module({
  controllers: [AdminCasesHttpController, CasesHttpController],
  providers: [PageAnswers],
})
export class CasesModule {}
