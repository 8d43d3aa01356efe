import { workersAndJobsIn } from '@haru/events';
import { Module } from '@nestjs/common';

@Module({ providers: await workersAndJobsIn(import.meta.dirname) })
export class MaintenanceWorkerModule {}
