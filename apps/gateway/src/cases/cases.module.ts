import { Module } from '@nestjs/common';
import { AdmissionModule } from '../admission/admission.module.js';
import { AdminCasesHttpController } from './admin-cases.http-controller.js';
import { CasesHttpController } from './cases.http-controller.js';

@Module({
  imports: [AdmissionModule],
  controllers: [AdminCasesHttpController, CasesHttpController],
})
export class CasesModule {}
