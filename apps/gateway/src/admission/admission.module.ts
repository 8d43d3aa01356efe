import { Module } from '@nestjs/common';
import { PageAnswers } from './page-answers.js';

@Module({
  providers: [PageAnswers],
  exports: [PageAnswers],
})
export class AdmissionModule {}
