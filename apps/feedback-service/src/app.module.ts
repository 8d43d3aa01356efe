import { Module } from '@nestjs/common';
import { AdminModule } from './admin/admin.module.js';
import { ReportsModule } from './reports/reports.module.js';

@Module({ imports: [AdminModule, ReportsModule] })
export class AppModule {}
